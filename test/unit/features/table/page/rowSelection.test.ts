import assert from 'node:assert/strict';
import type { TableRow, TableRows, TableStart } from '../../../../../src/features/table/tableProtocol.ts';
import { RowSelection } from '../../../../../src/features/table/page/rowSelection.ts';
import { TableModel } from '../../../../../src/features/table/page/tableModel.ts';
import { plainColumn, plainRow } from '../../../../support/plainColumn.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const rowAt = (place: number): TableRow => plainRow(String(place));

/** A table of a hundred rows whose service responds when the test lets it. */
function tableWithHost() {
  const waiting: (() => void)[] = [];
  const ask = ({ from, count }: { from: number; count: number }): Promise<TableRows> =>
    new Promise((resolve) => {
      const rows = Array.from({ length: Math.min(count, 100 - from) }, (_, offset) => rowAt(from + offset));
      waiting.push(() => resolve({ from, rows, columns: [plainColumn('name')], total: 100 }));
    });
  const nothing = (): void => undefined;
  const start = { layout: null, staged: {}, pageSize: 10 } as unknown as TableStart;
  const listeners = {
    onChange: nothing,
    onRepaint: nothing,
    onColumns: nothing,
    onColumnInfos: nothing,
    onChangedCells: nothing,
  };
  const table = new TableModel({
    filters: {
      filterValue: async ({ text }) => ({ value: text, shown: text }),
      columnInfos: async () => ({}),
      filterChoices: async () => ({ records: [], isCut: false }),
    },
    start,
    query: {},
    startAt: 0,
    fit: { usual: () => 100, digits: () => 0, needed: () => 0 },
    fitted: undefined,
    ask,
    ...listeners,
    onRestart: nothing,
    onLayout: nothing,
  });
  const selection = new RowSelection({ table, onChange: nothing, notify: (text) => assert.fail(text) });
  const answerAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      for (const answer of waiting.splice(0)) answer();
      await settled();
    }
  };
  return { table, selection, answerAll };
}

describe('range of rows that are still loading', () => {
  it('is selected when they arrive', async () => {
    const { table, selection, answerAll } = tableWithHost();
    table.setVisibleRows(0, 5);
    await answerAll();
    selection.select(2, 'only');
    selection.select(30, 'range');
    await answerAll();
    assert.equal(table.selection.count(100), 29);
  });

  it('is not selected in another list that was requested in the meantime', async () => {
    const { table, selection, answerAll } = tableWithHost();
    table.setVisibleRows(0, 5);
    await answerAll();
    selection.select(2, 'only');
    selection.select(30, 'range');
    table.change({ search: 'other' });
    await answerAll();
    assert.equal(table.selection.isEmpty, true);
  });

  it('does not replace a later "select all"', async () => {
    const { table, selection, answerAll } = tableWithHost();
    table.setVisibleRows(0, 5);
    await answerAll();
    selection.select(30, 'range');
    selection.selectAll();
    await answerAll();
    assert.equal(table.selection.isAll, true);
  });
});

describe('action at the cursor', () => {
  it('applies to the selected rows only when the cursor is in one of them', async () => {
    const { table, selection, answerAll } = tableWithHost();
    table.setVisibleRows(0, 9);
    await answerAll();
    selection.select(2, 'only');
    assert.deepEqual([selection.appliesToSelection(rowAt(2)), selection.appliesToSelection(rowAt(3))], [true, false]);
    assert.equal(selection.isOneOfSeveral(rowAt(2)), false);
    selection.select(4, 'toggle');
    assert.deepEqual([selection.isOneOfSeveral(rowAt(4)), selection.isOneOfSeveral(rowAt(3))], [true, false]);
    selection.selectAll();
    assert.equal(selection.isOneOfSeveral(rowAt(3)), true);
  });
});
