import { type Staged, type StagedChange, withCell } from './stagedCells.ts';

/** A cell that was staged, staged anew or taken back. */
interface CellStep {
  readonly id: string;
  readonly field: string;
  readonly before: StagedChange | undefined;
  readonly after: StagedChange | undefined;
}

export type UndoStep = 'undo' | 'redo';

const most = 200;

/**
 * What was staged in a table that is a part of a form: VS Code undoes in the document of the tab, which is the form's.
 * A cell that has become something else since, by a save for one, is left as it is.
 */
export class StagedHistory {
  #done: (readonly CellStep[])[] = [];
  #undone: (readonly CellStep[])[] = [];

  /** Cells that were changed at once are undone at once. */
  note(cells: readonly CellStep[]): void {
    this.#undone = [];
    this.#done = [...this.#done, cells].slice(-most);
  }

  /** The cells one step before or after these; undefined when there is none. */
  move(staged: Staged, direction: UndoStep): Staged | undefined {
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
