import assert from 'node:assert/strict';
import { UnknownConnectionError } from '../../../../src/services/connections/connections.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

describe('the write guard', () => {
  const noClients = { get: () => assert.fail('no client is wanted') };

  it('refuses a read-only connection with a sentence, from the moment it is one', async () => {
    const { connections } = memoryConnections();
    const guard = new WriteGuard(connections, noClients);
    const connection = await connections.add({ name: 'Production', baseUrl: 'https://a.example' }, undefined);
    guard.check('production', 'save Lead 17');
    assert.equal(guard.allows('production'), true);
    await connections.change({ ...connection, readOnly: true });
    assert.throws(() => guard.check('production', 'save Lead 17'), {
      code: 'notAllowed',
      message: 'Could not save Lead 17: the connection Production is read-only. Change that in the connection first.',
    });
    await assert.rejects(guard.client('production', 'save Lead 17'), { code: 'notAllowed' });
    assert.equal(guard.allows('production'), false);
  });

  it('refuses a connection that is not there', () => {
    const guard = new WriteGuard(memoryConnections().connections, noClients);
    assert.throws(() => guard.check('nowhere', 'save'), UnknownConnectionError);
    assert.equal(guard.allows('nowhere'), false);
  });
});
