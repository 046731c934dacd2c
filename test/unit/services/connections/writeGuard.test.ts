import assert from 'node:assert/strict';
import { UnknownConnectionError } from '../../../../src/services/connections/connections.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

describe('write guard', () => {
  const noClients = { get: () => assert.fail('no client is wanted') };

  it('refuses writes with a message as soon as a connection is read-only', async () => {
    const { connections } = memoryConnections();
    const guard = new WriteGuard(connections, noClients);
    const connection = await connections.add({ name: 'Production', baseUrl: 'https://a.example' }, undefined);
    guard.check('production', 'save Lead 17', 'https://a.example');
    assert.equal(guard.allows('production'), true);
    await connections.change({ ...connection, readOnly: true });
    assert.throws(() => guard.check('production', 'save Lead 17', 'https://a.example'), {
      code: 'notAllowed',
      message: 'Could not save Lead 17: the connection Production is read-only. Change that in the connection first.',
    });
    await assert.rejects(guard.client('production', 'save Lead 17', 'https://a.example'), { code: 'notAllowed' });
    assert.equal(guard.allows('production'), false);
  });

  it('refuses a change made for another service, except a lent one whose address changes each time', async () => {
    const { connections } = memoryConnections();
    const guard = new WriteGuard(connections, noClients);
    const connection = await connections.add({ name: 'Production', baseUrl: 'https://a.example' }, undefined);
    guard.check('production', 'save Lead 17', 'https://a.example');
    await connections.change({ ...connection, baseUrl: 'https://b.example' });
    assert.throws(() => guard.check('production', 'save Lead 17', 'https://a.example'), {
      code: 'refused',
      effect: 'notSent',
      message:
        'Could not save Lead 17: it was created for https://a.example, but the connection Production now points to ' +
        "https://b.example. Restore the connection's previous address, or start over with the records of the new address.",
    });
    assert.equal(guard.begin('production', 'save Lead 17'), 'https://b.example');
    guard.check('production', 'save Lead 17', 'HTTPS://B.example:443/');
    connections.addTemporary({ ...connection, id: 'demo', baseUrl: 'http://127.0.0.1:2' }, 'token');
    guard.check('demo', 'save Lead 17', 'http://127.0.0.1:1');
  });

  it('refuses a connection that does not exist', () => {
    const guard = new WriteGuard(memoryConnections().connections, noClients);
    assert.throws(() => guard.check('nowhere', 'save', 'https://a.example'), UnknownConnectionError);
    assert.equal(guard.allows('nowhere'), false);
  });
});
