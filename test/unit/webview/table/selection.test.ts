import assert from 'node:assert/strict';
import { Selection } from '../../../../src/webview/table/selection.ts';
import { sumOf } from '../../../../src/webview/table/sums.ts';

describe('a selection', () => {
  it('holds what was chosen', () => {
    const selection = new Selection();
    selection.only(['1', '2']);
    selection.set(['3'], true);
    selection.set(['1'], false);
    assert.deepEqual(selection.chosen, { all: false, ids: ['2', '3'] });
    assert.equal(selection.has('2'), true);
    assert.equal(selection.has(null), false);
    assert.equal(selection.count(1_000_000), 2);
  });

  it('of all that match remembers those that are left out', () => {
    const selection = new Selection();
    selection.selectAll();
    selection.set(['7'], false);
    assert.deepEqual(selection.chosen, { all: true, ids: ['7'] });
    assert.equal(selection.has('7'), false);
    assert.equal(selection.has('8'), true);
    assert.equal(selection.count(1_000_000), 999_999);
    assert.equal(selection.count(null), null);
    selection.set(['7'], true);
    assert.deepEqual(selection.chosen, { all: true, ids: [] });
  });

  it('ends', () => {
    const selection = new Selection();
    selection.selectAll();
    selection.clear();
    assert.equal(selection.isEmpty, true);
    assert.equal(selection.has('8'), false);
  });
});

describe('the sum of a selection', () => {
  it('is exact', () => {
    assert.equal(sumOf(['0.1', '0.2']), '0.3');
    assert.equal(sumOf(['9007199254740993', '1']), '9007199254740994');
    assert.equal(sumOf(['-5.25', '5', null, 'n/a']), '-0.25');
    assert.equal(sumOf(['1.50', '+2.5']), '4');
  });

  it('of no number is none', () => {
    assert.equal(sumOf([null, 'n/a', '1e5']), undefined);
  });
});
