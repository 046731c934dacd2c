import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UnknownConnectionError } from '../../../../src/services/connections/connections.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

describe('connections', () => {
  it('are kept without their tokens', async () => {
    const { connections, vault, store } = memoryConnections();
    const added = await connections.add({ name: 'Production', baseUrl: 'https://records.example.com' }, 'secret');
    assert.equal(added.id, 'production');
    assert.equal(vault.tokens.get('production'), 'secret');
    assert.ok(!JSON.stringify(store.readConnections()).includes('secret'));
  });

  it('are all kept, however slow the settings are to take one after the other', async () => {
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

  it('never take the id of the demo', async () => {
    const { connections } = memoryConnections();
    assert.equal(
      (await connections.add({ name: 'Demo', baseUrl: 'https://demo.example.com' }, undefined)).id,
      'demo-2',
    );
  });

  it('know the tokens of all of them before one is sent, and what was one', async () => {
    const { connections, vault } = memoryConnections();
    const one = await connections.add({ name: 'One', baseUrl: 'https://one.example' }, undefined);
    const other = await connections.add({ name: 'Other', baseUrl: 'https://other.example' }, undefined);
    vault.tokens.set(other.id, 'kept-since-yesterday-0815');
    assert.equal(connections.secrets.strike('kept-since-yesterday-0815'), 'kept-since-yesterday-0815');
    await connections.token(one);
    await connections.setToken(one, 'the-first-of-two-4711');
    await connections.setToken(one, 'the-second-of-two-4712');
    connections.lend({ ...one, id: 'lent' }, 'lent-for-a-while-4713');
    const said = 'kept-since-yesterday-0815 the-first-of-two-4711 the-second-of-two-4712 lent-for-a-while-4713';
    assert.equal(connections.secrets.strike(said), '••• ••• ••• •••');
  });

  it('give out a token though that of another cannot be had', async () => {
    const { connections, vault } = memoryConnections();
    const one = await connections.add({ name: 'One', baseUrl: 'https://one.example' }, 'a-token-4711');
    await connections.add({ name: 'Other', baseUrl: 'https://other.example' }, undefined);
    const get = vault.get;
    vault.get = async (connection) => (connection.id === one.id ? get(connection) : assert.fail('locked'));
    assert.equal(await connections.token(one), 'a-token-4711');
  });

  it('forget their token when they are removed', async () => {
    const { connections, vault } = memoryConnections();
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, 'secret');
    await connections.remove(added);
    assert.deepEqual([connections.all(), [...vault.tokens]], [[], []]);
  });

  it('tell when one comes, goes or gets a token', async () => {
    const { connections } = memoryConnections();
    let told = 0;
    connections.onDidChange(() => told++);
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    await connections.setToken(added, 'x');
    await connections.signOut(added);
    connections.lend({ ...added, id: 'demo' }, 'y');
    connections.withdraw('demo');
    await connections.remove(added);
    assert.equal(told, 6);
  });

  it('tell which of them has a new token, or is gone', async () => {
    const { connections } = memoryConnections();
    const told: string[] = [];
    connections.onDidChangeToken((id) => told.push(`token of ${id}`));
    connections.onDidRemove((id) => told.push(`${id} is gone`));
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, 'secret');
    await connections.setToken(added, 'other');
    await connections.signOut(added);
    await connections.remove(added);
    // what an earlier one of that id has left goes before it is added
    assert.deepEqual(told, ['a is gone', 'token of a', 'token of a', 'a is gone']);
  });

  it('can be changed while they keep their id and place', async () => {
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

  it('that are lent are not written down', async () => {
    const { connections, store, vault } = memoryConnections();
    connections.lend({ ...testConnection('http://127.0.0.1:1'), id: 'demo' }, 'secret');
    assert.deepEqual([connections.get('demo')?.id, store.readConnections().length], ['demo', 0]);
    connections.withdraw('demo');
    assert.deepEqual([connections.get('demo'), vault.tokens.size], [undefined, 0]);
  });

  it('that are lent keep their token in this window alone, and another run of the service does not get it', async () => {
    const { connections, vault } = memoryConnections();
    const lent = { ...testConnection('http://127.0.0.1:1'), id: 'demo' };
    connections.lend(lent, 'first');
    await connections.setToken(lent, 'second');
    assert.deepEqual([await connections.token(lent), vault.tokens.size], ['second', 0]);
    const again = { ...lent, baseUrl: 'http://127.0.0.1:2' };
    connections.lend(again, 'third');
    assert.deepEqual([await connections.token(lent), await connections.token(again)], [undefined, 'third']);
    await connections.signOut(again);
    assert.equal(await connections.token(again), undefined);
    connections.withdraw('demo');
    await assert.rejects(connections.setToken(again, 'too late'), UnknownConnectionError);
    assert.equal(vault.tokens.size, 0);
  });

  it('have one client each, until they change', async () => {
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

  it('have a client once what was in its way is gone', async () => {
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

  it('have no client once they are gone', async () => {
    const { connections } = memoryConnections();
    const clients = testClients(connections);
    await assert.rejects(clients.get('nowhere'), UnknownConnectionError);
  });
});
