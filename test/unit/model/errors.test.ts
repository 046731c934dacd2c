import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/model/errors.ts';

describe('failure', () => {
  const failure = { doing: 'save Lead 17', why: 'no' };

  it('has a scope: this record, all requests or transient', () => {
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

  it('was not sent unless stated otherwise', () => {
    assert.equal(new ServiceError('refused', failure).effect, 'notSent');
  });
});
