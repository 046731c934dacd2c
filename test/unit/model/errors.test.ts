import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/model/errors.ts';

describe('a failure', () => {
  const failure = { doing: 'save Lead 17', why: 'no' };

  it('says whom else it concerns', () => {
    for (const [code, scope] of [
      ['notSignedIn', 'all'],
      ['notARecordService', 'all'],
      ['canceled', 'all'],
      ['unreachable', 'passing'],
      ['timedOut', 'passing'],
      ['notAllowed', 'record'],
      ['notFound', 'record'],
      ['conflict', 'record'],
      ['refused', 'record'],
      ['unreadable', 'record'],
    ] as const)
      assert.equal(new ServiceError(code, failure).scope, scope, code);
  });

  it('was not sent, unless it says otherwise', () => {
    assert.equal(new ServiceError('refused', failure).effect, 'notSent');
  });
});
