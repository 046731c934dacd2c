import assert from 'node:assert/strict';
import type { TableQuery } from '../../../../../../src/features/table/tableProtocol.ts';
import { type ActiveCell, clampCell } from '../../../../../../src/features/table/page/grid/gridKeys.ts';
import { CellRanges } from '../../../../../../src/features/table/page/range/cellRanges.ts';
import { plainColumn, plainRow } from '../../../../../support/plainColumn.ts';

/** A list of 100 records with five columns; `state` is what changes around the selection. */
function listOfCells() {
  const state = { query: {} as TableQuery, total: 100, shift: 0, columns: ['a', 'b', 'c', 'd', 'e'], selected: 0 };
  const bounds = { rows: 100, columns: 5, page: 10 };
  const grid = {
    active: { row: 5, column: 1 },
    revealed: undefined as ActiveCell | undefined,
    bounds: () => bounds,
    setActive(cell: ActiveCell) {
      grid.active = clampCell(cell, bounds);
    },
    reveal(cell: ActiveCell) {
      grid.revealed = cell;
    },
    paintSoon: () => undefined,
  };
  const table = {
    get query() {
      return state.query;
    },
    get total() {
      return state.total;
    },
    get columns() {
      return state.columns.map((key, cell) => ({ column: plainColumn(key), cell, width: 100, isPinned: false }));
    },
    row: (index: number) => plainRow(String(index + state.shift)),
  };
  const ranges = new CellRanges({ table, grid, onSelect: () => state.selected++, onChange: () => undefined });
  return { state, grid, ranges };
}

describe('selected ranges', () => {
  it('grow and shrink from the active cell, which stays where it is', () => {
    const { grid, ranges, state } = listOfCells();
    ranges.extend('down');
    ranges.extend('down');
    ranges.extend('right');
    assert.deepEqual(ranges.current, [{ top: 5, left: 1, bottom: 7, right: 2 }]);
    assert.deepEqual(
      [grid.active, grid.revealed],
      [
        { row: 5, column: 1 },
        { row: 7, column: 2 },
      ],
    );
    for (const move of ['up', 'up', 'up', 'left', 'left'] as const) ranges.extend(move);
    assert.deepEqual(ranges.current, [{ top: 4, left: 0, bottom: 5, right: 1 }]);
    ranges.extend('last');
    assert.deepEqual(ranges.current, [{ top: 5, left: 1, bottom: 99, right: 4 }]);
    assert.ok(state.selected > 0, 'rows are not selected any more');
  });

  it('never include the header, and are empty while only one cell is selected', () => {
    const { ranges } = listOfCells();
    for (let press = 0; press < 9; press++) ranges.extend('up');
    assert.deepEqual(ranges.current, [{ top: 0, left: 1, bottom: 5, right: 1 }]);
    for (let press = 0; press < 5; press++) ranges.extend('down');
    assert.deepEqual([ranges.current, ranges.isSeveral], [[], false]);
  });

  it('can be combined, starting with the cell that was active', () => {
    const { grid, ranges } = listOfCells();
    ranges.add({ row: 9, column: 3 });
    ranges.extendTo({ row: 10, column: 4 });
    assert.deepEqual(ranges.current, [
      { top: 5, left: 1, bottom: 5, right: 1 },
      { top: 9, left: 3, bottom: 10, right: 4 },
    ]);
    assert.deepEqual(grid.active, { row: 9, column: 3 });
    assert.deepEqual([ranges.has({ row: 10, column: 3 }), ranges.has({ row: 5, column: 3 })], [true, false]);
    assert.deepEqual([ranges.clear(), ranges.clear(), ranges.current], [true, false, []]);
  });

  it('can be combined by keyboard: the selection stays while the active cell moves', () => {
    const { grid, ranges } = listOfCells();
    ranges.extend('right');
    ranges.keepSelection();
    for (const row of [6, 7]) {
      grid.setActive({ row, column: 1 });
      ranges.movedOn();
    }
    assert.deepEqual(ranges.current, [{ top: 5, left: 1, bottom: 5, right: 2 }]);
    ranges.keepSelection();
    grid.setActive({ row: 9, column: 0 });
    ranges.movedOn();
    ranges.extend('down');
    ranges.extend('down');
    assert.deepEqual(ranges.current, [
      { top: 5, left: 1, bottom: 5, right: 2 },
      { top: 7, left: 1, bottom: 7, right: 1 },
      { top: 9, left: 0, bottom: 11, right: 0 },
    ]);
    grid.setActive({ row: 12, column: 0 });
    ranges.movedOn();
    assert.deepEqual(ranges.current, []);
  });

  for (const [what, change] of [
    ['another cell is active', ({ grid }) => grid.setActive({ row: 5, column: 2 })],
    ['another query is shown', ({ state }) => (state.query = { search: 'x' })],
    ['records were added or removed', ({ state }) => (state.total = 101)],
    ['other records are at its corners', ({ state }) => (state.shift = 1)],
    ['a column was moved', ({ state }) => (state.columns = state.columns.toReversed())],
  ] as const satisfies readonly (readonly [string, (list: ReturnType<typeof listOfCells>) => unknown])[])
    it(`are cleared once ${what}`, () => {
      const list = listOfCells();
      list.ranges.extendTo({ row: 8, column: 3 });
      assert.equal(list.ranges.isSeveral, true);
      change(list);
      assert.deepEqual(list.ranges.current, []);
      // going back doesn't bring them back
      Object.assign(list.state, { total: 100, shift: 0 });
      list.grid.setActive({ row: 5, column: 1 });
      assert.deepEqual(list.ranges.current, []);
    });
});
