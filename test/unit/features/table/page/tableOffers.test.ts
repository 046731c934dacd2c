import assert from 'node:assert/strict';
import { CellFormatter } from '../../../../../src/features/table/page/cellFormatter.ts';
import { cellContent } from '../../../../../src/features/table/page/grid/gridContent.ts';
import { RowSelection } from '../../../../../src/features/table/page/rowSelection.ts';
import { TableModel } from '../../../../../src/features/table/page/tableModel.ts';
import { plainColumn, plainRow } from '../../../../support/plainColumn.ts';
import type {
  ColumnLayout,
  RowsRequest,
  TableRow,
  TableStart,
} from '../../../../../src/features/table/tableProtocol.ts';

const row = (id: string, rights: Partial<TableRow> = {}): TableRow =>
  plainRow(id, [`Lead ${id}`, rights.isDeleted ? '1' : '0'], { name: `Lead ${id}`, ...rights });

const rows = [row('1'), row('2', { canDelete: false }), row('3', { canEdit: false }), row('4', { isDeleted: true })];
const commands = ['addRecord', 'editRecords', 'deleteRecords', 'exportRecords'] as const;

/** A table of four records: one can't be deleted, one can't be edited, one is deleted. */
async function openTable(readOnly = false, shown = rows) {
  const asked: RowsRequest[] = [];
  const layouts: ColumnLayout[] = [];
  const nothing = (): void => undefined;
  const connection = { id: 'work', name: 'Work', readOnly, service: 'http://a.example' };
  const start = { connection, offers: commands, layout: null, staged: {}, pageSize: 10 } as unknown as TableStart;
  // no header names the `deleted` column
  const columns = [plainColumn('leads.name')];
  const table = new TableModel({
    start,
    query: {},
    startAt: 0,
    fit: { usual: () => 100, digits: () => 0, needed: () => 0 },
    fitted: undefined,
    filters: {
      filterValue: async ({ text }) => ({ value: text, shown: text }),
      columnInfos: async () => ({}),
      filterChoices: async () => ({ records: [], isCut: false }),
    },
    ask: async (request) => {
      asked.push(request);
      return { from: 0, rows: shown, columns, total: shown.length, deletedKey: 'leads.deleted' };
    },
    onChange: nothing,
    onRepaint: nothing,
    onColumns: nothing,
    onColumnInfos: nothing,
    onChangedCells: nothing,
    onRestart: nothing,
    onLayout: (layout) => layouts.push(layout),
  });
  table.setVisibleRows(0, 3);
  await new Promise((resolve) => setImmediate(resolve));
  const formatter = new CellFormatter('en', { yes: 'Yes', no: 'No' });
  const selection = new RowSelection({ table, onChange: nothing, notify: (text) => assert.fail(text) });
  return { table, selection, asked, layouts, formatter };
}

describe('actions of a table', () => {
  it('are limited to export on a read-only connection, even if it becomes one later', async () => {
    const { table } = await openTable();
    assert.deepEqual([...table.offers], commands);
    table.setConnection({ id: 'work', name: 'Work', readOnly: true, service: '' });
    assert.deepEqual([...table.offers], ['exportRecords']);
    assert.match(table.whyNot('edit', rows[0]) ?? '', /^The connection Work is read-only\./);
  });

  it('are disabled for records selected while the connection pointed to another service', async () => {
    const { table, selection } = await openTable();
    selection.select(0, 'only');
    table.setConnection({ id: 'work', name: 'Work', readOnly: false, service: '' });
    assert.deepEqual(table.selection.state, { all: false, ids: ['1'] });
    table.setConnection({ id: 'work', name: 'Work', readOnly: false, service: 'http://b.example' });
    assert.deepEqual(table.selection.state, { all: false, ids: [] });
  });

  it('are determined per record and operation', async () => {
    const { table } = await openTable();
    const why = rows.map((one) => [table.whyNot('edit', one), table.whyNot('delete', one)]);
    assert.deepEqual(why, [
      [undefined, undefined],
      [undefined, "You don't have permission to delete this record."],
      ["You don't have permission to edit this record.", undefined],
      ['This record is deleted, so it cannot be changed.', 'This record has already been deleted.'],
    ]);
  });

  it('include delete only if at least one selected record can be deleted', async () => {
    const { selection } = await openTable();
    assert.equal(selection.whyNot('delete', rows[1]), "You don't have permission to delete this record.");
    selection.select(1, 'only');
    selection.select(3, 'toggle');
    assert.equal(selection.whyNot('delete'), "You don't have permission to delete this record.");
    selection.select(0, 'toggle');
    assert.equal(selection.whyNot('delete'), undefined);
  });
});

describe('deleted records in a table', () => {
  it('are announced as deleted, whatever cell is read', async () => {
    const { table, formatter } = await openTable();
    const [column] = table.columns;
    const described = rows.map((one) => cellContent(one, column!, undefined, undefined, formatter).description);
    assert.deepEqual(described, ['', '', '', 'deleted']);
    const staged = { from: 'a', to: 'b' };
    assert.match(cellContent(rows[3]!, column!, staged, undefined, formatter).description, /^deleted; staged/);
  });

  it('can be hidden if there are any, persistently, and shown again', async () => {
    const { table, asked, layouts } = await openTable();
    assert.deepEqual([table.deletedColumn, table.hidesDeleted], ['leads.deleted', false]);
    table.toggleDeleted();
    assert.equal(table.hidesDeleted, true);
    assert.deepEqual(asked.at(-1)?.query.filters, { 'leads.deleted': '0' });
    assert.equal(layouts.at(-1)?.hidesDeleted, 'leads.deleted');
    table.toggleDeleted();
    assert.deepEqual([table.query.filters, layouts.at(-1)?.hidesDeleted], [undefined, undefined]);
  });

  it('are no longer remembered as hidden once their filter is removed by its own button', async () => {
    const { table, layouts } = await openTable();
    table.toggleDeleted();
    table.change({ filters: undefined });
    assert.equal(layouts.at(-1)?.hidesDeleted, undefined);
  });

  it('offer nothing to hide if there are none', async () => {
    const { table } = await openTable(false, [rows[0]!]);
    assert.equal(table.deletedColumn, undefined);
  });
});
