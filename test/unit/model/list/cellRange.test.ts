import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  blockColumns,
  cellCount,
  cellEdges,
  type CellRange,
  pasteTarget,
  rangeBetween,
  rangeHas,
  rangeSize,
  rowBands,
  rowCount,
} from '../../../../src/model/list/cellRange.ts';

const position = fc.record({ row: fc.nat(12), column: fc.nat(8) });
const anyRange = fc.tuple(position, position).map(([one, other]) => rangeBetween(one, other));
const anyRanges = fc.array(anyRange, { minLength: 1, maxLength: 5 });

function cellsIn(ranges: readonly CellRange[]): string[] {
  const cells: string[] = [];
  for (let row = 0; row <= 12; row++)
    for (let column = 0; column <= 8; column++)
      if (ranges.some((range) => rangeHas(range, row, column))) cells.push(`${row}/${column}`);
  return cells;
}

describe('ranges of cells', () => {
  it('have each cell once, in table order, however they overlap', () => {
    fc.assert(
      fc.property(anyRanges, (ranges) => {
        const bands = rowBands(ranges);
        const listed = bands.flatMap(({ top, bottom, columns }) =>
          Array.from({ length: bottom - top + 1 }, (_, offset) => columns.map((column) => `${top + offset}/${column}`)),
        );
        assert.deepEqual(listed.flat(), cellsIn(ranges));
        assert.equal(cellCount(bands), listed.flat().length);
        assert.equal(rowCount(bands), listed.length);
      }),
    );
  });

  it('are the same whichever corner they begin at', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const range = rangeBetween(one, other);
        assert.deepEqual(range, rangeBetween(other, one));
        const { rows, columns } = rangeSize(range);
        assert.equal(rows * columns, cellsIn([range]).length);
        assert.ok([one, other].every(({ row, column }) => rangeHas(range, row, column)));
      }),
    );
  });

  it('form one block exactly if every row has the same columns', () => {
    fc.assert(
      fc.property(anyRanges, (ranges) => {
        const byRow = Map.groupBy(cellsIn(ranges), (cell) => cell.split('/')[0] ?? '');
        const columns = new Set([...byRow.values()].map((cells) => cells.map((cell) => cell.split('/')[1]).join()));
        assert.equal(blockColumns(rowBands(ranges)) !== undefined, columns.size === 1);
      }),
    );
    const range = (top: number, left: number, bottom: number, right: number): CellRange => ({
      top,
      left,
      bottom,
      right,
    });
    assert.deepEqual(blockColumns(rowBands([range(0, 4, 2, 4), range(0, 1, 2, 2)])), [1, 2, 4], 'the same rows');
    assert.deepEqual(blockColumns(rowBands([range(7, 1, 8, 2), range(0, 1, 2, 2)])), [1, 2], 'the same columns');
    assert.equal(blockColumns(rowBands([range(0, 1, 0, 1), range(1, 2, 1, 2)])), undefined, 'a diagonal');
  });

  it('are outlined where a selected cell is next to one that is not', () => {
    fc.assert(
      fc.property(anyRanges, position, (ranges, { row, column }) => {
        const has = (atRow: number, atColumn: number): boolean =>
          ranges.some((range) => rangeHas(range, atRow, atColumn));
        const edges = cellEdges(ranges, row, column);
        assert.equal(edges !== undefined, has(row, column));
        if (!edges) return;
        assert.deepEqual(edges, {
          top: !has(row - 1, column),
          right: !has(row, column + 1),
          bottom: !has(row + 1, column),
          left: !has(row, column - 1),
        });
      }),
    );
  });

  it('are counted without iterating over rows', () => {
    const all = rowBands([{ top: 0, left: 0, bottom: 999_999, right: 59 }]);
    assert.deepEqual([all.length, rowCount(all), cellCount(all)], [1, 1_000_000, 60_000_000]);
  });
});

describe('pasted block of values', () => {
  it('is repeated if it fits a whole number of times, otherwise placed once at the top left', () => {
    const range = { top: 3, left: 1, bottom: 8, right: 4 };
    assert.deepEqual(pasteTarget(range, 2, 2), range);
    assert.deepEqual(pasteTarget(range, 1, 4), range);
    assert.deepEqual(pasteTarget(range, 4, 2), { top: 3, left: 1, bottom: 6, right: 2 });
    assert.deepEqual(pasteTarget(range, 12, 8), { top: 3, left: 1, bottom: 14, right: 8 });
  });
});
