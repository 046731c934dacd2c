import assert from 'node:assert/strict';
import type { RecordsAddress } from '../../../../src/model/address/address.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { KnownTotals } from '../../../../src/services/lists/knownTotals.ts';
import { AddedControllers } from '../../../../src/services/remembered/addedControllers.ts';
import { ChosenControllers } from '../../../../src/services/remembered/chosenControllers.ts';
import { Favorites } from '../../../../src/services/remembered/favorites.ts';
import { ColumnLayouts } from '../../../../src/services/remembered/listViewMementos.ts';
import { Recents } from '../../../../src/services/remembered/recents.ts';
import { type SavedSearch, SavedSearches } from '../../../../src/services/remembered/savedSearches.ts';
import { idForSearch, searchId, searchInTab } from '../../../../src/services/remembered/searchTab.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

const leads = controllerName('crm', 'leads');
const record = (id: string): RecordsAddress => ({ kind: 'record', connection: 'a', controller: leads, id });

async function start(): Promise<ReturnType<typeof memoryConnections>> {
  const made = memoryConnections();
  await made.connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
  return made;
}

describe('favorites', () => {
  const favorite = { connection: 'a', controller: 'crm/leads', listView: '1', name: 'All leads' };

  it('are stored once each and shown while their connection exists', async () => {
    const { connections, store } = await start();
    const memory = plainMemory();
    const favorites = new Favorites(memory, connections);
    await favorites.add(favorite);
    await favorites.add(favorite);
    assert.deepEqual(new Favorites(memory, connections).shown(), [favorite]);
    const kept = store.readConnections();
    await store.writeConnections([]);
    assert.deepEqual(favorites.shown(), []);
    await store.writeConnections(kept);
    assert.deepEqual(favorites.shown(), [favorite]);
    await favorites.remove(favorite);
    assert.deepEqual([favorites.shown(), favorites.has(favorite)], [[], false]);
  });

  it('are deleted with their connection', async () => {
    const { connections } = await start();
    const favorites = new Favorites(plainMemory(), connections);
    await favorites.add(favorite);
    await connections.remove(connections.get('a') ?? assert.fail());
    await connections.add({ name: 'A', baseUrl: 'https://other.example' }, undefined);
    assert.deepEqual(favorites.shown(), []);
  });
});

