import assert from 'node:assert/strict';
import { announce, chartKinds, summarize } from '../../../../../../../src/features/table/page/chart/chartKinds.ts';
import { column, drawn, rows } from '../chartRows.ts';

const stages = [column('Stage'), column('Records', 'number')];

describe('chart summary', () => {
  it('has the kind, title, count, max and min', () => {
    const content = drawn('bar', stages, rows(['New', '1204'], ['Won', '300'], ['Lost', '88']));
    assert.equal(
      summarize(content, 'Pipeline by Stage'),
      'Bar chart Pipeline by Stage: 3 values, highest New 1,204, lowest Lost 88',
    );
  });

  it('describes each of several series', () => {
    const content = drawn('bar', [...stages, column('Budget', 'number')], rows(['New', '2', '10'], ['Won', '1', '20']));
    assert.equal(
      summarize(content, 'P'),
      'Bar chart P: 2 values, Records highest New 2, lowest Won 1; Budget highest Won 20, lowest New 10',
    );
  });

  it('has the range of a line, the scale of a gauge, the locations of a map', () => {
    const line = drawn('line', [column('Month'), column('N', 'number')], rows(['2026-02', '5'], ['2026-01', '5']));
    assert.equal(summarize(line, 'L'), 'Line chart L: 2 values from 2026-01 to 2026-02, all 5');
    const gauge = drawn('gauge', [column('value'), column('maximum')], rows(['16.42', '100']));
    assert.equal(summarize(gauge, 'Won'), 'Gauge Won: 16.42 on a scale from 0 to 100');
    const geo = drawn('geo', [column('Country'), column('N', 'number')], rows(['France', '5']));
    assert.equal(summarize(geo, ''), 'Map: 1 place, France 5');
  });

  it('has no max if there is no value', () => {
    assert.match(
      summarize(drawn('bar', [...stages, column('B', 'number')], rows(['New', '1', '2'])), 'x'),
      /New 1; B New 2/,
    );
    assert.match(summarize(drawn('bar', stages, rows(['a', '1'], ['b', null])), 'x'), /2 values, all 1/);
  });
});

describe('chart point', () => {
  it('is announced with its values and its position', () => {
    const content = drawn('bar', stages, rows(['New', '1204'], ['Won', null]));
    assert.equal(announce(content, 0), 'New, Records: 1,204, 1 of 2');
    assert.equal(announce(content, 1), 'Won, Records: no value, 2 of 2');
  });

  it('of a pie includes its share', () => {
    const content = drawn('pie', stages, rows(['New', '1'], ['Won', '2']));
    assert.deepEqual(chartKinds.pie.pointLines(content, 0), ['New', 'Records: 1 (33.3%)']);
  });
});
