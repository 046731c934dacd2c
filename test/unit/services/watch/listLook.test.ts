import assert from 'node:assert/strict';
import { noNames } from '../../../support/references.ts';
import type { ListViewAddress } from '../../../../src/model/address/address.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { RecordPage } from '../../../../src/model/list/recordPage.ts';
import type { RecordQuery } from '../../../../src/model/list/recordQuery.ts';
import type { ListQuery } from '../../../../src/services/lists/listAddress.ts';
import { ListLook } from '../../../../src/services/watch/listLook.ts';
import { testConnection } from '../../../support/testConnection.ts';
import { column, page, row } from '../export/exportPages.ts';

interface Stored {
  readonly id: string;
  readonly city: string;
  readonly modified: string;
}

describe('check of a watched list view', () => {
  const address: ListViewAddress = {
    kind: 'listView',
    connection: 'leads',
    controller: controllerName('crm', 'leads'),
    listView: 'all',
  };
  const city = column('leads.city');
  const modified = { ...column('leads.modified', 'dateTime'), isSortable: true, columnName: 'leads.modified' };
  let records: Stored[];
  let hasModified: boolean;
  let asked: RecordQuery[];
  let look: ListLook;

  beforeEach(() => {
    records = Array.from({ length: 1_234 }, (_, at) => ({ id: `r${at}`, city: 'Goa', modified: '2026-01-01' }));
    hasModified = true;
    asked = [];
    look = new ListLook();
  });

  const hidden = async (): Promise<never> => {
    throw new ServiceError('notAllowed', { doing: 'open the form', why: 'it is hidden' });
  };
  const client = {
    connection: testConnection('http://localhost:1'),
    open: hidden,
    form: hidden,
    records: async (_: unknown, query: RecordQuery): Promise<RecordPage> => {
      asked.push(query);
      const { page: number = 1, limit = 100, sort } = query;
      const sorted = sort ? records.toSorted((one, other) => other.modified.localeCompare(one.modified)) : records;
      const rows = sorted
        .slice((number - 1) * limit, number * limit)
        .map((one) => row(one.id, ...(hasModified ? [one.city, one.modified] : [one.city])));
      const columns = hasModified ? [city, modified] : [city];
      return { ...page(rows, { columns, total: records.length }), page: number, pageSize: limit };
    },
  };
  /** The city of each record, if the list was read. */
  const read = async (query: ListQuery = {}): Promise<Map<string, unknown> | undefined> => {
    asked = [];
    const found = await look.read(client, address, query, noNames);
    return found && new Map(found.rows.map(({ id, cells }) => [id ?? '', cells[0]]));
  };
  const change = (at: number, more: Partial<Stored>): void => {
    records[at] = { ...(records[at] ?? assert.fail()), ...more };
  };

  it('reads every record once, and then only the count and the newest changes', async () => {
    assert.equal((await read())?.size, 1_234);
    assert.equal(await read(), undefined);
    assert.deepEqual([asked.length, asked[0]?.limit, asked[0]?.sort?.columnName], [1, 5, 'leads.modified']);
  });

  it('finds a change anywhere in the list, an added and a deleted record, and one in place of another', async () => {
    await read();
    change(1_200, { city: 'Pune', modified: '2026-02-01' });
    assert.equal((await read())?.get('r1200'), 'Pune');
    records.pop();
    assert.equal((await read())?.size, 1_233);
    records.push({ id: 'new', city: 'Agra', modified: '2026-02-02' });
    assert.equal((await read())?.get('new'), 'Agra');
    records.splice(700, 1, { id: 'other', city: 'Rome', modified: '2026-02-03' });
    assert.equal((await read())?.get('other'), 'Rome');
    assert.equal(await read(), undefined);
  });

  it('finds a change that happens while the list is read', async () => {
    const { records: ask } = client;
    let isDone = false;
    client.records = async (controller, query) => {
      const answer = await ask(controller, query);
      if (query.page === 9 && !isDone) {
        isDone = true;
        change(3, { city: 'Pune', modified: '2026-02-01' });
      }
      return answer;
    };
    try {
      assert.equal((await read())?.get('r3'), 'Goa');
      assert.equal((await read())?.get('r3'), 'Pune');
    } finally {
      client.records = ask;
    }
  });

  it('finds a change within ten checks if the service provides no modification time', async () => {
    await read();
    change(1_200, { city: 'Pune' });
    const found: unknown[] = [];
    for (let turn = 2; turn <= 10; turn++) found.push((await read())?.get('r1200'));
    assert.deepEqual(found, [...Array.from({ length: 8 }, () => undefined), 'Pune']);
  });

  it('compares the first page if the list does not show when its records changed', async () => {
    hasModified = false;
    await read();
    assert.equal(await read(), undefined);
    change(20, { city: 'Pune' });
    assert.equal((await read())?.get('r20'), 'Pune');
  });

  it('takes one request for a list that fits on a page', async () => {
    records = records.slice(0, 30);
    for (const place of ['Goa', 'Pune']) {
      change(7, { city: place });
      assert.equal((await read())?.get('r7'), place);
      assert.equal(asked.length, 1);
    }
  });

  it('applies a search to every request', async () => {
    await read({ search: 'Goa', where: { 'leads.city': 'Goa' } });
    assert.ok(asked.length > 10);
    assert.ok(asked.every(({ search, where }) => search === 'Goa' && where?.['leads.city'] === 'Goa'));
    await read({ search: 'Goa' });
    assert.deepEqual([asked.length, asked[0]?.search, asked[0]?.limit], [1, 'Goa', 5]);
  });

  it('applies conditions that the service does not support', async () => {
    change(1_200, { city: 'Pune' });
    const conditions = [{ column: 'leads.city', operator: 'contains', values: ['pun'] }] as const;
    const found = await read({ conditions });
    assert.deepEqual([...(found ?? [])], [['r1200', 'Pune']]);
    assert.equal(await read({ conditions }), undefined);
    change(3, { city: 'Pune', modified: '2026-02-01' });
    assert.equal((await read({ conditions }))?.size, 2);
  });

  it('reads again after a failure', async () => {
    await read();
    const { records: ask } = client;
    client.records = async () => assert.fail('down');
    await assert.rejects(read());
    client.records = ask;
    assert.equal(await read(), undefined, 'nothing has changed since');
    change(1, { city: 'Pune', modified: '2026-02-01' });
    client.records = async (controller, query) => (query.page === 5 ? assert.fail('down') : ask(controller, query));
    await assert.rejects(read());
    client.records = ask;
    assert.equal((await read())?.get('r1'), 'Pune');
  });
});
