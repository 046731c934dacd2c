import assert from 'node:assert/strict';
import {
  numberText,
  parseNumber,
  roundUp,
} from '../../../../../../../src/features/table/page/chart/data/chartNumber.ts';

describe('chart number', () => {
  const read: readonly (readonly [string, number])[] = [
    ['1204', 1204],
    [' 1234.50 ', 1234.5],
    ['-3', -3],
    ['\u22123', -3],
    ['1,234,567.8', 1_234_567.8],
    ['1 234', 1234],
    ["1'234", 1234],
    ['1.234,50', 1234.5],
    ['€ 12.5', 12.5],
    ['-$5', -5],
    ['EUR 12', 12],
    ['16 %', 16],
    ['1.5e3', 1500],
    ['.5', 0.5],
    ['0', 0],
  ];
  for (const [text, value] of read) it(`parses “${text}”`, () => assert.equal(parseNumber(text), value));

  for (const text of [
    '',
    ' ',
    'n/a',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '1,23',
    '12 34',
    '2026-01',
    '1-2',
    'EUR',
    '<b>1</b>',
  ])
    it(`rejects “${text}”`, () => assert.equal(parseNumber(text), undefined));

  it('is undefined for an empty cell or a text of one megabyte', () => {
    assert.equal(parseNumber(null), undefined);
    assert.equal(parseNumber('1'.repeat(1_000_000)), undefined);
  });

  it('is formatted for display', () => {
    assert.equal(numberText(1204.5), '1,204.5');
    assert.equal(numberText(0.001234), '0.00123');
  });

  it('finds a round end for a scale', () => {
    assert.deepEqual([0.03, 1, 730, 1204, 2100, 260].map(roundUp), [0.05, 1, 1000, 2000, 2500, 500]);
    assert.equal(roundUp(0), 0);
    assert.equal(roundUp(1.2e308), Number.MAX_VALUE);
  });
});