describe('saved searches', () => {
  const search = { connection: 'a', controller: 'crm/leads', listView: '1', name: 'Mine', query: { search: 'Ada' } };

  it('persist across windows, by name within their list view and connection', async () => {
    const { connections } = await start();
    await connections.add({ name: 'B', baseUrl: 'https://b.example' }, undefined);
    const memory = plainMemory();
    const saved = new SavedSearches(memory, connections);
    const others = [
      { ...search, connection: 'b' },
      { ...search, listView: '2' },
      { connection: 'a', controller: 'crm/leads', name: 'Mine', query: {} },
    ];
    for (const one of [search, ...others]) assert.ok(await saved.save(one));
    const later = new SavedSearches(memory, connections);
    assert.deepEqual(later.shown(), [search, ...others]);
    assert.deepEqual(later.in('a', 'crm/leads'), [search, others[1], others[2]]);
    await later.save({ ...search, name: ' Mine ', query: { search: 'Grace' } });
    assert.deepEqual(later.get(search, 'Mine')?.query, { search: 'Grace' });
    assert.equal(later.shown().length, 4);
    await later.rename(search, 'Yours');
    assert.deepEqual([later.get(search, 'Mine'), later.get(search, 'Yours')?.listView], [undefined, '1']);
    assert.equal(later.shown()[0]?.name, 'Yours');
    await later.remove({ ...search, name: 'Yours' });
    assert.deepEqual(later.shown(), others);
    await connections.remove(connections.get('b') ?? assert.fail());
    assert.deepEqual(later.shown(), others.slice(1));
  });

  it('keep their unique tab id when renamed', async () => {
    const { connections } = await start();
    const saved = new SavedSearches(plainMemory(), connections);
    const save = (one: SavedSearch): Promise<boolean> => saved.save({ ...one, id: idForSearch(saved, one, one.name) });
    const inTab = (id: string | undefined): SavedSearch | undefined =>
      searchInTab(saved, { kind: 'listView', ...search, controller: leads, search: id ?? '' });
    await save(search);
    assert.equal(inTab('Mine')?.name, 'Mine');
    await saved.rename(search, 'Yours');
    assert.equal(inTab('Mine')?.name, 'Yours');
    await save(search);
    assert.equal(inTab('Mine')?.name, 'Yours');
    const ids = saved.shown().map(searchId);
    assert.equal(new Set(ids).size, 2);
    await save({ ...search, query: { search: 'Grace' } });
    assert.deepEqual(saved.shown().map(searchId), ids);
    assert.deepEqual(inTab(ids[1])?.query, { search: 'Grace' });
    await saved.rename({ ...search, name: 'Yours' }, 'Theirs');
    assert.equal(inTab('Mine')?.name, 'Theirs');
  });

  it('ignore invalid stored data, and are limited', async () => {
    const { connections } = await start();
    const memory = plainMemory();
    await memory.update('savedSearches', [null, 7, { connection: 'a' }, { ...search, query: 'x' }, search]);
    const saved = new SavedSearches(memory, connections);
    assert.deepEqual(saved.shown(), [search]);
    assert.equal(await saved.save({ ...search, name: 'Long', query: { rawQ: 'x'.repeat(60_000) } }), false);
    assert.deepEqual(saved.shown(), [search]);
  });
});

describe('recents', () => {
  it('and favorites are stored under a short key, without a token', async () => {
    const { connections } = await start();
    const memory = plainMemory();
    const token = 'a-token-that-a-record-is-called-by-0815';
    await connections.setToken(connections.get('a') ?? assert.fail(), token);
    const name = `${token} ${'x'.repeat(1_000_000)}`;
    await new Recents(memory, connections).add(record('7'), name);
    await new Favorites(memory, connections).add({ connection: 'a', controller: leads, listView: '1', name });
    for (const key of ['recents', 'favorites']) {
      const kept = JSON.stringify(memory.get(key));
      assert.ok(kept.length < 1_000 && kept.includes('••• x') && !kept.includes(token), kept.slice(0, 300));
    }
  });

  it('show the most recent first, each once, up to a limit', async () => {
    const { connections } = await start();
    const recents = new Recents(plainMemory(), connections);
    for (let id = 1; id <= 20; id++) await recents.add(record(String(id)), `Lead ${id}`);
    await recents.add(record('19'), 'Lead 19');
    const labels = recents.shown().map(({ label }) => label);
    assert.deepEqual([labels.length, ...labels.slice(0, 3)], [15, 'Lead 19', 'Lead 20', 'Lead 18']);
  });

  it('update a name, ignore an unchanged one, and omit new records', async () => {
    const { connections } = await start();
    const recents = new Recents(plainMemory(), connections);
    let reported = 0;
    recents.onDidChange(() => reported++);
    await recents.add(record('1'), 'Old');
    await recents.add(record('1'), 'New');
    await recents.add(record('1'), 'New');
    await recents.add({ kind: 'newRecord', connection: 'a', controller: leads, number: 1 }, 'New lead');
    assert.deepEqual([recents.shown().map(({ label }) => label), reported], [['New'], 2]);
    assert.deepEqual([recents.labelOf(record('1')), recents.labelOf(record('2'))], ['New', undefined]);
    await recents.clear();
    assert.deepEqual(recents.shown(), []);
  });
});

