import assert from 'node:assert/strict';
import { defaultServiceChoices, type ServiceChoices } from '../../../../src/model/connection/connection.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import type { ColumnKind } from '../../../../src/model/list/recordPage.ts';
import { columnOfField, findByField } from '../../../../src/services/import/findByField.ts';
import { importSubject } from '../../../../src/services/import/importSubject.ts';
import { lookUp, matchOf } from '../../../../src/services/references/lookUp.ts';
import { type NamedRecord, NamedRecords } from '../../../../src/services/references/namedRecords.ts';
import { RecordSearch } from '../../../../src/services/lists/recordSearch.ts';
import type { Values } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ServedView } from '../../../support/interfaceService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { referenceDeps } from '../../../support/references.ts';
import { testClients } from '../../../support/testClients.ts';

const peoples = controllerName('crm', 'peoples');
const contact = { label: 'Main Contact', reference: { controller: peoples } };
const never = new AbortController().signal;
const isBob = ({ id }: Values): boolean => id === 'p2';

const view = (id: string, name: string, more: Partial<ServedView> = {}): ServedView => ({
  id,
  controller: 'crm/peoples',
  name,
  shows: () => true,
  ...more,
});
const all = view('all', 'All', { isDefault: true });
const bobs = view('bobs', 'Bobs', { shows: isBob });

