import { type Staged, type StagedChange, withCell } from './stagedCells.ts';

/** A change to a staged cell: staged, restaged or discarded. */
interface CellStep {
  readonly id: string;
  readonly field: string;
  readonly before: StagedChange | undefined;
  readonly after: StagedChange | undefined;
}

export type UndoStep = 'undo' | 'redo';

const max = 200;

/**
 * Undo history for a table embedded in a form: VS Code's undo applies to the tab's document, which is the form's. Skips
 * a cell that has changed since, for example by a save.
 */
export class StagedHistory {
  #done: (readonly CellStep[])[] = [];
  #undone: (readonly CellStep[])[] = [];

  /** Cells changed together are undone together. */
  push(cells: readonly CellStep[]): void {
    this.#undone = [];
    this.#done = [...this.#done, cells].slice(-max);
  }

  /** Applies one undo or redo step; undefined if there is none. */
  apply(staged: Staged, direction: UndoStep): Staged | undefined {
    const [from, to] = direction === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
    for (let step = from.pop(); step; step = from.pop()) {
      const turned = step.map(({ id, field, before, after }) =>
        direction === 'undo' ? { id, field, now: after, wanted: before } : { id, field, now: before, wanted: after },
      );
      const fitting = turned.filter(({ id, field, now }) => isSame(staged.get(id)?.get(field), now));
      if (fitting.length === 0) continue;
      to.push(step);
      return fitting.reduce((all, { id, field, wanted }) => withCell(all, id, field, wanted), staged);
    }
    return undefined;
  }
}

function isSame(one: StagedChange | undefined, other: StagedChange | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
