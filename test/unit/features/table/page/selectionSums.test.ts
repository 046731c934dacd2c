import assert from 'node:assert/strict';
import type { Column } from '../../../../../src/model/list/recordPage.ts';
import type { TableRows, TableStart } from '../../../../../src/features/table/tableProtocol.ts';
import { CellFormatter } from '../../../../../src/features/table/page/cellFormatter.ts';
import { RowSelection } from '../../../../../src/features/table/page/rowSelection.ts';
import { SelectionSums } from '../../../../../src/features/table/page/selectionSums.ts';
import { TableModel } from '../../../../../src/features/table/page/tableModel.ts';
import { plainColumn } from '../../../../support/plainColumn.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A list of `total` records whose service returns a total of 5,000 amounts, whatever the list shows. */
async function listOf(total: number, amount: (row: number) => string) {
  const columns: Column[] = [
    plainColumn('name'),
    plainColumn('amount', { label: 'Amount', kind: 'number', total: 123_456.5, totalCount: 5_000 }),
  ];
  const ask = async ({ from, count }: { from: number; count: number }): Promise<TableRows> => ({
    from,
    rows: Array.from({ length: Math.min(count, total - from) }, (_, offset) => ({
      id: String(from + offset),
      name: '',
      isDeleted: false,
      canEdit: true,
      canDelete: true,
      cells: ['', amount(from + offset)],
    })),
    columns,
    total,
  });
  const nothing = (): void => undefined;
  const table = new TableModel({
    filters: {
      filterValue: async ({ text }) => ({ value: text, shown: text }),
      columnInfos: async () => ({}),
      filterChoices: async () => ({ records: [], isCut: false }),
    },
    start: { layout: null, staged: {}, pageSize: 100 } as unknown as TableStart,
    query: {},
    startAt: 0,
    fit: { usual: () => 100, digits: () => 0, needed: () => 0 },
    fitted: undefined,
    ask,
    onChange: nothing,
    onRepaint: nothing,
    onColumns: nothing,
    onColumnInfos: nothing,
    onChangedCells: nothing,
    onRestart: nothing,
    onLayout: nothing,
  });
  const rows = new RowSelection({ table, onChange: () => sums.reset(), notify: (text) => assert.fail(text) });
  const sums = new SelectionSums(table, rows, new CellFormatter('en', { yes: '', no: '' }));
  table.setVisibleRows(0, 50);
  await settled();
  return { rows, line: () => sums.line(table.columns[1]) };
}

describe('selection sums', () => {
  it('cover the selected rows, with the decimals of their column', async () => {
    const { rows, line } = await listOf(3, (row) => ['1036.50', '7', '0.25'][row] ?? '');
    rows.selectAll();
    assert.equal(line(), 'Amount: sum 1,043.75 · avg 347.92 · min 0.25 · max 1,036.50 · count 3');
    rows.select(0, 'toggle');
    assert.equal(line(), 'Amount: sum 7.25 · avg 3.63 · min 0.25 · max 7.00 · count 2');
  });

  it('are hidden if some selected rows are not loaded, whatever the service totals', async () => {
    const { rows, line } = await listOf(952, String);
    rows.selectAll();
    assert.equal(line(), '');
    rows.select(3, 'toggle');
    assert.equal(line(), '', 'all but one');
  });
});
