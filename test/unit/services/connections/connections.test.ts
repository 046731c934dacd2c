import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noProxySettings } from '../../../../src/model/connection/proxy.ts';
import { awaitedConnection } from '../../../../src/services/connections/awaitedConnection.ts';
import { UnknownConnectionError } from '../../../../src/services/connections/connections.ts';
import { RemovedConnections } from '../../../../src/services/connections/removedConnections.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { pluck } from '../../../support/pluck.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { testClients } from '../../../support/testClients.ts';
import { testConnection } from '../../../support/testConnection.ts';

describe('connections', () => {
  it('are stored without their tokens', async () => {
    const { connections, vault, store } = memoryConnections();
    const added = await connections.add({ name: 'Production', baseUrl: 'https://records.example.com' }, 'secret');
    assert.equal(added.id, 'production');
    assert.equal(vault.tokens.get('production'), 'secret');
    assert.ok(!JSON.stringify(store.readConnections()).includes('secret'));
  });

  it('are all stored, even if the settings are slow to write', async () => {
    const { connections, store } = memoryConnections();
    const { writeConnections: write } = store;
    store.writeConnections = async (all) => {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      await write(all);
    };
    const details = { name: 'A', baseUrl: 'https://a.example' };
    const [first] = await Promise.all([connections.add(details, 'one'), connections.add(details, 'two')]);
    await Promise.all([connections.change({ ...first, readOnly: true }), connections.add(details, 'three')]);
    assert.deepEqual(pluck(connections.all(), 'id', 'readOnly'), [
      ['a', true],
      ['a-2', false],
      ['a-3', false],
    ]);
  });

  it('never use the id of the demo', async () => {
    const { connections } = memoryConnections();
    assert.equal(
      (await connections.add({ name: 'Demo', baseUrl: 'https://demo.example.com' }, undefined)).id,
      'demo-2',
    );
  });

  it('mask the tokens of all connections, current and former, before the first one is sent', async () => {
    const { connections, vault } = memoryConnections();
    const one = await connections.add({ name: 'One', baseUrl: 'https://one.example' }, undefined);
    const other = await connections.add({ name: 'Other', baseUrl: 'https://other.example' }, undefined);
    vault.tokens.set(other.id, 'kept-since-yesterday-0815');
    assert.equal(connections.secrets.redact('kept-since-yesterday-0815'), 'kept-since-yesterday-0815');
    await connections.token(one);
    await connections.setToken(one, 'the-first-of-two-4711');
    await connections.setToken(one, 'the-second-of-two-4712');
    connections.addTemporary({ ...one, id: 'lent' }, 'lent-for-a-while-4713');
    const said = 'kept-since-yesterday-0815 the-first-of-two-4711 the-second-of-two-4712 lent-for-a-while-4713';
    assert.equal(connections.secrets.redact(said), '••• ••• ••• •••');
  });

  it('return a token even if the token of another connection cannot be read', async () => {
    const { connections, vault } = memoryConnections();
    const one = await connections.add({ name: 'One', baseUrl: 'https://one.example' }, 'a-token-4711');
    await connections.add({ name: 'Other', baseUrl: 'https://other.example' }, undefined);
    const get = vault.get;
    vault.get = async (connection) => (connection.id === one.id ? get(connection) : assert.fail('locked'));
    assert.equal(await connections.token(one), 'a-token-4711');
  });

  it('delete their token when removed', async () => {
    const { connections, vault } = memoryConnections();
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, 'secret');
    await connections.remove(added);
    assert.deepEqual([connections.all(), [...vault.tokens]], [[], []]);
  });

  it('notify when one is added, removed or gets a token', async () => {
    const { connections } = memoryConnections();
    let reported = 0;
    connections.onDidChange(() => reported++);
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    await connections.setToken(added, 'x');
    await connections.signOut(added);
    connections.addTemporary({ ...added, id: 'demo' }, 'y');
    connections.removeTemporary('demo');
    await connections.remove(added);
    assert.equal(reported, 6);
  });

  it('notify which one has a new token or was removed', async () => {
    const { connections } = memoryConnections();
    const reported: string[] = [];
    connections.onDidChangeToken((id) => reported.push(`token of ${id}`));
    connections.onDidRemove((id) => reported.push(`${id} is gone`));
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, 'secret');
    await connections.setToken(added, 'other');
    await connections.signOut(added);
    await connections.remove(added);
    // leftovers of an earlier connection with the same id are removed before it is added
    assert.deepEqual(reported, ['a is gone', 'token of a', 'token of a', 'a is gone']);
  });

  it('keep their id and position when changed', async () => {
    const { connections } = memoryConnections();
    const first = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    await connections.add({ name: 'B', baseUrl: 'https://b.example' }, undefined);
    await connections.change({ ...first, name: 'Production', color: 'red' });
    assert.deepEqual(pluck(connections.all(), 'id', 'name', 'color'), [
      ['a', 'Production', 'red'],
      ['b', 'B', undefined],
    ]);
    await assert.rejects(connections.change({ ...first, id: 'nowhere' }), UnknownConnectionError);
  });

  it('are not stored if lent', async () => {
    const { connections, store, vault } = memoryConnections();
    connections.addTemporary({ ...testConnection('http://127.0.0.1:1'), id: 'demo' }, 'secret');
    assert.deepEqual([connections.get('demo')?.id, store.readConnections().length], ['demo', 0]);
    connections.removeTemporary('demo');
    assert.deepEqual([connections.get('demo'), vault.tokens.size], [undefined, 0]);
  });

  it('keep the token of a temporary connection in this window, and never give it to another run of the service', async () => {
    const { connections, vault } = memoryConnections();
    const lent = { ...testConnection('http://127.0.0.1:1'), id: 'demo' };
    connections.addTemporary(lent, 'first');
    await connections.setToken(lent, 'second');
    assert.deepEqual([await connections.token(lent), vault.tokens.size], ['second', 0]);
    const again = { ...lent, baseUrl: 'http://127.0.0.1:2' };
    connections.addTemporary(again, 'third');
    assert.deepEqual([await connections.token(lent), await connections.token(again)], [undefined, 'third']);
    await connections.signOut(again);
    assert.equal(await connections.token(again), undefined);
    connections.removeTemporary('demo');
    await assert.rejects(connections.setToken(again, 'too late'), UnknownConnectionError);
    assert.equal(vault.tokens.size, 0);
  });

  it('have one client each until they change', async () => {
    const { connections, store } = memoryConnections();
    const clients = testClients(connections);
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    const first = await clients.get('a');
    assert.equal(await clients.get('a'), first);
    await store.writeConnections([{ ...added, baseUrl: 'https://b.example' }]);
    const second = await clients.get('a');
    assert.notEqual(second, first);
    assert.equal(second.connection.baseUrl, 'https://b.example');
    clients.dispose();
  });

  it('get a client once the problem that prevented it is fixed', async () => {
    const { connections } = memoryConnections();
    const clients = testClients(connections);
    const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-clients-'));
    const extraCa = path.join(folder, 'authority.pem');
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    await connections.change({ ...added, network: { ...added.network, extraCa } });
    await assert.rejects(clients.get('a'), /cannot be read/);
    copyFileSync(inProject('test/support/certificates/authority.pem'), extraCa);
    await clients.get('a');
    clients.dispose();
    rmSync(folder, { recursive: true });
  });

  it('have no client once removed', async () => {
    const { connections } = memoryConnections();
    const clients = testClients(connections);
    await assert.rejects(clients.get('nowhere'), UnknownConnectionError);
  });
});

