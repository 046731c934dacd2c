import assert from 'node:assert/strict';
import { awaitedConnection } from '../../../../src/services/connections/awaitedConnection.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testConnection } from '../../../support/testConnection.ts';

describe('a connection that is yet to come', () => {
  it('is waited for, and no longer than it takes', async () => {
    const { connections } = memoryConnections();
    const waiting = awaitedConnection(connections, 'demo', 60_000);
    connections.lend({ ...testConnection('http://127.0.0.1:1'), id: 'demo' }, 'token');
    await waiting;
    await awaitedConnection(connections, 'demo', 60_000);
  });

  it('is given up after a while', async () => {
    const { connections } = memoryConnections();
    await awaitedConnection(connections, 'demo', 10);
    await awaitedConnection(connections, 'demo', -1);
    assert.equal(connections.get('demo'), undefined);
  });
});
