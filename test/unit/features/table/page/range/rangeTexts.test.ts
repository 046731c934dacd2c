import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CellRange } from '../../../../../../src/model/list/cellRange.ts';
import type { TableRow } from '../../../../../../src/features/table/tableProtocol.ts';
import { RangeTexts, type RangeTextsOptions } from '../../../../../../src/features/table/page/range/rangeTexts.ts';
import { plainColumn, plainRow } from '../../../../../support/plainColumn.ts';

const columns = ['a', 'b', 'c', 'd'].map((key, cell) => ({
  column: plainColumn(key),
  cell,
  width: 9,
  isPinned: false,
}));
const collected: number[] = [];

/** A table of 20 rows and four columns whose cells say where they are; row 7 has no id. */
const texts = new RangeTexts({
  table: {
    columns,
    length: 20,
    source: {
      collect: async (first: number, last: number): Promise<TableRow[]> => {
        collected.push(last - first + 1);
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => {
          const row = plainRow(String(first + offset), []);
          return first + offset === 7 ? { ...row, id: null } : row;
        });
      },
    },
  } as unknown as RangeTextsOptions['table'],
  textOf: async ({ id }, { column }) => `${id}${column.key}`,
  labelOf: async ({ id }, { column }) => `label ${id}${column.key}`,
});

const range = (top: number, left: number, bottom: number, right: number): CellRange => ({ top, left, bottom, right });

async function written(found: ReturnType<RangeTexts['cleared']>): Promise<string[] | string> {
  const wanted = await found;
  if (typeof wanted === 'string') return wanted;
  return wanted.map(
    ({ index, column, text, like }) => `${index}${column?.column.key} ${text}${like ? ` ←${like}` : ''}`,
  );
}

describe('texts for the selected ranges', () => {
  it('repeat a block that fits, and place one that does not', async () => {
    const block = [['1', '2']];
    assert.deepEqual(await written(texts.pasted([range(3, 0, 4, 3)], block)), [
      '3a 1',
      '3b 2',
      '3c 1',
      '3d 2',
      '4a 1',
      '4b 2',
      '4c 1',
      '4d 2',
    ]);
    assert.deepEqual(await written(texts.pasted([range(3, 0, 4, 2)], block)), ['3a 1', '3b 2']);
    // lines of different lengths, and cells beside and below the table
    const odd = await texts.pasted([range(19, 3, 19, 3)], [['1', '2'], ['3']]);
    assert.ok(typeof odd !== 'string');
    assert.deepEqual(
      odd.map(({ row, column, text }) => [row?.id, column?.column.key, text]),
      [
        ['19', 'd', '1'],
        ['19', undefined, '2'],
        [undefined, 'd', '3'],
      ],
    );
  });

  it('write a single text into each cell of all ranges once', async () => {
    const cell = fc.tuple(fc.nat(19), fc.nat(3));
    await fc.assert(
      fc.asyncProperty(cell, cell, cell, cell, async (one, other, third, fourth) => {
        const between = ([row, column]: [number, number], [toRow, toColumn]: [number, number]): CellRange =>
          range(Math.min(row, toRow), Math.min(column, toColumn), Math.max(row, toRow), Math.max(column, toColumn));
        const ranges = [between(one, other), between(third, fourth)];
        const filled = await written(texts.pasted(ranges, [['x']]));
        const cleared = await written(texts.cleared(ranges));
        assert.ok(typeof filled !== 'string' && typeof cleared !== 'string');
        assert.equal(new Set(filled).size, filled.length);
        assert.deepEqual(
          filled,
          cleared.map((line) => `${line}x`),
        );
        const expected = Array.from({ length: 80 }, (_, at) => ({ row: Math.floor(at / 4), column: at % 4 })).filter(
          ({ row, column }) =>
            ranges.some(
              ({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right,
            ),
        );
        assert.equal(filled.length, expected.length);
      }),
    );
  });

  it('fill down from the first row, or from the row above, with the record they come from', async () => {
    assert.deepEqual(await written(texts.filledDown([range(3, 0, 5, 1)])), [
      '4a 3a ←3',
      '5a 3a ←3',
      '4b 3b ←3',
      '5b 3b ←3',
    ]);
    assert.deepEqual(await written(texts.filledDown([range(3, 2, 3, 2), range(8, 0, 8, 0)])), [
      '3c 2c ←2',
      // a row without an id has a text, but is no record
      '8a nulla',
    ]);
    assert.equal(await written(texts.filledDown([range(0, 0, 0, 3)])), 'noSource');
  });

  it('fill right from the first column, or from the column before, with labels', async () => {
    assert.deepEqual(await written(texts.filledRight([range(3, 1, 4, 2)])), ['3c label 3b', '4c label 4b']);
    assert.deepEqual(await written(texts.filledRight([range(3, 3, 3, 3)])), ['3d label 3c']);
    assert.equal(await written(texts.filledRight([range(0, 0, 5, 0)])), 'noSource');
  });

  it('are empty, and nothing is read, if there are too many cells or a block could go to several places', async () => {
    collected.length = 0;
    const all = [range(0, 0, 999_999, 0)];
    for (const found of [texts.cleared(all), texts.pasted(all, [['x']]), texts.filledDown(all), texts.filledRight(all)])
      assert.equal(await written(found), 'tooMany');
    const several = [range(0, 0, 0, 0), range(5, 0, 6, 1)];
    assert.equal(await written(texts.pasted(several, [['1', '2']])), 'blockInRanges');
    assert.deepEqual(collected, []);
  });
});
