import assert from 'node:assert/strict';
import { ColumnCache, readColumns } from '../../../../../src/service/documented/list/readColumns.ts';
import { readPage } from '../../../../../src/service/documented/list/readPage.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import { columnField } from '../../../../../src/model/list/columnField.ts';
import type { RecordPage } from '../../../../../src/model/list/recordPage.ts';
import { pluck } from '../../../../support/pluck.ts';

const attempt = { doing: 'list the records', stage: 'read' } as const;

function read(paginate: JsonObject, beside: JsonObject = {}): RecordPage {
  return readPage({ paginate, errors: [], ...beside }, { page: 1, limit: 50 }, attempt);
}

function header(column: string, more: JsonObject = {}): JsonObject {
  return {
    field_type: 'Data-Field',
    column_name: `leads.${column}`,
    name: column,
    label: column.toUpperCase(),
    sortable: true,
    searchable: true,
    is_invisible: '0',
    clickable_link: '0',
    compute_column_total: '0',
    data_type: 'VAR_STRING',
    visible: 1,
    ...more,
  };
}

function cellsOf(page: RecordPage, label: string): (string | null | undefined)[] {
  const index = page.columns.findIndex((column) => column.label === label);
  return page.rows.map((row) => row.cells[index]);
}

describe('oversized page of records', () => {
  it('is read after another one even if its headers are nested very deeply', () => {
    const cache = new ColumnCache();
    const columns = (): string[] => {
      const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as JsonValue;
      return pluck(cache.readHeaders([header('city', { deep })], [{ 'leads.city': 'Goa' }], 'leads'), 'key');
    };
    assert.deepEqual([columns(), columns()], [['leads.city'], ['leads.city']]);
  });

  it('is parsed even if not requested, as long as a table can show it', () => {
    const data = Array.from({ length: 200_000 }, (_, index) => ({ 'leads.id': String(index), 'leads.city': 'Goa' }));
    const page = read({ data, header: [header('city')] });
    assert.deepEqual([page.rows.length, page.rows.at(-1)?.cells[0]], [200_000, 'Goa']);
  });

  it('is refused with a message, before its cells are created', () => {
    const refused = (rows: number, columns: number): string => {
      const data = Array.from({ length: rows }, () => ({}));
      const headers = Array.from({ length: columns }, (_, index) => header(`c${index}`));
      assert.throws(() => read({ data, header: headers }), { name: 'ServiceError', code: 'unreadable' });
      try {
        read({ data, header: headers });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    assert.equal(
      refused(100_000, 201),
      "Could not list the records: the response can't be read because it contains 100,000 records with 201 columns at once, which is more than can be shown. Try another list view, or contact the service administrator.",
    );
    assert.match(refused(1, 10_001), /1 records with 10,001 columns/);
    assert.match(refused(1_000_001, 1), /1,000,001 records/);
  });
});

describe('page of records', () => {
  it('is parsed as documented', () => {
    const page = read({
      data: [
        {
          'leads.id': '17',
          'leads.city': 'Pune',
          'leads.deleted': '0',
          'leads._acl_edit': null,
          record_display_name: 'Asha Rao',
          is_edit: true,
          is_delete: false,
          is_comment: true,
        },
      ],
      header: [
        header('id', { is_invisible: '1', searchable: false }),
        header('city', { clickable_link: '1' }),
        header('zip', { visible: 0 }),
      ],
      alias: 'leads',
      page: 3,
      page_size: 20,
      total_count: 5000,
      primary_key: 'leads.id',
      display_field: 'leads.name',
      name: 'All leads',
      listview_id: 'b2f5',
    });
    assert.equal(page.total, 5000);
    assert.equal(page.page, 3);
    assert.equal(page.pageSize, 20);
    assert.deepEqual([page.alias, page.primaryKey], ['leads', 'leads.id']);
    assert.equal(page.listViewName, 'All leads');
    assert.equal(page.listViewId, 'b2f5');
    assert.deepEqual(page.rows[0], {
      id: '17',
      name: 'Asha Rao',
      isDeleted: false,
      canEdit: true,
      canDelete: false,
      canComment: true,
      cells: ['17', 'Pune', null],
    });
    assert.deepEqual(
      page.columns.map(({ label, isVisible, isLink, isSortable, isSearchable }) => ({
        label,
        isVisible,
        isLink,
        isSortable,
        isSearchable,
      })),
      [
        { label: 'ID', isVisible: false, isLink: false, isSortable: true, isSearchable: false },
        { label: 'CITY', isVisible: true, isLink: true, isSortable: true, isSearchable: true },
        { label: 'ZIP', isVisible: false, isLink: false, isSortable: true, isSearchable: true },
      ],
    );
  });

  it('ignores entries that are not about its records', () => {
    const own = { data: [{ 'leads.id': '17', 'leads.city': 'Pune' }], header: [header('city')], alias: 'leads' };
    const plain = read(own);
    for (const odd of [
      'DROP TABLE leads',
      7,
      null,
      [{ 'leads.id': '18' }],
      { data: [{ 'leads.id': '18' }], alias: 'x' },
    ]) {
      const more = {
        count_query: odd,
        query: odd,
        render_as: odd,
        category_id: odd,
        category_id_model: odd,
        __category_id: odd,
      };
      assert.deepEqual(read({ ...own, ...more }), plain, JSON.stringify(odd));
    }
  });

  it('is parsed from "headers" and "header", and from maps and lists', () => {
    const page = read({ data: { '0': { 'leads.city': 'Goa' } }, headers: { city: header('city') } });
    assert.deepEqual(cellsOf(page, 'CITY'), ['Goa']);
  });

  it('finds a value under its column name, its alias or its label', () => {
    const page = read({
      data: [{ 'leads.city': 'Goa', 'Current Stage': '2 Qualified', 'Owned By': 'Asha', full: 'Asha Rao' }],
      header: [
        header('city'),
        header('stage', { label: 'Current Stage', field_type: 'Computed' }),
        header('owned_by', { alias: 'Owned By' }),
        header('full'),
      ],
    });
    assert.deepEqual(page.rows[0]?.cells, ['Goa', '2 Qualified', 'Asha', 'Asha Rao']);
    assert.deepEqual(pluck(page.columns, 'isData'), [true, false, true, true]);
  });

  it('never shows the value of another column whose name equals the label', () => {
    const page = read({
      data: [{ 'leads.name': 'right', name: 'computed' }],
      header: [header('title', { label: 'leads.name', column_name: 'leads.title' }), header('name')],
    });
    assert.deepEqual(page.rows[0]?.cells.slice(0, 2), [null, 'right']);
  });

  it('converts numbers, flags and objects in a cell to text', () => {
    const values: [JsonValue, string | null][] = [
      [5, '5'],
      [true, '1'],
      [false, '0'],
      [null, null],
      [['a'], '["a"]'],
      [{ a: 1 }, '{"a":1}'],
      ['', ''],
    ];
    const page = read({ data: values.map(([value]) => ({ 'leads.x': value })), header: [header('x')] });
    assert.deepEqual(
      cellsOf(page, 'X'),
      values.map(([, cell]) => cell),
    );
  });

  it('keeps values without a header as hidden columns, and omits row metadata', () => {
    const page = read({
      data: [
        {
          'leads.city': 'Goa',
          'leads.extra': 'kept',
          'leads._acl_edit': 'x',
          'leads.deleted': '1',
          is_edit: '1',
          record_display_name: 'A',
        },
      ],
      header: [header('city')],
    });
    assert.deepEqual(
      page.columns.map(({ key, isVisible, isDeclared }) => ({ key, isVisible, isDeclared })),
      [
        { key: 'leads.city', isVisible: true, isDeclared: true },
        { key: 'leads.extra', isVisible: false, isDeclared: false },
      ],
    );
    assert.equal(page.rows[0]?.isDeleted, true);
    assert.equal(page.rows[0]?.canEdit, true);
    assert.equal(page.rows[0]?.canDelete, undefined);
  });

  it('has an empty cell if a row lacks a value, with the others aligned', () => {
    const page = read({
      data: [{ 'leads.name': 'Ada', 'leads.city': 'Goa' }, { 'leads.city': 'Pune' }, {}],
      header: [header('name'), header('city')],
    });
    assert.deepEqual(cellsOf(page, 'NAME'), ['Ada', null, null]);
    assert.deepEqual(cellsOf(page, 'CITY'), ['Goa', 'Pune', null]);
  });

  it('labels a column without a label by its name, as the form does', () => {
    const bare = [{ name: 'first_name', column_name: 'leads.first_name' }, { column_name: 'leads.city' }];
    assert.deepEqual(pluck(readColumns(bare, [], 'leads'), 'label'), ['First name', 'leads.city']);
  });

  it('uses the columns of its rows when there are no headers', () => {
    for (const headers of [{}, { header: null }, { headers: [] }]) {
      const page = read({ data: [{ 'leads.name': 'Ada' }, { 'leads.city': 'Goa' }], ...headers });
      assert.deepEqual(pluck(page.columns, 'key'), ['leads.name', 'leads.city']);
      assert.deepEqual(pluck(page.rows, 'cells'), [
        ['Ada', null],
        [null, 'Goa'],
      ]);
    }
  });

  it('keeps a value of a megabyte, and one that looks like HTML, unchanged', () => {
    const values = ['x'.repeat(1_048_576), '<script>alert(1)</script>'];
    const page = read({ data: values.map((value) => ({ 'leads.city': value })), header: [header('city')] });
    assert.deepEqual(cellsOf(page, 'CITY'), values);
  });

  it('lists access rights without a header, and reads them only on request', () => {
    const rights = {
      'leads._acl_delete': null,
      'leads._acl_tmp_edit': 'role:x',
      'leads._acl_edit': 'a|b',
      'crm._acl_y': '',
    };
    const paginate = { data: [{ 'leads.city': 'Goa', ...rights }], header: [header('city')], alias: 'leads' };
    const page = read(paginate);
    assert.deepEqual(pluck(page.columns, 'key'), ['leads.city']);
    assert.deepEqual(pluck(page.rows, 'cells'), [['Goa']]);
    const labels = ['Edit access', 'Temporary edit access', 'Delete access', 'Y (access) (crm)'];
    assert.deepEqual(pluck(page.access ?? [], 'label'), labels);
    const asked = readPage({ paginate, errors: [] }, { withAccess: true }, attempt);
    assert.deepEqual(asked.rows[0]?.cells, ['Goa', 'a|b', 'role:x', null, '']);
    assert.deepEqual(pluck(asked.columns.slice(1), 'isAccess'), [true, true, true, true]);
    for (const column of asked.columns.slice(1)) assert.ok(columnField(column, 'leads').why, 'it is never editable');
  });

  it('shows an access-control column that has a header', () => {
    const page = read({ data: [{ 'leads._acl_edit': 'all' }], header: [header('_acl_edit')] });
    assert.deepEqual(cellsOf(page, '_ACL_EDIT'), ['all']);
  });

  it('parses counts that are texts, and works without missing ones', () => {
    const reported = read({ data: [], header: [], page: '2', page_size: '25', total_count: '26' });
    assert.deepEqual([reported.page, reported.pageSize, reported.total], [2, 25, 26]);
    const unspecified = read({ data: [], header: [], total_count: null, page_size: 0 });
    assert.deepEqual([unspecified.page, unspecified.pageSize, unspecified.total], [1, 50, undefined]);
  });

  it('can be sorted by a data column without a column name, and by no other without one', () => {
    const bare = { sortable: true, field_type: 'Data-Field' };
    const page = read({
      data: [{ 'leads.city': 'Pune', 'Current Stage': '3', 'leads.owner': 'x' }],
      header: [
        { ...bare, name: 'city', label: 'City' },
        { ...bare, name: 'stage', label: 'Current Stage' },
        { ...bare, name: 'owner', label: 'Owner', field_type: 'Computed' },
      ],
      alias: 'leads',
    });
    assert.deepEqual(pluck(page.columns, 'columnName', 'isSortable'), [
      ['leads.city', true],
      [undefined, false],
      [undefined, false],
    ]);
  });

  it('recognizes numbers, dates and flags by data type, and totals if the column has one', () => {
    const kinds = [
      'VAR_STRING',
      'LONGLONG',
      'NEWDECIMAL',
      'DATE',
      'DATETIME',
      'TIMESTAMP',
      'tinyint(1)',
      'varchar(255)',
      'decimal(10,2)',
      'mystery',
      'TIME',
      'BLOB',
    ];
    const page = read({
      data: [],
      header: kinds.map((data_type, index) =>
        header(`c${index}`, { data_type, compute_column_total: index === 2 ? '1' : '0', column_total: '12.5' }),
      ),
    });
    assert.deepEqual(pluck(page.columns, 'kind'), [
      'text',
      'number',
      'number',
      'date',
      'dateTime',
      'dateTime',
      'boolean',
      'text',
      'number',
      'text',
      'time',
      'text',
    ]);
    assert.deepEqual(
      page.columns.map((column) => column.total).filter((total) => total !== undefined),
      [12.5],
    );
  });

  it('shows as text a number column with values that are not numbers', () => {
    const page = read({
      data: [{ 'Owned By': null }, { 'Owned By': 'Asha Rao' }],
      header: [header('owned_by', { alias: 'Owned By', data_type: 'LONG' })],
    });
    assert.equal(page.columns[0]?.kind, 'text');
  });

  it('is aligned by data type, whatever the rows of a page contain', () => {
    const kindOf = (...values: (string | null)[]): string | undefined =>
      read({
        data: values.map((value) => ({ 'leads.zip': value })),
        header: [{ ...header('zip', { data_type: 'INT' }), column_name: 'leads.zip' }],
      }).columns[0]?.kind;
    assert.deepEqual(
      [kindOf(), kindOf(null), kindOf('411001'), kindOf('n/a'), kindOf('1', 'n/a')],
      ['number', 'number', 'number', 'number', 'number'],
    );
  });

  it('finds the name column, as the service says or by its usual names', () => {
    const named = (display_field: string | undefined, ...names: string[]): string | undefined =>
      read({
        data: [],
        alias: 'leads',
        header: names.map((name) => ({ ...header(name), column_name: `leads.${name}` })),
        ...(display_field !== undefined && { display_field }),
      }).nameKey;
    assert.equal(named('leads.last_name', 'id', 'name', 'last_name'), 'leads.last_name');
    assert.equal(named('last_name', 'id', 'last_name'), 'leads.last_name');
    assert.equal(named(undefined, 'id', 'name'), 'leads.name');
    assert.equal(named('leads.gone', 'id', 'city'), undefined);
  });

  it('finds the id under the label of its column, and by its suffix when nothing names it', () => {
    const labeled = header('id', { alias: 'Lead No', label: 'Lead No' });
    const page = read({ data: [{ 'Lead No': 17 }], header: [labeled], primary_key: 'leads.id', alias: 'leads' });
    assert.equal(page.rows[0]?.id, '17');
    assert.equal(read({ data: [{ 'leads.id': '17', 'leads.city': 'Pune' }] }).rows[0]?.id, '17');
    assert.equal(read({ data: [{ 'leads.id': '17', 'people.id': '3' }] }).rows[0]?.id, null);
  });

  it('finds the id with and without a prefix, and shows a row that has none', () => {
    const ids = (row: JsonObject, primary_key?: string): (string | null | undefined)[] =>
      read({ data: [row], header: [], ...(primary_key === undefined ? {} : { primary_key }) }).rows.map(
        (each) => each.id,
      );
    assert.deepEqual(ids({ 'leads.id': 5 }, 'leads.id'), ['5']);
    assert.deepEqual(ids({ id: '5' }, 'leads.id'), ['5']);
    assert.deepEqual(ids({ uuid: 'x' }, 'leads.uuid'), ['x']);
    assert.deepEqual(ids({ id: '5' }), ['5']);
    assert.deepEqual(ids({ name: 'no id' }), [null]);
  });

  it('is parsed with the values of each table in a separate object, and with rows as lists', () => {
    const headers = [header('id'), header('city'), { ...header('owner'), column_name: 'users.name', label: 'OWNER' }];
    const nested = { leads: { id: '7', city: 'Goa', deleted: '1' }, users: { name: 'Ana' }, is_edit: false };
    for (const more of [{ alias: 'leads' }, {}]) {
      const page = read({ data: [nested], header: headers, ...more });
      assert.deepEqual([page.rows[0]?.id, page.rows[0]?.isDeleted, page.rows[0]?.canEdit], ['7', true, false]);
      assert.deepEqual(page.rows[0]?.cells, ['7', 'Goa', 'Ana']);
    }
    assert.equal(read({ data: [{ leads: { id: '7' } }] }).rows[0]?.id, '7');
    // an object value stays an object
    assert.deepEqual(cellsOf(read({ data: [{ 'leads.city': { lat: 1 } }], header: [header('city')] }), 'CITY'), [
      '{"lat":1}',
    ]);
    const lists = read({ data: [['7', 'Goa', 'Ana', 'more']], header: headers, alias: 'leads' });
    assert.deepEqual([lists.rows[0]?.id, lists.rows[0]?.cells.slice(0, 3)], ['7', ['7', 'Goa', 'Ana']]);
    assert.deepEqual(read({ data: [['7', 'Goa']] }).rows, []);
  });

  it('has totals that a service formats for display', () => {
    const total = (text: JsonValue): number | undefined =>
      read({ data: [], header: [header('budget', { compute_column_total: '1', column_total: text })] }).columns[0]
        ?.total;
    const written = ['1,234.50', '1.234,50', '1 234,50', "1'234.50", '1,234', '-12,345,678', '1.234.567', '1,234567'];
    assert.deepEqual(written.map(total), [1234.5, 1234.5, 1234.5, 1234.5, 1234, -12345678, 1234567, undefined]);
    assert.equal(read({ data: [], total_count: '5,000' }).total, 5000);
  });

  it('handles columns named like Object.prototype keys', () => {
    const page = read({
      data: [{ 'leads.city': 'Goa' }],
      header: [header('city'), { name: 'constructor', label: 'constructor' }],
    });
    assert.deepEqual(page.rows[0]?.cells, ['Goa', null]);
  });

  it('finds the column that marks deleted records: from a header, or its own', () => {
    const data = [{ 'leads.id': '1', 'leads.deleted': '1' }];
    assert.equal(read({ data, header: [header('id')], alias: 'leads' }).deletedKey, 'leads.deleted');
    assert.equal(read({ data: [{ id: '1', deleted: '1' }], header: [{ name: 'deleted' }] }).deletedKey, 'deleted');
    assert.equal(read({ data: [{ id: '1' }], header: [{ name: 'id' }] }).deletedKey, undefined);
  });

  it('reports what is missing if it is not a list', () => {
    for (const answer of [{}, { paginate: [] }, { paginate: null }, { paginate: {} }])
      assert.throws(
        () => readPage(answer, {}, attempt),
        (error) =>
          error instanceof ServiceError &&
          error.code === 'unreadable' &&
          /list (?:of records is|are) missing/.test(error.message),
      );
  });
});
