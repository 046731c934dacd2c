import assert from 'node:assert/strict';
import type { GaugeContent } from '../../../../../../../src/features/table/page/chart/kinds/gaugeChart.ts';
import { column, drawn, rows } from '../chartRows.ts';

function gauge(...given: Parameters<typeof drawn> extends [unknown, ...infer Rest] ? Rest : never): GaugeContent {
  const content = drawn('gauge', ...given);
  assert.equal(content.kind, 'gauge');
  return content as GaugeContent;
}

function shown({ series, minimum, maximum }: GaugeContent): unknown[] {
  return [series[0]?.values[0], minimum, maximum];
}

describe('gauge', () => {
  it('finds value, min and max by their names', () => {
    const columns = ['records', 'minimum', 'maximum', 'value'].map((name) => column(name, 'number'));
    assert.deepEqual(shown(gauge(columns, rows(['5000', '0', '100', '16.42']))), [16.42, 0, 100]);
    const others = ['Lower limit', 'Actual', 'Target'].map((name) => column(name));
    assert.deepEqual(shown(gauge(others, rows(['10', '30', '50']))), [30, 10, 50]);
  });

  it('shows the first number on a suitable scale if no column has such a name', () => {
    assert.deepEqual(shown(gauge([column('Team'), column('Deals', 'number')], rows(['North', '730']))), [730, 0, 1000]);
    assert.deepEqual(shown(gauge([column('Balance', 'number')], rows(['-30']))), [-30, -50, 0]);
    assert.deepEqual(shown(gauge([column('Win rate', 'number')], rows(['16']))), [16, 0, 100]);
    assert.deepEqual(shown(gauge([column('Win rate', 'number')], rows(['0.16']))), [0.16, 0, 1]);
    assert.deepEqual(shown(gauge([column('Deals', 'number')], rows(['0']))), [0, 0, 1]);
  });

  it('extends a scale that does not include the value', () => {
    const columns = ['value', 'minimum', 'maximum'].map((name) => column(name, 'number'));
    assert.deepEqual(shown(gauge(columns, rows(['120', '0', '100']))), [120, 0, 120]);
    assert.deepEqual(shown(gauge(columns, rows(['5', '5', '5']))), [5, 5, 6]);
  });

  it('skips rows without a number, and says that it shows one of several', () => {
    const content = gauge([column('value', 'number')], rows([null], ['7'], ['8']));
    assert.equal(content.points[0]?.row, 1);
    assert.equal(content.series[0]?.values[0], 7);
    assert.match(content.notes.join(), /first of 3 rows/);
  });
});
