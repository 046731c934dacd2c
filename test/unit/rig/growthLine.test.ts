import assert from 'node:assert/strict';
import { exponent, growthLine } from '../../bench/growthLine.ts';

describe('growthLine', () => {
  it('finds the exponent the cost grows with', () => {
    const sizes = [10_000, 100_000, 1_000_000];
    for (const power of [0, 0.5, 1, 2]) {
      const costs = sizes.map((size) => 3 * size ** power);
      assert.ok(Math.abs(exponent(sizes, costs) - power) < 1e-9);
    }
  });

  it('takes the median of all rounds', () => {
    const costs = [1, 1.1, 5].map((power) => [10 ** power, 100 ** power]);
    const { ratio, limit, detail } = growthLine({ name: 'x', unit: 'ms', expected: 'linear' }, [10, 100], costs);
    assert.equal(ratio.toFixed(6), '1.100000');
    assert.equal(limit, 1.1);
    assert.equal(detail, '10: 12.6 ms, 100: 158 ms');
  });
});
