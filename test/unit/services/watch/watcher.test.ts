import { controllerName } from '../../../../src/model/controller.ts';
import { noNames } from '../../../support/references.ts';
import assert from 'node:assert/strict';
import type { RecordAddress } from '../../../../src/model/address/address.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import { snapshotTexts } from '../../../../src/model/snapshot.ts';
import { type WatchedSearch, Watcher } from '../../../../src/services/watch/watcher.ts';
import { WatchMemory } from '../../../../src/services/watch/watchMemory.ts';
import { type WatchedAddress, WatchList } from '../../../../src/services/watch/watchList.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { allOf, memoryHistory, MemoryHistoryStore } from '../../../support/memoryHistory.ts';
import { MemoryTextStore } from '../../../support/memoryStores.ts';
import { testClients } from '../../../support/testClients.ts';
import { pluck } from '../../../support/pluck.ts';

const controller = controllerName('crm', 'leads');
const second = 1_000;

describe('watching', () => {
  let service: LeadService;
  let clients: Clients;
  let list: WatchList;
  let watcher: Watcher;
  let changes: RecordChanges;
  let memory: ReturnType<typeof plainMemory>;
  let connections: ReturnType<typeof memoryConnections>['connections'];
  let connection: string;
  let now = 0;
  let store: MemoryTextStore;
  let looks: WatchMemory;
  let historyLines: MemoryHistoryStore;
  let search: WatchedSearch | undefined;

  beforeEach(async () => {
    service = await leadService(8);
    ({ connections } = memoryConnections());
    connection = (await connections.add({ name: 'Leads', baseUrl: service.url }, undefined)).id;
    clients = testClients(connections);
    memory = plainMemory();
    changes = new RecordChanges();
    list = new WatchList(memory, connections);
    now = 0;
    store = new MemoryTextStore();
    historyLines = new MemoryHistoryStore();
    watcher = newWatcher();
  });

  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  /** The watcher of a new window. */
  function newWatcher(by: Pick<Clients, 'get'> = clients): Watcher {
    const history = memoryHistory(historyLines, () => now);
    looks = new WatchMemory(store, () => history.isKept, history.onFailure);
    return new Watcher({
      list,
      clients: by,
      changes,
      memory: looks,
      history,
      references: noNames,
      searchOf: () => search,
      now: () => now,
    });
  }
  const lead = (id: string): RecordAddress => ({ kind: 'record', connection, controller, id });
  const all = (): WatchedAddress => ({ kind: 'listView', connection, controller, listView: 'all' });
  const set = (id: string, city: string): void => void Object.assign(service.leads.get(id) ?? {}, { city });
  const reported = (): unknown[] => watcher.all().map(({ news }) => news);

  it('reports nothing at the first check, and changes afterward', async () => {
    await list.add(lead('1'));
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [undefined]);
    assert.equal(watcher.all()[0]?.name, 'Lead 1');
    set('1', 'Pune');
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [{ kind: 'fields', labels: ['City'] }]);
  });

  it('keeps reporting against the last seen state until the user has looked', async () => {
    await list.add(lead('1'));
    await watcher.checkAll(second);
    for (const city of ['Pune', 'Agra']) {
      set('1', city);
      await watcher.checkAll(second);
    }
    const pair = watcher.difference(lead('1'));
    assert.match(JSON.stringify(pair?.before), /Goa/);
    assert.match(JSON.stringify(pair?.now), /Agra/);
    watcher.markSeen(lead('1'));
    assert.deepEqual(reported(), [undefined]);
    assert.deepEqual(watcher.difference(lead('1')), pair, 'what was shown can be shown again');
    set('1', 'Goa');
    await watcher.checkAll(second);
    assert.match(JSON.stringify(watcher.difference(lead('1'))?.before), /Agra/);
  });

  it('withdraws a notification if the change is reverted before the user has seen it', async () => {
    await list.add(lead('1'));
    await watcher.checkAll(second);
    for (const city of ['Pune', 'Goa']) {
      set('1', city);
      await watcher.checkAll(second);
    }
    assert.deepEqual(reported(), [undefined]);
  });

  it('reports added, changed and removed rows of a list view, and a deleted record', async () => {
    await list.add(all());
    await list.add(lead('3'));
    await watcher.checkAll(second);
    set('2', 'Pune');
    service.leads.delete('3');
    service.leads.set('9', { name: 'Nadia', city: 'Goa', score: null });
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [{ kind: 'rows', added: 1, changed: 1, gone: 1, more: 0 }, { kind: 'gone' }]);
    assert.deepEqual(pluck(watcher.all(), 'name'), ['All Leads', 'Lead 3']);
  });

  it('watches the results of a saved search, and reports if the search is removed or its filter is ignored', async () => {
    search = { name: 'Goa only', query: { search: 'Goa' } };
    await list.add({ kind: 'listView', connection, controller, listView: 'all', search: 'goa' });
    await watcher.checkAll(second);
    const request = service.received.find(({ path }) => path.startsWith('/crm/leads/index'));
    assert.deepEqual([watcher.all()[0]?.name, request?.query.get('search_basic')], ['Goa only', 'Goa']);
    set('2', 'Pune');
    search = { name: 'Goa only', query: { where: { 'leads.city': 'Goa' } } };
    await watcher.checkAll(second);
    assert.match(watcher.all()[0]?.failure ?? '', /the service ignores the filter on “/);
    search = undefined;
    await watcher.checkAll(second);
    assert.match(watcher.all()[0]?.failure ?? '', /Could not check the saved search: it was removed/);
  });

  it('does not report changes made by the user', async () => {
    await list.add(all());
    await list.add(lead('1'));
    await watcher.checkAll(second);
    set('1', 'Pune');
    set('2', 'Agra');
    changes.notify({ connection, controller: 'crm/leads', ids: ['1'] });
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [{ kind: 'rows', added: 0, changed: 1, gone: 0, more: 0 }, undefined]);
  });

  it('drops a response that a local change has overtaken', async () => {
    await list.add(lead('1'));
    await watcher.checkAll(second);
    set('1', 'Pune');
    const looking = watcher.checkAll(second);
    changes.notify({ connection, controller: 'crm/leads', ids: ['1'] });
    await looking;
    assert.deepEqual(reported(), [undefined]);
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [undefined]);
  });

  it('sends a few requests at a time, and never two rounds at once', async () => {
    let asking = 0;
    let max = 0;
    const counted = {
      get: async (id: string) => {
        const client = await clients.get(id);
        return new Proxy(client, {
          get: (target, name) => {
            if (name !== 'open') return Reflect.get(target, name, target) as unknown;
            return async (...args: Parameters<typeof client.open>) => {
              max = Math.max(max, ++asking);
              return target.open(...args).finally(() => (asking -= 1));
            };
          },
        });
      },
    };
    watcher = newWatcher(counted);
    for (const id of service.leads.keys()) await list.add(lead(id));
    await Promise.all([watcher.checkAll(second), watcher.checkAll(second)]);
    assert.equal(max, 3);
    assert.equal(service.received.length, 8);
  });

  /** Clients that can hold a response with a record back after the service has sent it. */
  function clientsThatHold() {
    const next = new Map<string, { readonly sent: () => void; readonly arrived: Promise<void> }>();
    const get = async (id: string) => {
      const client = await clients.get(id);
      const open = async (...args: Parameters<typeof client.open>) => {
        const held = next.get(args[1]);
        next.delete(args[1]);
        const form = await client.open(...args);
        held?.sent();
        await held?.arrived;
        return form;
      };
      return new Proxy(client, {
        get: (target, name) => (name === 'open' ? open : (Reflect.get(target, name, target) as unknown)),
      });
    };
    /** Holds the next response with the record. */
    const holdNext = (id: string): { readonly sent: Promise<void>; readonly arrive: () => void } => {
      const [sent, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      next.set(id, { sent: sent.resolve, arrived: arrived.promise });
      return { sent: sent.promise, arrive: arrived.resolve };
    };
    return { get, holdNext };
  }
  const city = { kind: 'fields', labels: ['City'] };

  it('checks again after the checks under way when the user asks', async () => {
    const held = clientsThatHold();
    watcher = newWatcher(held);
    await list.add(lead('1'));
    await watcher.checkAll(second);
    const [one, other] = [held.holdNext('1'), held.holdNext('2')];
    const checks = [watcher.checkAll(second)];
    await one.sent;
    await list.add(lead('2'));
    checks.push(watcher.checkAll(second, 'unseen'));
    set('1', 'Pune');
    const asked = watcher.lookNow(second);
    one.arrive();
    await other.sent;
    set('2', 'Pune');
    checks.push(watcher.lookNow(second));
    other.arrive();
    await Promise.all([...checks, asked]);
    assert.deepEqual(reported(), [city, city]);
  });

  it('finds a change beyond the first page of a list without a time of change when the user asks', async () => {
    for (let id = 9; id <= 150; id++) service.leads.set(String(id), { name: `Lead ${id}`, city: 'Goa', score: null });
    await list.add(all());
    await watcher.checkAll(second);
    set('150', 'Pune');
    await watcher.checkAll(second);
    await watcher.lookNow(second);
    assert.deepEqual(reported(), [{ kind: 'rows', added: 0, changed: 1, gone: 0, more: 0 }]);
  });

  it('reads an item that is added during a check, so that its changes count from then on', async () => {
    const held = clientsThatHold();
    watcher = newWatcher(held);
    await list.add(lead('1'));
    const one = held.holdNext('1');
    const running = watcher.checkAll(second);
    await one.sent;
    await list.add(lead('2'));
    const added = watcher.checkAll(second, 'unseen');
    one.arrive();
    await Promise.all([running, added]);
    set('2', 'Pune');
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [undefined, city]);
    const again = held.holdNext('1');
    const slow = watcher.checkAll(second);
    await again.sent;
    await list.add(lead('3'));
    await watcher.checkAll(second, 'unseen'); // while the check waits for the service
    set('3', 'Pune');
    again.arrive();
    await slow;
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [undefined, city, city]);
  });

  it('reads an item anew that is removed and added again while it is read', async () => {
    const held = clientsThatHold();
    watcher = newWatcher(held);
    await list.add(lead('1'));
    const before = held.holdNext('1');
    const running = watcher.checkAll(second);
    await before.sent;
    await list.remove(lead('1'));
    await list.add(lead('1'));
    const added = watcher.checkAll(second, 'unseen');
    before.arrive();
    await Promise.all([running, added]);
    assert.equal(watcher.all()[0]?.name, 'Lead 1');
  });

  it('backs off from an unreachable service until the user asks', async () => {
    await list.add(lead('1'));
    await list.add(lead('2'));
    await watcher.checkAll(second);
    service.isGone = true;
    await watcher.checkAll(second);
    assert.match(watcher.all()[0]?.failure ?? '', /^Could not/);
    const asked = async (): Promise<boolean> => {
      const before = service.received.length;
      await watcher.checkAll(second);
      return service.received.length > before;
    };
    now = 1_900;
    assert.equal(await asked(), false);
    now = 2_100;
    assert.equal(await asked(), true);
    now = 5_900;
    assert.equal(await asked(), false);
    service.isGone = false;
    set('1', 'Pune');
    await watcher.lookNow(second);
    assert.deepEqual(reported(), [{ kind: 'fields', labels: ['City'] }, undefined]);
    assert.equal(watcher.all()[0]?.failure, undefined);
    assert.equal(await asked(), true);
  });

  it('stores only addresses for the next window', async () => {
    await list.add(lead('1'));
    await list.add(all());
    await watcher.checkAll(second);
    assert.deepEqual(memory.get('watched'), [
      `${connection}/crm/leads/1.record.json`,
      `${connection}/crm/leads/all.listview`,
    ]);
    const later = new WatchList(memory, connections);
    assert.deepEqual(later.shown(), [lead('1'), all()]);
    await later.remove(lead('1'));
    assert.deepEqual([later.has(lead('1')), later.has(all())], [false, true]);
  });

  it('forgets items that are no longer watched, and those of a removed connection', async () => {
    await list.add(lead('1'));
    await watcher.checkAll(second);
    set('1', 'Pune');
    await list.remove(lead('1'));
    await list.add(lead('1'));
    await watcher.checkAll(second);
    assert.deepEqual(reported(), [undefined]);
    await connections.remove(connections.get(connection) ?? assert.fail());
    assert.deepEqual([watcher.all(), memory.get('watched')], [[], []]);
  });

  it('tolerates any stored data, and accepts at most fifty items', async () => {
    for (const odd of ['x', [1, null, 'nowhere', `${connection}/crm/leads/=new-1.record.json`], null]) {
      await memory.update('watched', odd);
      assert.deepEqual(list.shown(), []);
    }
    for (let id = 1; id <= 50; id++) assert.equal(await list.add(lead(String(id))), true);
    assert.equal(await list.add(lead('51')), false);
    assert.equal(await list.add(lead('50')), true);
  });

  describe('after the window was closed', () => {
    const found = async (): Promise<string[]> =>
      (await allOf(memoryHistory(historyLines, () => now).entries(connection))).map(
        ({ through, action, id, since, at, fields }) =>
          `${through} ${action} ${id} ${since}–${at} ${fields.map(({ label, from, to }) => `${label}: ${from} → ${to}`).join()}`,
      );
    const reopen = async (): Promise<void> => {
      await looks.flush();
      watcher = newWatcher();
    };

    it('reports changes since the user last looked, whichever window checked then', async () => {
      await list.add(lead('1'));
      await list.add(all());
      now = 4;
      await watcher.checkAll(second);
      await reopen();
      set('1', 'Pune');
      now = 31;
      await watcher.checkAll(second, 'unseen');
      assert.deepEqual(reported()[0], { kind: 'fields', labels: ['City'] });
      assert.deepEqual(reported()[1], { kind: 'rows', added: 0, changed: 1, gone: 0, more: 0 });
      const pair = watcher.difference(lead('1'));
      assert.match(pair ? snapshotTexts(pair.before, pair.now).json.before : '', /Goa/);
      assert.match(pair ? snapshotTexts(pair.before, pair.now).json.after : '', /Pune/);
      assert.ok((await found()).includes('elsewhere edit 1 4–31 City: Goa → Pune'), (await found()).join());
      await reopen();
      await watcher.checkAll(second);
      assert.deepEqual(reported()[0], { kind: 'fields', labels: ['City'] }, 'until it is seen');
      const before = (await found()).length;
      watcher.markSeen(lead('1'));
      await reopen();
      await watcher.checkAll(second);
      assert.deepEqual(reported()[0], undefined);
      assert.equal((await found()).length, before, 'it is found once');
    });

    it('reports a record that was deleted in between, with its last values', async () => {
      await list.add(lead('1'));
      await watcher.checkAll(second);
      await reopen();
      service.leads.delete('1');
      await watcher.checkAll(second);
      assert.deepEqual(reported(), [{ kind: 'gone' }]);
      const pair = watcher.difference(lead('1'));
      assert.match(pair ? snapshotTexts(pair.before, pair.now).json.before : '', /"city": "Goa"/);
      const [entry] = await allOf(memoryHistory(historyLines, () => now).entries(connection));
      assert.deepEqual([entry?.action, entry?.before['city']], ['delete', 'Goa']);
    });

    it('does not report what the user changed in the closed window', async () => {
      await list.add(lead('1'));
      await watcher.checkAll(second);
      set('1', 'Pune');
      changes.notify({ connection, controller, ids: ['1'] });
      await reopen();
      await watcher.checkAll(second);
      assert.deepEqual(reported(), [undefined]);
      assert.deepEqual(await found(), []);
    });

    it('keeps nothing for items no longer watched, or seen on another service', async () => {
      await list.add(lead('1'));
      await list.add(lead('2'));
      await watcher.checkAll(second);
      await list.remove(lead('1'));
      await looks.flush();
      assert.equal(store.texts.size, 1);
      const text = [...store.texts.values()][0] ?? '';
      for (const key of store.texts.keys()) store.texts.set(key, text.replace(service.url, 'http://elsewhere.example'));
      set('2', 'Pune');
      await reopen();
      await watcher.checkAll(second);
      assert.deepEqual(reported(), [undefined]);
    });

    it('skips damaged files', async () => {
      await list.add(lead('1'));
      await watcher.checkAll(second);
      await looks.flush();
      const [[key, text] = ['', '']] = store.texts;
      for (const broken of ['', 'null', text.slice(0, -9), text.replace('"record"', '"list"'), '{"at":1}']) {
        store.texts.set(key, broken);
        watcher = newWatcher();
        await watcher.checkAll(second);
        assert.deepEqual(reported(), [undefined]);
        await looks.flush();
      }
    });

    it('rarely rewrites unchanged data', async () => {
      await list.add(lead('1'));
      for (let turn = 0; turn < 10; turn++) {
        now += 60_000;
        await watcher.checkAll(second);
      }
      await looks.flush();
      assert.equal(store.writes, 1);
      now += 120_000;
      await watcher.checkAll(second);
      await looks.flush();
      assert.equal(store.writes, 2);
    });
  });
});