const day = 24 * 3_600_000;

describe('connection removed by hand from the settings', () => {
  it('leaves no token behind for a later connection with its name', async () => {
    const { connections, store, vault } = memoryConnections();
    const memory = plainMemory();
    const details = { name: 'Alpha', baseUrl: 'https://records.example/tenant-a' };
    const { id } = await connections.add(details, 'a-token');
    await new RemovedConnections(
      connections,
      () => store.readConnections().map((one) => one.id),
      memory,
      () => undefined,
    ).check();
    await store.writeConnections([]);
    // the next window
    await new RemovedConnections(
      connections,
      () => store.readConnections().map((one) => one.id),
      memory,
      () => undefined,
    ).check();
    assert.equal(vault.tokens.has(id), false);
  });

  it('leaves no token for a connection added under its name before the next check', async () => {
    const { connections, store, vault } = memoryConnections();
    const details = { name: 'Alpha', baseUrl: 'https://records.example/tenant-a' };
    const { id } = await connections.add(details, 'a-token');
    await store.writeConnections([]);
    const again = await connections.add(details, undefined);
    assert.deepEqual([again.id, await connections.token(again), vault.tokens.size], [id, undefined, 0]);
  });

  it('is deleted completely after a day unless it was restored', async () => {
    const { connections, store } = memoryConnections();
    const memory = plainMemory();
    const forgotten: string[] = [];
    const kept = await connections.add({ name: 'Kept', baseUrl: 'https://kept.example' }, undefined);
    const moved = await connections.add({ name: 'Moved', baseUrl: 'https://moved.example' }, undefined);
    await connections.add({ name: 'Gone', baseUrl: 'https://gone.example' }, undefined);
    connections.onErase(async (id) => void forgotten.push(id));
    let now = 1_000;
    const check = (): Promise<void> =>
      new RemovedConnections(
        connections,
        () => store.readConnections().map((one) => one.id),
        memory,
        () => undefined,
        () => now,
      ).check();
    await check();
    await store.writeConnections([kept]);
    await check();
    now += day / 2;
    await store.writeConnections([kept, moved]);
    await check();
    assert.deepEqual(forgotten, []);
    now += day;
    await check();
    assert.deepEqual(forgotten, ['gone']);
  });
});

