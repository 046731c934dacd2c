import assert from 'node:assert/strict';
import { type Staged, type StagedChange, withCell } from '../../../../src/model/list/stagedCells.ts';
import { StagedHistory, type UndoStep } from '../../../../src/model/list/stagedHistory.ts';

describe('staged changes in a sub-table of a form', () => {
  let history: StagedHistory;
  let staged: Staged;
  beforeEach(() => {
    history = new StagedHistory();
    staged = new Map();
  });

  const set = (id: string, to: string | undefined): void => {
    const before = staged.get(id)?.get('city');
    const after: StagedChange | undefined = to === undefined ? undefined : { from: 'Goa', to };
    staged = withCell(staged, id, 'city', after);
    history.push([{ id, field: 'city', before, after }]);
  };
  const go = (direction: UndoStep): Record<string, string | null | undefined> | undefined => {
    const moved = history.apply(staged, direction);
    staged = moved ?? staged;
    return moved && Object.fromEntries([...moved].map(([id, cells]) => [id, cells.get('city')?.to]));
  };

  it('are undone and redone step by step', () => {
    set('1', 'Pune');
    set('1', 'Delhi');
    set('2', 'Agra');
    set('2', undefined);
    assert.deepEqual(go('undo'), { 1: 'Delhi', 2: 'Agra' });
    assert.deepEqual(go('undo'), { 1: 'Delhi' });
    assert.deepEqual(go('undo'), { 1: 'Pune' });
    assert.deepEqual(go('redo'), { 1: 'Delhi' });
    assert.deepEqual(go('undo'), { 1: 'Pune' });
    assert.deepEqual(go('undo'), {});
    assert.equal(go('undo'), undefined);
    assert.deepEqual(go('redo'), { 1: 'Pune' });
    set('3', 'Leh');
    assert.equal(go('redo'), undefined, 'what is staged anew ends what was undone');
  });

  it('are undone together if staged together, except cells saved since', () => {
    const after = { from: 'Goa', to: 'Pune' };
    const cells = ['1', '2', '3'].map((id) => ({ id, field: 'city', before: undefined, after }));
    for (const { id } of cells) staged = withCell(staged, id, 'city', after);
    history.push(cells);
    assert.deepEqual(go('undo'), {});
    assert.deepEqual(go('redo'), { 1: 'Pune', 2: 'Pune', 3: 'Pune' });
    staged = withCell(staged, '2', 'city', { from: 'Pune', to: 'Leh' });
    assert.deepEqual(go('undo'), { 2: 'Leh' });
  });

  it('are left alone if saved or changed by other means', () => {
    set('1', 'Pune');
    set('2', 'Agra');
    staged = withCell(staged, '2', 'city', undefined);
    assert.deepEqual(go('undo'), {});
    set('1', 'Pune');
    staged = withCell(staged, '1', 'city', { from: 'Goa', to: 'Delhi' });
    assert.equal(go('undo'), undefined);
  });
});
