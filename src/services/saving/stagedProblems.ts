import type { Staged, StagedChange } from '../../model/list/stagedCells.ts';
import type { StagedProblem } from './stagedSaves.ts';
import { Emitter } from '../common/emitter.ts';

interface Remembered {
  readonly tried: Staged;
  readonly problems: ReadonlyMap<string, StagedProblem>;
}

/** What the last save of a list view's document said about the cells that stayed. The text does not hold it. */
export class StagedProblems {
  readonly #remembered = new Map<string, Remembered>();
  readonly #changed = new Emitter<string>();
  /** Gets the document's address. */
  readonly onDidChange = this.#changed.event;

  set(document: string, tried: Staged, problems: ReadonlyMap<string, StagedProblem>): void {
    if (problems.size > 0) this.#remembered.set(document, { tried, problems });
    else this.#remembered.delete(document);
    this.#changed.fire(document);
  }

  /** Undefined also for a cell that was changed since: nobody has said anything about its new value. */
  of(document: string, id: string, field: string, change: StagedChange): string | undefined {
    const remembered = this.#remembered.get(document);
    const problem = remembered?.problems.get(id);
    const tried = remembered?.tried.get(id)?.get(field);
    if (!problem || tried?.to !== change.to || tried.from !== change.from) return undefined;
    return problem.fields.get(field) ?? problem.sentence;
  }
}