describe('data read over a connection', () => {
  it('becomes stale with its token, its address or the connection, but not with its name', async () => {
    const { connections } = memoryConnections();
    const reported: string[] = [];
    connections.onDidGoStale(({ id, reason }) => reported.push(`${id}: ${reason}`));
    const one = await connections.add({ name: 'One', baseUrl: 'http://localhost:1' }, undefined);
    await connections.add({ name: 'Unused', baseUrl: 'http://localhost:2' }, undefined);
    connections.get(one.id);
    await connections.change({ ...one, name: 'Another name', color: 'red' });
    assert.deepEqual(reported, []);
    await connections.setToken(one, 'secret');
    await connections.signOut(one);
    assert.deepEqual(reported.splice(0), ['one: token', 'one: token']);
    const moved = { ...one, baseUrl: 'http://localhost:3' };
    await connections.change(moved);
    assert.deepEqual(reported.splice(0), ['one: service']);
    connections.get(one.id);
    await connections.remove(moved);
    assert.deepEqual(reported, ['one: service']);
  });

  it('becomes stale with the proxy settings of VS Code: another route may reach another service', async () => {
    const { connections, store } = memoryConnections();
    const reported: string[] = [];
    connections.onDidGoStale(({ id, reason }) => reported.push(`${id}: ${reason}`));
    const { id } = await connections.add({ name: 'One', baseUrl: 'https://records.test' }, undefined);
    for (const settings of [
      { ...noProxySettings, address: 'http://proxy:1' },
      { ...noProxySettings, exceptions: ['records.test'] },
      { ...noProxySettings, authorization: 'Basic x' },
    ]) {
      connections.get(id);
      store.proxySettings = () => settings;
      await store.writeConnections(store.readConnections());
      assert.deepEqual(reported.splice(0), ['one: service']);
    }
  });
});

describe('awaitedConnection', () => {
  it('resolves as soon as the connection exists', async () => {
    const { connections } = memoryConnections();
    const waiting = awaitedConnection(connections, 'demo', 60_000);
    connections.addTemporary({ ...testConnection('http://127.0.0.1:1'), id: 'demo' }, 'token');
    await waiting;
    await awaitedConnection(connections, 'demo', 60_000);
  });

  it('gives up after the timeout', async () => {
    const { connections } = memoryConnections();
    await awaitedConnection(connections, 'demo', 10);
    await awaitedConnection(connections, 'demo', -1);
    assert.equal(connections.get('demo'), undefined);
  });
});
