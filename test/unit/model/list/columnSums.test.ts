import assert from 'node:assert/strict';
import { columnSums } from '../../../../src/model/list/columnSums.ts';

describe('column sums', () => {
  it('are exact, for decimals and integers of any length', () => {
    assert.deepEqual(columnSums(['0.1', '0.2', null, 'n/a', '']), {
      count: 2,
      sum: '0.3',
      average: '0.15',
      min: '0.1',
      max: '0.2',
    });
    assert.deepEqual(columnSums(['9223372036854775807', '9223372036854775806']), {
      count: 2,
      sum: '18446744073709551613',
      average: '9223372036854775806.5',
      min: '9223372036854775806',
      max: '9223372036854775807',
    });
    assert.equal(columnSums(['-5.25', '5'])?.sum, '-0.25');
    assert.equal(columnSums(['1.50', '+2.5'])?.sum, '4');
    assert.deepEqual([columnSums(['-10', '9'])?.min, columnSums(['-10', '9'])?.max], ['-10', '9']);
  });

  it('round an average to the decimals of the numbers, or to two, away from zero', () => {
    assert.equal(columnSums(['1', '0', '0'])?.average, '0.33');
    assert.equal(columnSums(['2', '0', '0'])?.average, '0.67');
    assert.equal(columnSums(['-2', '0', '0'])?.average, '-0.67');
    assert.equal(columnSums(['0.10', '0.10', '0.11'])?.average, '0.1');
    assert.equal(columnSums(['0.100', '0.101', '0.101'])?.average, '0.101');
  });

  it('are empty without numbers', () => {
    assert.equal(columnSums([null, 'n/a', '1e5']), undefined);
  });
});
