import assert from 'node:assert/strict';
import type { SecretStorage, SecretStorageChangeEvent } from 'vscode';
import { SecretTokenVault } from '../../../src/platform/secretTokenVault.ts';
import { testConnection } from '../../support/testConnection.ts';

const connection = testConnection('https://records.example');

describe('tokens stored by VS Code', () => {
  it('are read once, since each read waits for the window', async () => {
    const { storage, looks } = secretStorage();
    const vault = new SecretTokenVault(storage);
    await vault.set(connection, 'first');
    assert.deepEqual([await vault.get(connection), await vault.get(connection)], ['first', 'first']);
    assert.equal(looks(), 1);
    assert.equal(await vault.get({ ...connection, baseUrl: 'https://elsewhere.example' }), undefined);
  });

  it('are returned for the full address they were entered for, however it is written', async () => {
    const vault = new SecretTokenVault(secretStorage().storage);
    const tenant = { ...connection, baseUrl: 'https://records.example/tenant-a' };
    await vault.set(tenant, 'of a');
    const at = (baseUrl: string): Promise<string | undefined> => vault.get({ ...connection, baseUrl });
    assert.equal(await at('https://RECORDS.example:443/tenant-a/'), 'of a');
    for (const other of ['', '/tenant-b', '/tenant-a/b', '/tenant-ab'])
      assert.equal(await at(`https://records.example${other}`), undefined, other);
  });

  it('of earlier versions, bound to an origin, are returned only for a service without a path', async () => {
    const { storage, fromElsewhere } = secretStorage();
    const vault = new SecretTokenVault(storage);
    await fromElsewhere('old');
    assert.equal(await vault.get(connection), 'old');
    assert.equal(await vault.get({ ...connection, baseUrl: 'https://records.example/tenant-b' }), undefined);
  });

  it('are read again after every change, even if there was none', async () => {
    const { storage, looks, fromElsewhere } = secretStorage();
    const vault = new SecretTokenVault(storage);
    assert.deepEqual([await vault.get(connection), await vault.get(connection), looks()], [undefined, undefined, 1]);
    await fromElsewhere('another window');
    assert.equal(await vault.get(connection), 'another window');
    await fromElsewhere('once more');
    assert.equal(await vault.get(connection), 'once more');
    await vault.set(connection, 'own');
    assert.equal(await vault.get(connection), 'own');
    await vault.delete(connection.id);
    assert.equal(await vault.get(connection), undefined);
  });

  it('are not stale when they are changed during a read', async () => {
    const { storage, fromElsewhere } = secretStorage();
    const vault = new SecretTokenVault(storage);
    await fromElsewhere('old');
    const looking = vault.get(connection);
    await fromElsewhere('new');
    await looking;
    assert.equal(await vault.get(connection), 'new');
  });
});

/** Fake secret storage that another window can change too. It reports its own changes late. */
function secretStorage() {
  const kept = new Map<string, string>();
  const listeners: ((event: SecretStorageChangeEvent) => void)[] = [];
  let looks = 0;
  const storage = {
    get: async (key: string) => {
      looks += 1;
      return kept.get(key);
    },
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
    onDidChange: (listener: (typeof listeners)[0]) => listeners.push(listener),
  };
  const fromElsewhere = async (token: string): Promise<void> => {
    const key = `token:${connection.id}`;
    kept.set(key, JSON.stringify({ origin: new URL(connection.baseUrl).origin, token }));
    for (const listener of listeners) listener({ key });
  };
  return { storage: storage as unknown as SecretStorage, looks: () => looks, fromElsewhere };
}
