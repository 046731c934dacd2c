import { controllerName } from '../../../../src/model/controller.ts';
import { noNames } from '../../../support/references.ts';
import assert from 'node:assert/strict';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { CharacterBudget } from '../../../../src/services/common/characterBudget.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { searchSeen } from '../../../../src/services/lists/recordSearch.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { type MemoryConnections, memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const place = { connection: 'test', controller: controllerName('crm', 'leads'), listView: 'all' };

describe('list of an unreachable service', () => {
  let service: LeadService;
  let memory: MemoryConnections;
  let clients: Clients;
  let pages: RecordPages;

  const open = (max?: number): RecordPages =>
    new RecordPages(memory.connections, clients, noNames, new CharacterBudget(max));

  beforeEach(async () => {
    service = await leadService(250);
    memory = memoryConnections();
    await memory.connections.add({ name: 'Test', baseUrl: service.url }, 'secret');
    clients = testClients(memory.connections);
    pages = open();
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const seen = async (from: number, count: number, query = {}): Promise<unknown[]> => {
    const { rows, isFromMemory } = await pages.rows(place, query, from, count);
    return [rows[0]?.name, rows.length, isFromMemory === true];
  };
  const goAway = (): void => {
    service.isGone = true;
    pages.evict('test');
  };

  it('is shown as last seen, with the time', async () => {
    const before = Date.now();
    assert.deepEqual(await seen(0, 40), ['Lead 1', 40, false]);
    const after = Date.now();
    goAway();
    const { rows, total, readAt, isFromMemory, columns } = await pages.rows(place, {}, 0, 100);
    assert.deepEqual([rows.length, total, isFromMemory, columns.length > 0], [100, 250, true, true]);
    assert.ok(before <= readAt && readAt <= after);
    assert.deepEqual(await seen(90, 20), ['Lead 91', 10, true]);
  });

  it('is searched by words at once, returning each record once', async () => {
    await pages.rows(place, {}, 0, 40);
    await pages.rows(place, { search: 'Lead 99' }, 0, 20);
    const found = (text: string): string[] =>
      searchSeen(text, pages, memory.connections.all()).map(({ name, address }) => `${name} ${address.id}`);
    assert.deepEqual(found('lead 99'), ['Lead 99 99']);
    assert.deepEqual(found('99 GOA'), ['Lead 99 99']);
    assert.equal(found('lead').length, 10);
    assert.deepEqual(found(''), []);
    assert.deepEqual(searchSeen('lead 99', pages, []), []);
  });

  it('shows all rows seen in this window, however often they were requested since', async () => {
    for (const from of [0, 100, 200]) await seen(from, 100);
    pages.evict('test');
    Object.assign(service.leads.get('1') ?? {}, { name: 'Changed' });
    await seen(0, 100);
    assert.equal(pages.find(place, '150'), undefined, 'it is no row to work with');
    goAway();
    assert.deepEqual(await seen(0, 250), ['Changed', 250, true]);
    assert.deepEqual(await seen(150, 100), ['Lead 151', 100, true]);
  });

  it('omits rows that may have moved because there are more rows now', async () => {
    await seen(0, 250);
    pages.evict('test');
    service.leads.set('0', { name: 'Lead 0', city: null, score: null });
    await seen(0, 100);
    goAway();
    assert.deepEqual(await seen(0, 250), ['Lead 1', 100, true]);
  });

  it('has no rows of another search or list view', async () => {
    await seen(0, 100);
    await seen(0, 10, { search: 'Lead 2' });
    goAway();
    assert.deepEqual(await seen(0, 10, { search: 'Lead 2' }), ['Lead 2', 10, true]);
    await assert.rejects(pages.rows({ ...place, listView: 'other' }, {}, 0, 10), { code: 'unreachable' });
    await assert.rejects(pages.rows({ ...place, listView: undefined }, {}, 0, 10), { code: 'unreachable' });
  });

  it('does not update its read time when shown again', async () => {
    const { readAt } = await pages.rows(place, {}, 0, 10);
    await pages.rows(place, {}, 0, 10);
    goAway();
    assert.equal((await pages.rows(place, {}, 0, 10)).readAt, readAt);
  });

  it('fails for rows or searches that were never seen', async () => {
    await seen(0, 40);
    goAway();
    await assert.rejects(seen(100, 10), { code: 'unreachable' });
    await assert.rejects(seen(0, 10, { search: 'Lead 2' }), { code: 'unreachable' });
  });

  it('is live again as soon as the service is back', async () => {
    await seen(0, 10);
    goAway();
    await seen(0, 10);
    service.isGone = false;
    Object.assign(service.leads.get('1') ?? {}, { name: 'Changed' });
    assert.deepEqual(await seen(0, 10), ['Changed', 10, false]);
  });

  it('is not shown when the service denies access', async () => {
    await seen(0, 10);
    pages.evict('test');
    service.isLocked = true;
    await assert.rejects(seen(0, 10), { code: 'notSignedIn' });
  });

  it('is cleared when another user signs in, or the address of the service changes', async () => {
    const [connection] = memory.connections.all();
    assert.ok(connection);
    await seen(0, 10);
    await memory.connections.setToken(connection, 'other');
    goAway();
    await assert.rejects(seen(0, 10), { code: 'unreachable' });
    service.isGone = false;
    await seen(0, 10);
    await memory.connections.change({ ...connection, baseUrl: 'http://127.0.0.1:1' });
    await assert.rejects(seen(0, 10), { code: 'unreachable' });
  });

  it('is cached within limits; the least recently seen rows are evicted first', async () => {
    pages = open(10_000);
    await seen(0, 40);
    await seen(100, 40);
    goAway();
    assert.deepEqual(await seen(100, 40), ['Lead 101', 40, true]);
    await assert.rejects(seen(0, 40), { code: 'unreachable' });
  });
});
