import assert from 'node:assert/strict';
import { noProxySettings } from '../../../../src/model/connection/proxy.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

describe('what was read over a connection', () => {
  it('goes stale with its token, its address and the connection itself, and not with its name', async () => {
    const { connections } = memoryConnections();
    const told: string[] = [];
    connections.onDidGoStale(({ id, reason }) => told.push(`${id}: ${reason}`));
    const one = await connections.add({ name: 'One', baseUrl: 'http://localhost:1' }, undefined);
    await connections.add({ name: 'Unused', baseUrl: 'http://localhost:2' }, undefined);
    connections.get(one.id);
    await connections.change({ ...one, name: 'Another name', color: 'red' });
    assert.deepEqual(told, []);
    await connections.setToken(one, 'secret');
    await connections.signOut(one);
    assert.deepEqual(told.splice(0), ['one: token', 'one: token']);
    const moved = { ...one, baseUrl: 'http://localhost:3' };
    await connections.change(moved);
    assert.deepEqual(told.splice(0), ['one: service']);
    connections.get(one.id);
    await connections.remove(moved);
    assert.deepEqual(told, ['one: service']);
  });

  it("goes stale with VS Code's settings of proxies: another way may lead to another service", async () => {
    const { connections, store } = memoryConnections();
    const told: string[] = [];
    connections.onDidGoStale(({ id, reason }) => told.push(`${id}: ${reason}`));
    const { id } = await connections.add({ name: 'One', baseUrl: 'https://records.test' }, undefined);
    for (const settings of [
      { ...noProxySettings, address: 'http://proxy:1' },
      { ...noProxySettings, exceptions: ['records.test'] },
      { ...noProxySettings, authorization: 'Basic x' },
    ]) {
      connections.get(id);
      store.proxySettings = () => settings;
      await store.writeConnections(store.readConnections());
      assert.deepEqual(told.splice(0), ['one: service']);
    }
  });
});
