import assert from 'node:assert/strict';
import { parseControllerName } from '../../../../src/model/controller.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import type { Connections } from '../../../../src/services/connections/connections.ts';
import { ListViewCache } from '../../../../src/services/lists/listViewCache.ts';
import { listViewAnswer } from '../../../support/listViewAnswers.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { json, type Script, type ScriptedService, scriptedService } from '../../../support/scriptedService.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

const views = [
  { id: '1', name: 'All', controller: 'crm/leads', category_name: 'Sales' },
  { id: '2', name: 'By city', controller: 'crm/leads', chart: 'pie_chart' },
  { id: '3', name: 'Users', controller: 'access_controls/users' },
];
const leads = parseControllerName('crm/leads') ?? assert.fail();

describe('list views of a connection', () => {
  let service: ScriptedService;
  let connections: Connections;
  let clients: Clients;
  let cache: ListViewCache;
  let script: Script;

  beforeEach(async () => {
    script = (request, response) => json(response, listViewAnswer(views, request));
    service = await scriptedService((request, response, turn) => script(request, response, turn));
    ({ connections } = memoryConnections());
    clients = testClients(connections);
    cache = new ListViewCache(connections, clients);
    await connections.add({ name: 'A', baseUrl: service.url }, 'first');
  });

  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  it('are requested once for all controllers, and once per expanded controller', async () => {
    const controllers = await cache.controllers('a');
    await Promise.all([cache.controllers('a'), cache.controllers('a')]);
    assert.deepEqual([controllers.length, service.received.length], [2, 1]);
    await Promise.all([cache.listViews('a', leads), cache.listViews('a', leads)]);
    await cache.listViews('a', leads);
    assert.equal(service.received.length, 2);
  });

  it('notify when the controllers are known', async () => {
    const known: number[] = [];
    cache.onDidLearn(() => known.push(cache.knownControllers('a').length));
    await cache.listViews('a', leads);
    assert.deepEqual(known, []);
    await cache.controllers('a');
    assert.deepEqual(known, [2]);
  });

  it('have the category from the first response and the chart from the full one', async () => {
    await cache.controllers('a');
    assert.deepEqual(pluck(cache.known('a', leads), 'chart'), [undefined, undefined]);
    await cache.listViews('a', leads);
    assert.deepEqual(pluck(cache.known('a', leads), 'category', 'chart'), [
      ['Sales', undefined],
      [undefined, 'pie'],
    ]);
  });

  it('are requested again after a refresh, at that level only', async () => {
    await cache.controllers('a');
    await cache.listViews('a', leads);
    cache.evict('a', leads);
    await cache.controllers('a');
    assert.equal(service.received.length, 2);
    await cache.listViews('a', leads);
    assert.equal(service.received.length, 3);
    cache.evict('a');
    await cache.controllers('a');
    await cache.listViews('a', leads);
    assert.equal(service.received.length, 5);
  });

  it('are requested again with a new token or service, and for no other change', async () => {
    const [connection] = connections.all();
    assert.ok(connection);
    await cache.controllers('a');
    await connections.change({ ...connection, name: 'Other', color: 'red', readOnly: true });
    await cache.controllers('a');
    assert.equal(service.received.length, 1);
    await connections.setToken(connection, 'second');
    await cache.controllers('a');
    assert.deepEqual(
      service.received.map(({ headers }) => headers.authorization),
      ['Bearer first', 'Bearer second'],
    );
  });

  it('are requested again after a failure', async () => {
    script = (_, response) => json(response, { errors: ['Expired'] }, 401);
    const both = [cache.controllers('a'), cache.controllers('a')];
    for (const one of both) await assert.rejects(one, { code: 'notSignedIn' });
    assert.equal(service.received.length, 1);
    script = (request, response) => json(response, listViewAnswer(views, request));
    assert.equal((await cache.controllers('a')).length, 2);
  });

  it('do not wait for an abandoned request', async () => {
    script = () => undefined; // never responds
    const first = cache.controllers('a');
    const refused = assert.rejects(first, { code: 'canceled' });
    script = (request, response) => json(response, listViewAnswer(views, request));
    cache.evict('a');
    await refused;
    assert.equal((await cache.controllers('a')).length, 2);
  });
});