describe('controllers added by hand', () => {
  it('belong to their connection and are deleted with it', async () => {
    const { connections } = await start();
    const added = new AddedControllers(plainMemory(), connections);
    await added.add('a', leads);
    await added.add('a', leads);
    assert.deepEqual([added.get('a'), added.get('b'), added.get('constructor')], [[leads], [], []]);
    await added.remove('a', leads);
    assert.deepEqual(added.get('a'), []);
    await added.add('a', leads);
    await connections.remove(connections.get('a') ?? assert.fail());
    assert.deepEqual(added.get('a'), []);
  });
});

describe('chosen controller of a model', () => {
  it('belongs to its connection and is deleted with it', async () => {
    const { connections } = await start();
    const memory = plainMemory();
    const chosen = new ChosenControllers(memory, connections);
    await chosen.choose('a', '__proto__', controllerName('crm', 'peoples'));
    await chosen.choose('a', 'users', leads);
    await chosen.choose('a', 'users', controllerName('access_controls', 'users'));
    const again = new ChosenControllers(memory, connections);
    assert.equal(again.get('a', 'users'), 'access_controls/users');
    assert.deepEqual([again.get('b', 'users'), again.get('a', 'peoples')], [undefined, undefined]);
    await connections.remove(connections.get('a') ?? assert.fail());
    await connections.add({ name: 'A', baseUrl: 'https://other.example' }, undefined);
    assert.equal(again.get('a', 'users'), undefined);
  });
});

describe('known totals', () => {
  it('notify when they change, and not before a table has shown one', async () => {
    const { connections } = await start();
    const totals = new KnownTotals(connections);
    const reported: unknown[] = [];
    totals.onDidChange((place) => reported.push(place));
    assert.equal(totals.get('a', 'crm/leads', '1'), undefined);
    totals.remember('a', 'crm/leads', '1', 5_000);
    totals.remember('a', 'crm/leads', '1', 5_000);
    totals.remember('a', 'crm/leads', undefined, 7);
    assert.deepEqual([totals.get('a', 'crm/leads', '1'), totals.get('a', 'crm/leads', undefined)], [5_000, 7]);
    assert.equal(reported.length, 2);
    totals.remember('ab', 'crm/leads', '1', 3);
    await connections.setToken(connections.get('a') ?? assert.fail(), 'of someone else');
    assert.deepEqual([totals.get('a', 'crm/leads', '1'), totals.get('ab', 'crm/leads', '1')], [undefined, 3]);
  });
});

const place = (connection: string, listView: string | undefined): Parameters<ColumnLayouts['get']>[0] => ({
  connection,
  controller: controllerName('crm', 'leads'),
  listView,
});

describe('column layouts', () => {
  it('are stored per list view and connection', async () => {
    const memory = plainMemory();
    const { connections } = memoryConnections();
    const layouts = new ColumnLayouts(memory, connections);
    await layouts.set(place('a', '1'), { hidden: ['city'] });
    await layouts.set(place('a', undefined), { hidden: ['name'] });
    const later = new ColumnLayouts(memory, connections);
    assert.deepEqual(later.get(place('a', '1')), { hidden: ['city'] });
    assert.deepEqual(later.get(place('a', undefined)), { hidden: ['name'] });
    assert.equal(later.get(place('b', '1')), undefined);
  });

  it('are deleted with their connection; the oldest are evicted when there are too many', async () => {
    const { connections } = memoryConnections();
    const layouts = new ColumnLayouts(plainMemory(), connections);
    const connection = await connections.add({ name: 'A', baseUrl: 'https://a.example' }, undefined);
    for (let id = 0; id < 310; id++) await layouts.set(place(id % 2 ? 'a' : 'ab', String(id)), { id });
    assert.equal(layouts.get(place('ab', '0')), undefined);
    assert.deepEqual(layouts.get(place('a', '309')), { id: 309 });
    await connections.remove(connection);
    assert.equal(layouts.get(place('a', '309')), undefined);
    assert.deepEqual(layouts.get(place('ab', '308')), { id: 308 });
  });
});
