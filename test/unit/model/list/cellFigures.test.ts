import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CellFigures, type FigureKind } from '../../../../src/model/list/cellFigures.ts';
import { columnSums, SumCounter } from '../../../../src/model/list/columnSums.ts';

function figuresOf(kind: FigureKind, values: readonly (string | null)[]): CellFigures {
  const figures = new CellFigures(kind);
  for (const value of values) figures.add(value);
  return figures;
}

describe('statistics of cells', () => {
  it('count non-empty cells, and sum only numbers', () => {
    const { filled, numbers } = figuresOf('number', ['1.5', null, '', 'n/a', '2']);
    assert.deepEqual([filled, numbers.sums?.count, numbers.sums?.sum], [3, 2, '3.5']);
    assert.equal(figuresOf('text', ['1', '2']).numbers.sums, undefined, 'digits in a text are no number');
  });

  it('find the earliest and the latest date, in any notation and time zone', () => {
    assert.deepEqual(figuresOf('date', ['2024-03-01', '5.1.2023', '', '31/12/2025']).moments, {
      min: '5.1.2023',
      max: '31/12/2025',
    });
    // an hour earlier, although its digits are later
    const zones = ['2024-01-01 12:30:00Z', '2024-01-01 13:00:00+0130', '2024-01-01 12:00:00Z'];
    assert.deepEqual(figuresOf('dateTime', zones).moments, { min: zones[1], max: zones[0] });
    assert.deepEqual(figuresOf('time', ['9:05', '14:30', '00:10']).moments, { min: '00:10', max: '14:30' });
  });

  it('have no earliest date if one date is ambiguous, or there are none', () => {
    assert.equal(figuresOf('date', ['2024-03-01', '03/04/2024']).moments, undefined);
    assert.equal(figuresOf('date', ['0000-00-00', null]).moments, undefined);
    assert.equal(figuresOf('date', ['2024-03-01', '0000-00-00']).moments?.min, '2024-03-01');
  });

  it('are the same, however the numbers are split', () => {
    const numbers = fc.array(fc.tuple(fc.integer(), fc.nat(999)).map(([whole, fraction]) => `${whole}.${fraction}`));
    fc.assert(
      fc.property(numbers, numbers, (some, others) => {
        const total = new SumCounter();
        total.addAll(figuresOf('number', some).numbers);
        total.addAll(figuresOf('number', others).numbers);
        assert.deepEqual(total.sums, columnSums([...some, ...others]));
      }),
    );
  });
});
