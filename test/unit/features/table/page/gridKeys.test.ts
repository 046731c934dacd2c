import assert from 'node:assert/strict';
import { movedCell, commandForKey, type PressedKey } from '../../../../../src/features/table/page/grid/gridKeys.ts';

const press = (key: string, more: Partial<PressedKey> = {}) =>
  commandForKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
const bounds = { rows: 1_000_000, columns: 60, page: 20 };

describe('grid key', () => {
  it('moves, and extends the selection with Shift', () => {
    assert.deepEqual(press('ArrowDown'), { kind: 'move', move: 'down', extend: false });
    assert.deepEqual(press('End', { ctrlKey: true }), { kind: 'move', move: 'last', extend: false });
    assert.deepEqual(press('PageUp', { shiftKey: true }), { kind: 'move', move: 'pageUp', extend: true });
  });

  it('opens, edits, selects', () => {
    assert.deepEqual(press('Enter'), { kind: 'open', toSide: false });
    assert.deepEqual(press('Enter', { metaKey: true }), { kind: 'open', toSide: true });
    assert.deepEqual(press('F2'), { kind: 'edit' });
    assert.deepEqual(press(' '), { kind: 'toggleRow', extend: false });
    assert.deepEqual(press('a', { ctrlKey: true }), { kind: 'selectAll' });
    assert.deepEqual(press('ß'), { kind: 'type', text: 'ß' });
    assert.deepEqual(press('𝄞'), { kind: 'type', text: '𝄞' });
  });

  it('clears cells with Del, and deletes records only with Shift', () => {
    assert.deepEqual([press('Backspace'), press('Delete')], [{ kind: 'clearCells' }, { kind: 'clearCells' }]);
    assert.deepEqual(press('Delete', { shiftKey: true }), { kind: 'deleteRows' });
    assert.equal(press('Delete', { ctrlKey: true }), undefined);
  });

  it('is recognized for commands on several cells', () => {
    const control = { ctrlKey: true };
    assert.deepEqual(
      [press('d', control), press('R', control), press('X', { metaKey: true })],
      [{ kind: 'fillDown' }, { kind: 'fillRight' }, { kind: 'cut' }],
    );
    // the browser fires a paste event with the clipboard content
    assert.equal(press('v', control), undefined);
  });

  it('is left to VS Code when the grid does not use it', () => {
    const control = { ctrlKey: true };
    assert.equal(press('s', control), undefined);
    assert.equal(press('z', control), undefined);
    assert.equal(press('P', { ctrlKey: true, shiftKey: true }), undefined);
    assert.equal(press('F1'), undefined);
    assert.equal(press('Tab'), undefined);
    assert.equal(press('Dead'), undefined);
    assert.equal(press('x', { altKey: true }), undefined);
    assert.equal(press('a', { isComposing: true }), undefined);
  });
});

describe('focused cell', () => {
  it('stays between the header and the last row', () => {
    assert.deepEqual(movedCell({ row: 0, column: 3 }, 'up', bounds), { row: -1, column: 3 });
    assert.deepEqual(movedCell({ row: -1, column: 3 }, 'up', bounds), { row: -1, column: 3 });
    assert.deepEqual(movedCell({ row: 999_999, column: 59 }, 'down', bounds), { row: 999_999, column: 59 });
    assert.deepEqual(movedCell({ row: 5, column: 59 }, 'right', bounds), { row: 5, column: 59 });
  });

  it('moves by one page', () => {
    assert.deepEqual(movedCell({ row: 100, column: 0 }, 'pageDown', bounds), { row: 119, column: 0 });
    assert.deepEqual(movedCell({ row: 5, column: 0 }, 'pageUp', bounds), { row: 0, column: 0 });
    assert.deepEqual(movedCell({ row: 5, column: 5 }, 'last', bounds), { row: 999_999, column: 59 });
  });

  it('is on the header when there are no rows', () => {
    assert.deepEqual(movedCell({ row: 0, column: 0 }, 'down', { rows: 0, columns: 0, page: 1 }), {
      row: -1,
      column: 0,
    });
  });
});
