import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { LastReadCache } from '../../../../src/services/lists/lastReadCache.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { searchSeen } from '../../../../src/services/lists/recordSearch.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { type MemoryConnections, memoryConnections } from '../../../support/memoryConnections.ts';
import { type DraftBench, draftBench, lead, newLead, typed, valuesOf } from '../records/draftBench.ts';
import { testClients } from '../../../support/testClients.ts';

const place = { connection: 'test', controller: controllerName('crm', 'leads'), listView: 'all' };

describe('a list whose service is away', () => {
  let service: LeadService;
  let memory: MemoryConnections;
  let clients: Clients;
  let pages: RecordPages;

  const open = (most?: number): RecordPages =>
    new RecordPages(memory.connections, clients, new LastReadCache(memory.connections, new RecordChanges(), most));

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
    pages.forget('test');
  };

  it('is shown as it was last seen, with the time of that', async () => {
    const before = Date.now();
    assert.deepEqual(await seen(0, 40), ['Lead 1', 40, false]);
    const after = Date.now();
    goAway();
    const { rows, total, readAt, isFromMemory, columns } = await pages.rows(place, {}, 0, 100);
    assert.deepEqual([rows.length, total, isFromMemory, columns.length > 0], [40, 250, true, true]);
    assert.ok(before <= readAt && readAt <= after);
    assert.deepEqual(await seen(30, 20), ['Lead 31', 10, true]);
  });

  it('is found by words at once, each record once', async () => {
    const lastRead = new LastReadCache(memory.connections, new RecordChanges());
    pages = new RecordPages(memory.connections, clients, lastRead);
    await pages.rows(place, {}, 0, 40);
    await pages.rows(place, { search: 'Lead 1' }, 0, 20);
    const found = (text: string): string[] =>
      searchSeen(text, lastRead, memory.connections.all()).map(({ name, address }) => `${name} ${address.id}`);
    assert.deepEqual(found('lead 17'), ['Lead 17 17']);
    assert.deepEqual(found('17 GOA'), ['Lead 17 17']);
    assert.equal(found('lead').length, 10);
    assert.deepEqual(found(''), []);
    assert.deepEqual(searchSeen('lead 17', lastRead, []), []);
  });

  it('does not grow younger by being looked at', async () => {
    const { readAt } = await pages.rows(place, {}, 0, 10);
    await pages.rows(place, {}, 0, 10);
    goAway();
    assert.equal((await pages.rows(place, {}, 0, 10)).readAt, readAt);
  });

  it('fails where nothing was seen: other rows, another search', async () => {
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

  it('is not shown when the service says no', async () => {
    await seen(0, 10);
    pages.forget('test');
    service.isLocked = true;
    await assert.rejects(seen(0, 10), { code: 'notSignedIn' });
  });

  it('is forgotten when somebody else signs in, and with the address of its service', async () => {
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

  it('is remembered within bounds: what was seen longest ago goes first', async () => {
    pages = open(10_000);
    await seen(0, 40);
    await seen(100, 40);
    goAway();
    assert.deepEqual(await seen(100, 40), ['Lead 101', 40, true]);
    await assert.rejects(seen(0, 40), { code: 'unreachable' });
  });
});

describe('a record whose service is away', () => {
  let bench: DraftBench;
  beforeEach(async () => (bench = await draftBench()));
  afterEach(() => bench.close());

  it('is opened as it was last seen, and says when that was', async () => {
    const before = Date.now();
    await bench.read(lead('1'));
    assert.equal(bench.drafts.get(lead('1'))?.seenAt, undefined);
    await bench.drafts.close(lead('1'));
    bench.isAway = true;
    assert.equal(valuesOf(await bench.read(lead('1')))['city'], 'Goa');
    const { seenAt = 0 } = bench.drafts.get(lead('1')) ?? {};
    assert.ok(before <= seenAt && seenAt <= Date.now());
    await assert.rejects(bench.read(lead('2')), { code: 'unreachable' });
    await assert.rejects(bench.read(newLead), { code: 'unreachable' });
  });

  it('refuses to be saved with a sentence, and what is typed stays', async () => {
    await bench.read(lead('1'));
    bench.isAway = true;
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    await assert.rejects(bench.drafts.saveDocument(lead('1'), text), /Could not save Lead 1: /);
    assert.deepEqual(bench.posts(), []);
    assert.deepEqual(
      bench.drafts.changed(lead('1'), text).map(({ after }) => after),
      ['Pune'],
    );
  });

  it('is never written from: a save reads the record first, and others keep what they changed', async () => {
    await bench.read(lead('1'));
    bench.isAway = true;
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    bench.isAway = false;
    bench.change({ city: 'Agra' });
    await assert.rejects(bench.drafts.saveDocument(lead('1'), text), { code: 'conflict' });
    assert.deepEqual(bench.posts(), []);
    assert.equal(bench.drafts.get(lead('1'))?.seenAt, undefined);
  });

  it('is live again after a look at the service, with the unsaved text as it was', async () => {
    await bench.read(lead('1'));
    bench.isAway = true;
    await bench.read(lead('1'));
    await bench.drafts.refreshBase(lead('1'));
    assert.notEqual(bench.drafts.get(lead('1'))?.seenAt, undefined);
    bench.isAway = false;
    bench.change({ score: '9' });
    await bench.drafts.refreshBase(lead('1'));
    const { seenAt, news } = bench.drafts.get(lead('1')) ?? {};
    assert.deepEqual([seenAt, news], [undefined, 'changed']);
  });

  it('is not shown as it was before it was saved', async () => {
    const text = typed(await bench.read(lead('1')), { city: 'Pune' });
    await bench.drafts.saveDocument(lead('1'), text);
    bench.isAway = true;
    await assert.rejects(bench.read(lead('1')), { code: 'unreachable' });
  });
});