describe('look-up after a filtered list view was opened', () => {
  const running: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
  });

  async function start(views: readonly ServedView[], choices: Partial<ServiceChoices> = {}) {
    const service: InterfaceService = await interfaceService({ views });
    const { connections } = memoryConnections();
    const added = await connections.add({ name: 'Work', baseUrl: service.url }, undefined);
    await connections.change({ ...added, choices: { ...defaultServiceChoices, ...choices } });
    const clients = testClients(connections);
    running.push({ close: () => clients.dispose() }, service);
    const deps = referenceDeps(connections, clients);
    const client = await clients.get('work');
    const named = new NamedRecords(deps);
    return {
      service,
      client,
      /** Like a table. */
      open: (listView: string) => client.records(peoples, { listView, page: 1, limit: 50 }),
      find: (name: string): Promise<NamedRecord> => named.find('work', contact, name),
      /** Searches everything. */
      search: async (text: string) => {
        const search = new RecordSearch({ ...deps, connections });
        const names: string[] = [];
        await search.find(text, { onFound: (hits) => names.push(...hits.map(({ name }) => name)), signal: never });
        return names;
      },
      lookUp: (text: string) => lookUp(deps, 'work', contact, { text }, never),
      byName: async (name: string) => {
        const subject = await importSubject(client, peoples, 'bobs', never);
        const field = subject.form.fields.find(({ at }) => at[0] === 'name') ?? assert.fail();
        const column = columnOfField(subject, field) ?? assert.fail();
        const { ids, why } = await findByField(client, peoples, { field, column }, name, never);
        return ids ?? why;
      },
    };
  }
  const rename = ({ records }: InterfaceService, id: string, name: string): void => {
    const person = records.get('crm/peoples')?.get(id);
    if (person) person['name'] = name;
  };

  it('finds a record that the filtered list view omits', async () => {
    const { open, find, byName, lookUp: list } = await start([all, bobs]);
    await open('bobs');
    const found = await find('Ada Contact');
    assert.equal(found.kind === 'one' ? found.value.id : found.why, 'p1');
    await open('bobs');
    assert.deepEqual(await byName('Ada Contact'), ['p1']);
    await open('bobs');
    const { records, isCut, said } = await list('Ada');
    assert.deepEqual([records.map(({ id }) => id), isCut, said], [['p1'], false, undefined]);
  });

  it('detects an ambiguous name even if the filtered list view has only one match', async () => {
    const { service, open, find, byName } = await start([all, bobs]);
    rename(service, 'p1', 'Bob Contact');
    await open('bobs');
    assert.equal((await find('Bob Contact')).kind, 'several');
    await open('bobs');
    assert.deepEqual(await byName('Bob Contact'), ['p1', 'p2']);
  });

  it('uses the list view with the most records if the default one is filtered', async () => {
    const mine = view('mine', 'Mine', { isDefault: true, shows: isBob });
    const { service, find } = await start([mine, view('every', 'Everybody')]);
    const found = await find('Ada Contact');
    assert.equal(found.kind === 'one' ? found.value.id : found.why, 'p1');
    const asked = service.received.filter(
      ({ path, query }) => path.includes('peoples/index') && query.has('search_basic'),
    );
    assert.deepEqual(new Set(asked.map(({ query }) => query.get('current_listview'))), new Set(['every']));
  });

  it('chooses the list view once, and names it in each request', async () => {
    const { service, open, find } = await start([bobs, all]);
    await open('bobs');
    await find('Ada Contact');
    const before = service.received.length;
    await open('bobs');
    await find('Cleo Referrer');
    const after = service.received.slice(before).map(({ path, query }) => [path, query.get('current_listview')]);
    assert.deepEqual(after, [
      ['/crm/peoples/index.json', 'bobs'],
      ['/crm/peoples/index.json', 'all'],
    ]);
  });

  it('concludes nothing from a list view with conditions, and says which one to replace', async () => {
    const query = { ui_helper: '', where: [{ 'peoples.id': 'p2' }] };
    const { find, byName, lookUp: list } = await start([{ ...bobs, query }]);
    const why =
      /The list view “Bobs” of crm\/peoples may not show every record\. Choose one that does under “Look-ups”/;
    for (const name of ['Ada Contact', 'Bob Contact']) {
      const found = await find(name);
      assert.match(found.kind === 'none' ? found.why : found.kind, why);
      assert.match(String(await byName(name)), why);
    }
    const { records, isCut, said } = await list('Bob');
    assert.deepEqual([records.map(({ id }) => id), isCut], [['p2'], true]);
    assert.match(said?.join(' ') ?? '', why);
  });

  it('does not count hiding deleted records as a condition', async () => {
    const query = { ui_helper: '', where: [{ 'peoples.deleted': '0' }], conditions: 'peoples.deleted = 0' };
    const { find } = await start([{ ...all, query }]);
    assert.equal((await find('Ada Contact')).kind, 'one');
  });

  it('uses the list view configured by id or name', async () => {
    for (const chosen of ['every', 'Everybody']) {
      const { service, find, search } = await start([all, view('every', 'Everybody')], {
        lookUpViews: { 'crm/peoples': chosen },
      });
      assert.equal((await find('Ada Contact')).kind, 'one');
      assert.deepEqual(await search('Ada Contact'), ['Ada Contact']);
      const named = service.received.flatMap(({ query }) => query.get('current_listview') ?? []);
      assert.deepEqual(new Set(named), new Set(['every']));
    }
  });

  it('does not choose among list views with the configured name', async () => {
    const { find } = await start([view('some', 'Bobs', { shows: isBob }), view('more', 'Bobs')], {
      lookUpViews: { 'crm/peoples': 'Bobs' },
    });
    await assert.rejects(
      find('Ada Contact'),
      /“Bobs” set for look-ups does not exist, or several have this name\. Cho/,
    );
  });

  it('reports that the configured list view does not exist', async () => {
    const { find } = await start([all, bobs], { lookUpViews: { 'crm/peoples': 'gone' } });
    await assert.rejects(
      find('Ada Contact'),
      /“gone” set for look-ups does not exist, or several have this name\. Choose another/,
    );
  });
});

describe('detail text of a suggested record', () => {
  const detailOf = (kinds: readonly ColumnKind[], cells: readonly (string | null)[], id: string | null = '7') =>
    matchOf(
      { id, name: 'Ada', isDeleted: false, canEdit: true, canDelete: true, canComment: true, cells },
      kinds.map((kind, at) => plainColumn(`users.c${at}`, { kind })),
    )?.detail;

  it('is the first value that adds to its name and id, formatted as in a table', () => {
    assert.equal(detailOf(['number', 'text', 'date', 'text'], ['7', 'Ada', '2026-11-16', 'Pune']), '11/16/2026');
    assert.equal(detailOf(['number'], ['1234567']), '1,234,567');
    // there is no column for it
    assert.equal(detailOf([], ['2026-11-16']), '2026-11-16');
  });

  it('skips empty values, including a date of zeros', () => {
    assert.equal(detailOf(['date', 'text', 'text'], ['0000-00-00', null, 'Pune']), 'Pune');
    assert.equal(detailOf(['date', 'text'], ['0000-00-00', '']), undefined);
    assert.equal(detailOf(['text'], ['Pune'], null), undefined);
  });
});
