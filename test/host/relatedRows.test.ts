import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { relatedLayouts, RelatedRows } from '../../src/editors/form/relatedRows.ts';
import { ServiceError } from '../../src/model/errors.ts';
import type { RecordForm } from '../../src/model/form/recordForm.ts';
import type { Column, RecordPage } from '../../src/model/list/recordPage.ts';
import type { Clients } from '../../src/services/connections/clients.ts';
import { plainColumn } from '../support/plainColumn.ts';
import { testConnection } from '../support/testConnection.ts';

const form = {
  id: '7',
  alias: 'leads',
  associations: [
    { name: 'deals', kind: 'hasMany' },
    { name: 'ghosts', kind: 'hasMany' },
  ],
} as unknown as RecordForm;

const places = new Map([['deals', controllerName('crm', 'deals')]]);

const column = (key: string, kind: Column['kind']): Column =>
  plainColumn(key, { columnName: undefined, kind, isSortable: false, isSearchable: false });

const page = {
  columns: [column('name', 'text'), column('amount', 'number')],
  rows: [
    ['Beta', '9'],
    ['Alpha', '10'],
    ['Gamma', null],
  ].map(([name, amount], place) => ({ id: String(place), name, isDeleted: false, cells: [name, amount] })),
} as unknown as RecordPage;

describe('related records', () => {
  let asked = 0;
  let find = async (_signal?: AbortSignal): Promise<RecordPage> => page;
  const related = (): RelatedRows => {
    asked = 0;
    const client = {
      connection: testConnection('http://127.0.0.1:1'),
      find: (_controller: unknown, _query: unknown, signal: AbortSignal) => {
        asked += 1;
        return find(signal);
      },
    };
    return new RelatedRows({ get: async () => client } as unknown as Pick<Clients, 'get'>, 'demo');
  };
  const wanted = { name: 'deals', from: 0, count: 100 };
  const none = new AbortController().signal;
  const names = async (rows: RelatedRows, more: object = {}): Promise<string[]> =>
    (await rows.rows(form, places, { ...wanted, ...more }, none)).rows.map(({ name }) => name);

  beforeEach(() => {
    find = async () => page;
  });

  it('come as the service has them, or sorted by any column', async () => {
    const rows = related();
    assert.deepEqual(await names(rows), ['Beta', 'Alpha', 'Gamma']);
    assert.deepEqual(await names(rows, { sort: { column: 'amount', direction: 'ASC' } }), ['Beta', 'Alpha', 'Gamma']);
    assert.deepEqual(await names(rows, { sort: { column: 'amount', direction: 'DESC' } }), ['Alpha', 'Beta', 'Gamma']);
    assert.deepEqual(await names(rows, { sort: { column: 'name', direction: 'ASC' } }), ['Alpha', 'Beta', 'Gamma']);
    assert.deepEqual(await names(rows, { sort: { column: 'hat', direction: 'ASC' } }), ['Beta', 'Alpha', 'Gamma']);
  });

  it('are asked for once, and again when someone wants them anew', async () => {
    const rows = related();
    await names(rows);
    await names(rows, { from: 2 });
    await names(rows, { sort: { column: 'name', direction: 'ASC' } });
    assert.equal(asked, 1);
    await names(rows, { sort: { column: 'name', direction: 'ASC' } });
    assert.equal(asked, 2);
  });

  it('are asked for again when whoever asked first gave up', async () => {
    const rows = related();
    const first = new AbortController();
    find = (signal) =>
      new Promise((resolve, reject) => {
        if (asked > 1) return resolve(page);
        const end = (): void => reject(new ServiceError('canceled', { doing: 'find them', why: 'it was canceled' }));
        if (signal?.aborted) return end();
        signal?.addEventListener('abort', end);
      });
    const given = assert.rejects(rows.rows(form, places, wanted, first.signal));
    const second = names(rows, { sort: { column: 'name', direction: 'ASC' } });
    first.abort();
    await given;
    assert.deepEqual(await second, ['Alpha', 'Beta', 'Gamma']);
  });

  it('say so when nobody knows where they are', async () => {
    await assert.rejects(names(related(), { name: 'ghosts' }), /does not say where the records of “ghosts” are/);
  });

  it('keep the layouts that can be read, and no others', () => {
    const layout = { order: ['a'], hidden: [], shown: [], pinned: [], widths: {} };
    const kept: Record<string, unknown> = { '=related deals': layout, '=related ghosts': { order: 1 } };
    const address = { kind: 'record', connection: 'demo', controller: controllerName('crm', 'leads'), id: '7' };
    const layouts = { get: ({ listView }: { listView: string | undefined }) => kept[listView ?? ''] };
    assert.deepEqual(relatedLayouts(layouts, address as never, form), { deals: layout });
  });
});
