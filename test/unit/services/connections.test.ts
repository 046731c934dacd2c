import assert from 'node:assert/strict';
import type { Connection } from '../../../src/model/connection.ts';
import { Clients, UnknownConnectionError } from '../../../src/services/clients.ts';
import { Connections, type ConnectionStore, type TokenVault } from '../../../src/services/connections.ts';
import { Signal } from '../../../src/services/signal.ts';
import { testConnection } from '../../support/testConnection.ts';

class MemoryStore implements ConnectionStore {
  #kept: readonly Connection[] = [];
  readonly #changed = new Signal<void>();
  readonly onDidChange = this.#changed.event;
  read = (): readonly Connection[] => this.#kept;
  write = async (connections: readonly Connection[]): Promise<void> => {
    this.#kept = connections;
    this.#changed.fire();
  };
}

class MemoryVault implements TokenVault {
  readonly tokens = new Map<string, string>();
  get = async (connection: Connection): Promise<string | undefined> => this.tokens.get(connection.id);
  set = async (connection: Connection, token: string): Promise<void> => void this.tokens.set(connection.id, token);
  delete = async (connection: Connection): Promise<void> => void this.tokens.delete(connection.id);
}

describe('connections', () => {
  function start(): { connections: Connections; vault: MemoryVault; store: MemoryStore } {
    const store = new MemoryStore();
    const vault = new MemoryVault();
    return { store, vault, connections: new Connections(store, vault) };
  }

  it('are kept without their tokens', async () => {
    const { connections, vault, store } = start();
    const added = await connections.add({ name: 'Production', baseUrl: 'https://records.example.com' }, 'secret');
    assert.equal(added.id, 'production');
    assert.equal(vault.tokens.get('production'), 'secret');
    assert.ok(!JSON.stringify(store.read()).includes('secret'));
  });

  it('never take the id of the demo', async () => {
    const { connections } = start();
    assert.equal(
      (await connections.add({ name: 'Demo', baseUrl: 'https://demo.example.com' }, undefined)).id,
      'demo-2',
    );
  });

  it('forget their token when they are removed', async () => {
    const { connections, vault } = start();
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, 'secret');
    await connections.remove(added);
    assert.deepEqual([connections.all(), [...vault.tokens]], [[], []]);
  });

  it('tell when one comes, goes or gets a token', async () => {
    const { connections } = start();
    let told = 0;
    connections.onDidChange(() => told++);
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    await connections.setToken(added, 'x');
    await connections.signOut(added);
    await connections.lend({ ...added, id: 'demo' }, 'y');
    await connections.withdraw('demo');
    await connections.remove(added);
    assert.equal(told, 6);
  });

  it('that are lent are not written down', async () => {
    const { connections, store, vault } = start();
    await connections.lend({ ...testConnection('http://127.0.0.1:1'), id: 'demo' }, 'secret');
    assert.deepEqual([connections.get('demo')?.id, store.read().length], ['demo', 0]);
    await connections.withdraw('demo');
    assert.deepEqual([connections.get('demo'), vault.tokens.size], [undefined, 0]);
  });

  it('have one client each, until they change', async () => {
    const { connections, store } = start();
    const clients = new Clients(connections, { request: () => undefined });
    const added = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    const first = await clients.get('a');
    assert.equal(await clients.get('a'), first);
    await store.write([{ ...added, baseUrl: 'https://b.example' }]);
    const second = await clients.get('a');
    assert.notEqual(second, first);
    assert.equal(second.connection.baseUrl, 'https://b.example');
    clients.dispose();
  });

  it('have no client once they are gone', async () => {
    const { connections } = start();
    const clients = new Clients(connections, { request: () => undefined });
    await assert.rejects(clients.get('nowhere'), UnknownConnectionError);
  });
});
