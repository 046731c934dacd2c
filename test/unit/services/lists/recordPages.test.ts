import { controllerName } from '../../../../src/model/controller.ts';
import { noNames } from '../../../support/references.ts';
import assert from 'node:assert/strict';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { spellPhone } from '../../../../src/services/lists/findByPhone.ts';
import { RecordPages } from '../../../../src/services/lists/recordPages.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { type MemoryConnections, memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const place = { connection: 'test', controller: controllerName('crm', 'leads'), listView: 'all' };

describe('pages of all tables', () => {
  let service: LeadService;
  let memory: MemoryConnections;
  let clients: Clients;
  let pages: RecordPages;

  beforeEach(async () => {
    service = await leadService(250);
    memory = memoryConnections();
    await memory.connections.add({ name: 'Test', baseUrl: service.url }, undefined);
    clients = testClients(memory.connections);
    pages = new RecordPages(memory.connections, clients, noNames);
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const untilAsked = async (times: number): Promise<void> => {
    while (service.received.length < times) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const names = async (from: number, count: number, query = {}): Promise<string[]> =>
    (await pages.rows(place, query, from, count)).rows.map(({ name }) => name);

  it('use the page size of the connection', async () => {
    assert.deepEqual(await names(199, 2), ['Lead 200', 'Lead 201']);
    assert.deepEqual(
      service.received.map(({ query }) => [query.get('page'), query.get('limit')]),
      [
        ['2', '100'],
        ['3', '100'],
      ],
    );
  });

  it('are shared by all tables of a list, and separate for another search', async () => {
    await names(0, 10);
    await names(5, 10);
    assert.equal(service.received.length, 1);
    assert.deepEqual(await names(0, 5, { search: 'Lead 250' }), ['Lead 250']);
    await names(0, 10);
    assert.equal(service.received.length, 2);
  });

  it('find a phone number as the service formats it, typed in another notation', async () => {
    for (let number = 0; number < 120; number++)
      service.leads.set(`p${number}`, { name: `+49 30 20 04 ${100 + number}`.slice(0, 15), city: null, score: null });
    service.leads.set('mia', { name: 'Mia, +49 30 10 04 13', city: 'Goa', score: null });
    const never = new AbortController().signal;
    const spelled = (search: string): Promise<string | undefined> => spellPhone(pages, place, { search }, never);
    for (const typed of ['4930100413', '030 100413', '+49 30 100413'])
      assert.equal(await spelled(typed), '+49 30 10 04 13', typed);
    assert.deepEqual(await names(0, 10, { search: await spelled('030 100413') }), ['Mia, +49 30 10 04 13']);
    assert.equal(await spelled('+49 30 999999'), undefined);
    assert.equal(await spelled('Mia'), undefined);
  });

  it('contain what the service finds by category, requested once', async () => {
    for (const id of ['3', '170']) Object.assign(service.leads.get(id) ?? {}, { city: 'Pune' });
    const find = { kind: 'category', category: 'Goa' } as const;
    assert.equal((await pages.rows(place, { find }, 0, 10)).total, 248);
    assert.deepEqual(
      (await pages.rows(place, { find }, 200, 1)).rows.map(({ id }) => id),
      ['203'],
    );
    assert.deepEqual(
      service.received.map(({ path, query }) => [path, query.get('current_category')]),
      [['/crm/leads/view', 'Goa']],
    );
    pages.evict('test');
    assert.equal(
      (await pages.rows(place, { find }, 0, 10)).columns.some(({ isSortable }) => isSortable),
      false,
    );
    assert.equal(service.received.length, 2);
  });

  it('reach the remaining waiters when the first requester cancels', async () => {
    const find = { kind: 'category', category: 'Goa' } as const;
    const first = new AbortController();
    const given = assert.rejects(pages.rows(place, { find }, 0, 10, first.signal), { code: 'canceled' });
    const waiting = pages.rows(place, { find }, 200, 10);
    // both have sent their request by then
    await clients.get('test');
    first.abort();
    await given;
    assert.equal((await waiting).total, 250);
  });

  it('find a cached row with all of its cells', async () => {
    assert.equal(pages.find(place, '3'), undefined);
    await names(0, 10);
    assert.equal(pages.find(place, '3')?.row.name, 'Lead 3');
    assert.equal(pages.find({ ...place, listView: 'other' }, '3'), undefined);
  });

  it('are evicted for one controller or a whole connection', async () => {
    await names(0, 10);
    pages.evict('other');
    pages.evict('test', controllerName('crm', 'accounts'));
    await names(0, 10);
    assert.equal(service.received.length, 1);
    pages.evict('test', place.controller);
    await names(0, 10);
    pages.evict('test');
    await names(0, 10);
    assert.equal(service.received.length, 3);
  });

  it('are the same for a saved search as for its list view', async () => {
    await names(0, 10);
    const search = { ...place, kind: 'listView', search: 'mine' } as const;
    assert.equal((await pages.rows(search, {}, 0, 10)).rows.length, 10);
    assert.equal(service.received.length, 1);
    assert.equal(pages.find(search, '3')?.row.name, 'Lead 3');
  });

  it('return the current list if evicted during a read, with one request for all waiters', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.listed = promise;
    const early = names(0, 10);
    await untilAsked(1);
    pages.evict('test');
    Object.assign(service.leads.get('1') ?? {}, { name: 'Changed' });
    const late = names(0, 10);
    await untilAsked(2);
    resolve();
    assert.deepEqual([(await early)[0], (await late)[0]], ['Changed', 'Changed']);
    assert.equal(service.received.length, 2);
  });

  it('are never those of another service that now has the name', async () => {
    await names(0, 1);
    const other = await leadService(1);
    Object.assign(other.leads.get('1') ?? {}, { name: 'Somebody else' });
    const [connection] = memory.connections.all();
    assert.ok(connection);
    await memory.connections.change({ ...connection, baseUrl: other.url });
    assert.deepEqual(await names(0, 1), ['Somebody else']);
    await other.close();
  });

  describe('that are prefetched', () => {
    it('are returned once on request, for the requested list view', async () => {
      assert.equal(await pages.prefetch(place, {}, 0, 100).isHere, true);
      assert.equal((await names(0, 100)).length, 100);
      assert.deepEqual(
        service.received.map(({ query }) => [query.get('current_listview'), query.get('page')]),
        [['all', '1']],
      );
    });

    it('are requested once, even if the table or another table asks before they arrive', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      service.listed = promise;
      const one = pages.prefetch(place, {}, 0, 100);
      assert.equal(pages.prefetch(place, {}, 0, 100), one);
      await untilAsked(1);
      const asked = names(0, 100);
      // it now belongs to the caller that requested it
      one.cancel();
      resolve();
      assert.equal((await asked).length, 100);
      assert.equal(service.received.length, 1);
    });

    it('fail once for both, and are requested again afterward', async () => {
      service.isLocked = true;
      assert.equal(await pages.prefetch(place, {}, 0, 100).isHere, false);
      const { length } = service.received;
      await assert.rejects(names(0, 100), { code: 'notSignedIn' });
      assert.equal(service.received.length, length);
      service.isLocked = false;
      assert.equal((await names(0, 100)).length, 100);
    });

    it('are requested again by another table after a failure', async () => {
      service.isLocked = true;
      assert.equal(await pages.prefetch(place, {}, 0, 100).isHere, false);
      service.isLocked = false;
      assert.equal(await pages.prefetch(place, {}, 0, 100).isHere, true);
    });

    it('end when evicted, and disposing the old prefetch does not end the new one', async () => {
      const old = pages.prefetch(place, {}, 0, 100);
      assert.deepEqual([await old.isHere, old.isOver], [true, false]);
      pages.evict('test');
      assert.equal(old.isOver, true);
      const { length } = service.received;
      const anew = pages.prefetch(place, {}, 0, 100);
      old.cancel();
      assert.deepEqual([await anew.isHere, (await names(0, 100)).length], [true, 100]);
      assert.deepEqual([anew.isOver, service.received.length], [true, length + 1]);
    });

    it('are the last seen rows, requested once, when the service is unreachable', async () => {
      await names(0, 100);
      pages.evict('test');
      service.isGone = true;
      assert.equal(await pages.prefetch(place, {}, 0, 100).isHere, true);
      const { length } = service.received;
      assert.equal((await pages.rows(place, {}, 0, 100)).isFromMemory, true);
      assert.equal(service.received.length, length);
    });

    it('are aborted when no longer needed, and requested again when evicted', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      service.listed = promise;
      const dropped = pages.prefetch(place, {}, 0, 100);
      await untilAsked(1);
      dropped.cancel();
      assert.equal(await dropped.isHere, false);
      resolve();
      assert.equal(await pages.prefetch(place, {}, 0, 100).isHere, true);
      Object.assign(service.leads.get('1') ?? {}, { name: 'Changed' });
      pages.evict('test', place.controller);
      assert.equal((await names(0, 100))[0], 'Changed');
    });

    it('are not requested over a removed connection, and are aborted with it', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      service.listed = promise;
      const underWay = pages.prefetch(place, {}, 0, 100);
      await untilAsked(1);
      const [connection] = memory.connections.all();
      assert.ok(connection);
      await memory.connections.remove(connection);
      assert.equal(await underWay.isHere, false);
      assert.equal(await pages.prefetch(place, {}, 100, 100).isHere, false);
      assert.equal(service.received.length, 1);
      resolve();
    });
  });
});
