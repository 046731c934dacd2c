import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pastedBlock } from '../../../../src/model/list/pastedBlock.ts';
import { copied } from '../../../../src/features/table/page/copyCells.ts';

describe('text pasted into cells', () => {
  it('has tabs between cells and one line per row, with or without a final line break', () => {
    const cells = [
      ['a', 'b'],
      ['', 'd'],
    ];
    for (const text of ['a\tb\n\td', 'a\tb\r\n\td\r\n', 'a\tb\r\td\r']) assert.deepEqual(pastedBlock(text), cells);
    assert.deepEqual(pastedBlock('one'), [['one']]);
    assert.deepEqual(pastedBlock('a\n\nb'), [['a'], [''], ['b']]);
  });

  it('keeps line breaks, tabs and quotes of a cell that Excel quotes', () => {
    assert.deepEqual(pastedBlock('"one\ntwo"\t"say ""hi"""\r\n"x\ty"\tz\r\n'), [
      ['one\ntwo', 'say "hi"'],
      ['x\ty', 'z'],
    ]);
  });

  it('keeps quotes that do not enclose a cell', () => {
    assert.deepEqual(pastedBlock('"Bo" Derek\t5"\n"open'), [['"Bo" Derek', '5"'], ['"open']]);
  });

  it('keeps a single cell unchanged, and removes the apostrophe added on copy from cells of a block', () => {
    assert.deepEqual(pastedBlock("'=A1"), [["'=A1"]]);
    assert.deepEqual(pastedBlock("'=A1\t'=1+1\t's"), [['=A1', "'=1+1", "'s"]]);
  });

  it('matches what was copied here', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '=', '-', '1', "'", '"', '\t', '\n', '\r', 'é') });
    const table = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 4 }))
      .chain(([width, height]) => {
        const row = fc.array(cell, { minLength: width, maxLength: width });
        return fc.array(row, { minLength: height, maxLength: height });
      })
      // as in spreadsheets, an empty last row looks like a trailing line break
      .filter((rows) => rows.at(-1)?.join('') !== '');
    fc.assert(fc.property(table, (rows) => assert.deepEqual(pastedBlock(copied({ labels: [], rows }, 'text')), rows)));
  });
});
