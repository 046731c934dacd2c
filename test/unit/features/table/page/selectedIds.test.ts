import assert from 'node:assert/strict';
import { SelectedIds } from '../../../../../src/features/table/page/selectedIds.ts';

describe('selection', () => {
  it('contains the chosen rows', () => {
    const selection = new SelectedIds();
    selection.only(['1', '2']);
    selection.set(['3'], true);
    selection.set(['1'], false);
    assert.deepEqual(selection.state, { all: false, ids: ['2', '3'] });
    assert.equal(selection.has('2'), true);
    assert.equal(selection.has(null), false);
    assert.equal(selection.count(1_000_000), 2);
  });

  it('of all matching rows remembers the excluded ones', () => {
    const selection = new SelectedIds();
    selection.selectAll();
    selection.set(['7'], false);
    assert.deepEqual(selection.state, { all: true, ids: ['7'] });
    assert.equal(selection.has('7'), false);
    assert.equal(selection.has('8'), true);
    assert.equal(selection.count(1_000_000), 999_999);
    assert.equal(selection.count(null), null);
    selection.set(['7'], true);
    assert.deepEqual(selection.state, { all: true, ids: [] });
  });

  it('does not count deleted rows', () => {
    const selection = new SelectedIds();
    selection.only(['1', '2', '3']);
    selection.remove(['2', '9']);
    assert.deepEqual(selection.state, { all: false, ids: ['1', '3'] });
    selection.selectAll();
    selection.set(['7'], false);
    selection.remove(['7']);
    assert.equal(selection.count(10), 10);
  });

  it('can be cleared', () => {
    const selection = new SelectedIds();
    selection.selectAll();
    selection.clear();
    assert.equal(selection.isEmpty, true);
    assert.equal(selection.has('8'), false);
  });
});
