import assert from 'node:assert/strict';
import type { Column } from '../../../../../../src/model/list/recordPage.ts';
import type { CellRange } from '../../../../../../src/model/list/cellRange.ts';
import type { TableRows, TableStart } from '../../../../../../src/features/table/tableProtocol.ts';
import { CellFormatter } from '../../../../../../src/features/table/page/cellFormatter.ts';
import type { CellRanges } from '../../../../../../src/features/table/page/range/cellRanges.ts';
import { RangeSums } from '../../../../../../src/features/table/page/range/rangeSums.ts';
import { TableModel } from '../../../../../../src/features/table/page/tableModel.ts';
import { plainColumn, plainRow } from '../../../../../support/plainColumn.ts';

const total = 1_000_000;
const columns: Column[] = [
  plainColumn('name', { label: 'Name' }),
  plainColumn('amount', { label: 'Amount', kind: 'number' }),
  plainColumn('score', { label: 'Score', kind: 'number' }),
  plainColumn('born', { label: 'Born', kind: 'date' }),
];
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A million records of which the first page is loaded. */
async function millionRecords() {
  const state = { asked: 0, notice: '', version: 0, current: [] as readonly CellRange[], failure: '' };
  const ask = async ({ from, count }: { from: number; count: number }): Promise<TableRows> => {
    if (state.failure) throw new Error(state.failure);
    state.asked += count;
    const rows = Array.from({ length: count }, (_, offset) => {
      const row = from + offset;
      return plainRow(String(row), [`Name ${row}`, `${row}.5`, row % 2 ? null : '1', `20${10 + (row % 80)}-01-02`]);
    });
    return { from, rows, columns, total };
  };
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
  const formatter = new CellFormatter('en', { yes: '', no: '' });
  const done = { wait: Promise.resolve(), tell: nothing };
  const sums = new RangeSums({
    table,
    ranges: state as unknown as CellRanges,
    formatter,
    notify: (text) => (state.notice = text),
    onChange: () => done.tell(),
  });
  table.setVisibleRows(0, 50);
  await settled();
  state.asked = 0;
  const select = (...current: readonly CellRange[]): string => {
    Object.assign(state, { current, version: state.version + 1 });
    done.wait = new Promise((resolve) => (done.tell = resolve));
    return sums.line;
  };
  return { table, sums, state, select, complete: () => done.wait.then(() => sums.line) };
}

const range = (top: number, left: number, bottom: number, right: number): CellRange => ({ top, left, bottom, right });

describe('sums of a range', () => {
  it('cover the numbers in all of its columns, and count non-empty cells', async () => {
    const { select, sums, state } = await millionRecords();
    assert.equal(select(range(1, 0, 2, 2)), 'sum 5.0 · avg 1.67 · min 1.0 · max 2.5 · count 5');
    assert.deepEqual(
      sums.columns.map(({ column, sum, count }) => [column.label, sum, count]),
      [
        ['Amount', '4', 2],
        ['Score', '1', 1],
      ],
    );
    assert.equal(state.asked, 0, 'loaded rows are not asked for');
  });

  it('are the first and the last date of a column, or only a count', async () => {
    const { select, sums } = await millionRecords();
    assert.equal(select(range(3, 3, 5, 3)), 'min 01/02/2013 · max 01/02/2015 · count 3');
    assert.deepEqual(
      sums.columns.map(({ sum, min }) => [sum, min]),
      [[undefined, '2013-01-02']],
    );
    assert.equal(select(range(3, 0, 5, 0)), 'count 3');
    assert.equal(select(), '');
  });

  it('count a cell in two ranges once', async () => {
    const { select } = await millionRecords();
    assert.match(select(range(0, 1, 2, 1), range(1, 1, 3, 1)), /^sum 8\.0 .* count 4$/);
  });

  it('are exact for rows that are not loaded, and load only those', async () => {
    const { select, complete, state } = await millionRecords();
    assert.equal(select(range(500, 1, 1_499, 1)), 'Calculating…');
    assert.match(await complete(), /^sum 1,000,000\.0 · avg 1,000\.0 · min 500\.5 · max 1,499\.5 · count 1,000$/);
    assert.equal(state.asked, 1_000);
  });

  it('are not shown for more than 10,000 rows, which are not read', async () => {
    const { select, sums, state } = await millionRecords();
    assert.equal(select(range(0, 1, total - 1, 1)), 'Sums are shown for at most 10,000 rows.');
    await settled();
    assert.deepEqual([state.asked, sums.columns], [0, []]);
  });

  it('follow a staged value, and stop when something else is selected', async () => {
    const { table, select, sums, complete } = await millionRecords();
    select(range(0, 1, 1, 1));
    table.setStaged({ 1: { amount: { from: '1.5', to: '100' } } });
    assert.match(sums.line, /^sum 100\.5 /);
    select(range(2_000, 1, 2_999, 1));
    select(range(500, 2, 699, 2));
    assert.match(await complete(), /^sum 100 · .* · count 100$/);
  });

  it('say why they are missing when rows cannot be loaded', async () => {
    const { select, complete, state } = await millionRecords();
    state.failure = 'Nothing answers.';
    select(range(500, 1, 1_499, 1));
    assert.deepEqual([await complete(), state.notice], ['', 'Nothing answers.']);
  });
});
