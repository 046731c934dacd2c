import assert from 'node:assert/strict';
import { EntryTexts } from '../../../../../src/features/compare/host/entryTexts.ts';
import type { ComparedField } from '../../../../../src/model/compare/comparedFields.ts';
import type { ComparedEntry } from '../../../../../src/model/compare/comparison.ts';

describe('comparison result', () => {
  const field = (key: string, kind: ComparedField['kind']): ComparedField => ({
    key,
    label: key,
    kind,
    ends: [null, null],
    isCompared: true,
  });
  const texts = new EntryTexts([field('amount', 'number'), field('version', 'text')]);
  const entry = (here: string, there: string): ComparedEntry => {
    const row = (value: string) => ({ key: here, id: here, name: here, cells: [value, value] });
    return { kind: 'different', here: row(here), there: row(there), fields: [0, 1] };
  };

  it('shows numbers of a field with the same decimals, and texts unchanged', () => {
    const rows = texts.rows([entry('1036.50', '123456.5'), entry('7', '7.1')]);
    assert.deepEqual(
      rows.map(({ cells }) => cells.map(({ here, there }) => `${here} | ${there}`)),
      [
        ['1,036.50 | 123,456.50', '1036.50 | 123456.5'],
        ['7.00 | 7.10', '7 | 7.1'],
      ],
    );
    assert.equal(texts.rows([entry('8', '9')])[0]?.cells[0]?.here, '8.00', 'of a later piece as well');
  });
});
