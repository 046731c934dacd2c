import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Connection } from '../../../../src/model/connection/connection.ts';
import { KnownSecrets } from '../../../../src/model/connection/knownSecrets.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { Connections } from '../../../../src/services/connections/connections.ts';
import { Lazy } from '../../../../src/services/common/lazy.ts';
import { PlainHttpConsent } from '../../../../src/services/connections/plainHttpConsent.ts';
import { testConnection as tryOut } from '../../../../src/services/connections/testConnection.ts';
import { testSentence } from '../../../../src/model/connection/connectionTest.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import type { Memento } from '../../../../src/services/remembered/memento.ts';
import { failure } from '../../../support/failure.ts';
import { plainMemory } from '../../../support/memory.ts';
import { MemoryStore, MemoryVault } from '../../../support/memoryConnections.ts';
import { inProject } from '../../../support/projectPaths.ts';
import { json, type ScriptedService, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { testClients } from '../../../support/testClients.ts';

const leads = controllerName('crm', 'leads');
const page = { paginate: { data: [], header: [], primary_key: 'leads.id' }, errors: [] };
const quiet = { request: () => undefined };

/** A window, and a user who answers the prompt. */
class AskedWindow {
  readonly asked: string[] = [];
  readonly connections: Connections;
  readonly clients: Clients;
  answer = true;

  constructor(store: MemoryStore, vault: MemoryVault, memory: Memento = plainMemory()) {
    const plainHttp = new PlainHttpConsent(memory, async (baseUrl) => {
      this.asked.push(baseUrl);
      return this.answer;
    });
    this.connections = new Connections(store, vault, new KnownSecrets(), new Lazy(async () => plainHttp));
    this.clients = testClients(this.connections, quiet);
  }

  async rows(id: string): Promise<number> {
    return (await (await this.clients.get(id)).records(leads, {})).rows.length;
  }
}

describe('consent to send a token over plain HTTP', () => {
  let service: ScriptedService;
  let store: MemoryStore;
  let vault: MemoryVault;
  let window: AskedWindow;
  const windows: AskedWindow[] = [];
  const open = (memory?: Memento): AskedWindow => {
    const opened = new AskedWindow(store, vault, memory);
    windows.push(opened);
    return opened;
  };
  /** A host name that only the proxy resolves; it forwards everything to the service. */
  const exposed = (id = 'plain', url = 'http://records.test'): Connection => ({
    ...testConnection(url, {}, { proxy: service.url }),
    id,
    name: id,
  });

  beforeEach(async () => {
    service = await scriptedService((_, response) => json(response, page));
    store = new MemoryStore();
    vault = new MemoryVault();
    window = open();
    await store.writeConnections([exposed()]);
    vault.tokens.set('plain', 'a-token-4711');
  });

  afterEach(async () => {
    for (const each of windows.splice(0)) each.clients.dispose();
    await service.close();
  });

  it('is requested once for any number of concurrent requests, and then the token is sent', async () => {
    await Promise.all([window.rows('plain'), window.rows('plain'), window.rows('plain')]);
    await window.rows('plain');
    assert.deepEqual(window.asked, ['http://records.test']);
    assert.equal(service.received.length, 4);
    assert.equal(service.received[0]?.headers.authorization, 'Bearer a-token-4711');
  });

  it('blocks the token with an error when denied, without asking again', async () => {
    window.answer = false;
    const sentence =
      /^Could not list the records of crm\/leads: http:\/\/records\.test is not encrypted, and sending secrets there was not approved\. Change the address to one that begins with https:\/\/, or set the token to be asked again\.$/;
    for (let turn = 0; turn < 3; turn++) {
      const error = await failure(window.rows('plain'), 'notSignedIn', sentence);
      assert.equal(error.effect, 'notSent');
    }
    const [write] = await Promise.allSettled([(await window.clients.get('plain')).sendDelete(leads, '7')]);
    assert.equal(write.status === 'rejected' && (write.reason as { effect: string }).effect, 'notSent');
    assert.deepEqual([window.asked.length, service.received], [1, []]);
  });

  it('is requested again after a user action, and then remembered', async () => {
    window.answer = false;
    await assert.rejects(window.rows('plain'));
    (await window.connections.plainHttp.get()).askAgain(exposed());
    window.answer = true;
    assert.equal(await window.rows('plain'), 0);
    assert.equal(window.asked.length, 2);
  });

  it('is remembered per connection and address, in every window of this installation', async () => {
    const memory = plainMemory();
    assert.equal(await open(memory).rows('plain'), 0);
    const next = open(memory);
    assert.equal(await next.rows('plain'), 0);
    assert.deepEqual(next.asked, []);
    await store.writeConnections([exposed('plain', 'http://records.test:8080'), exposed('other')]);
    vault.tokens.set('other', 'another-token');
    await next.rows('plain');
    await next.rows('other');
    assert.deepEqual(next.asked, ['http://records.test:8080', 'http://records.test']);
    await next.connections.remove(exposed('other'));
    await store.writeConnections([exposed('other')]);
    vault.tokens.set('other', 'another-token');
    await next.rows('other');
    assert.equal(next.asked.length, 3);
  });

  it('is not requested without a token, over HTTPS or on this computer', async () => {
    vault.tokens.clear();
    await window.rows('plain');
    const here = { ...testConnection(service.url), id: 'here' };
    await store.writeConnections([here]);
    vault.tokens.set('here', 'a-token-4711');
    await window.rows('here');
    await (await window.connections.plainHttp.get()).require({ id: 'a', baseUrl: 'https://records.test' });
    assert.equal(await (await window.connections.plainHttp.get()).agrees('https://records.test'), true);
    assert.deepEqual(window.asked, []);
    assert.equal(service.received.length, 2);
  });

  it('is not requested again after it was given when the connection was added', async () => {
    assert.equal(await (await window.connections.plainHttp.get()).agrees('http://records.test'), true);
    const { id } = await window.connections.add({ name: 'Added', baseUrl: 'http://records.test' }, 'a-token-4711');
    const added = { ...exposed(id), name: 'Added' };
    const client = await window.clients.open(added, () => window.connections.token(added));
    await client.records(leads, {});
    await client.close();
    assert.equal(window.asked.length, 1);
  });

  it('uses the same text in a connection test', async () => {
    window.answer = false;
    const test = await tryOut(exposed(), 'a-token-4711', window, new AbortController().signal);
    assert.match(testSentence(exposed(), test), /sending secrets there was not approved\. Change the address/);
    assert.deepEqual(service.received, []);
  });

  it('never lets a token go from HTTPS to HTTP, wherever the service redirects', async () => {
    const file = (name: string): string => readFileSync(inProject('test/support/certificates', name), 'utf8');
    const tls = { key: file('service.key'), cert: file('service.pem') };
    const plain = `${service.url}/crm/leads/index.json`;
    const secure = await scriptedService((_, response) => void response.writeHead(302, { location: plain }).end(), tls);
    await store.writeConnections([
      { ...testConnection(secure.url, {}, { extraCa: file('authority.pem') }), id: 'here' },
    ]);
    vault.tokens.set('here', 'a-token-4711');
    try {
      await failure(window.rows('here'), 'notARecordService', /to which the token is never sent/);
      assert.deepEqual([secure.received.length, service.received], [1, []]);
    } finally {
      await secure.close();
    }
  });
});
