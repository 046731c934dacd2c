import { access } from 'node:fs/promises';
import path from 'node:path';
import type { ComparisonSummary } from '../../model/compare/comparison.ts';
import { PartialFiles } from '../export/partialFiles.ts';
import type { Memento } from '../remembered/memento.ts';
import { type Comparison, comparisonIn } from './comparer.ts';

const memoryKey = 'comparisons';
/** More comparison tabs than anyone has open. */
const max = 20;

interface Kept<Subject> {
  readonly id: string;
  readonly subject: Subject;
  readonly summary: ComparisonSummary;
  /** Name of the folder with the results. */
  readonly folder: string;
}

export interface FoundComparison<Subject> {
  readonly subject: Subject;
  /** Undefined if the results are no longer on disk. */
  readonly comparison: Comparison | undefined;
}

/** Restores comparison tabs after a reload or restart. `Subject` is plain data. */
export class StoredComparisons<Subject> {
  readonly #memory: Memento;
  readonly #folder: string;

  constructor(memory: Memento, folder: string) {
    this.#memory = memory;
    this.#folder = folder;
  }

  async store(id: string, subject: Subject, { summary, folder }: Comparison, lists: readonly string[]): Promise<void> {
    await new PartialFiles(this.#folder).store(folder, lists);
    const others = this.#all.filter((one) => one.id !== id);
    await this.#memory.update(
      memoryKey,
      [...others, { id, subject, summary, folder: path.basename(folder) }].slice(-max),
    );
  }

  /** Returns undefined for a comparison that was closed or never existed here. */
  async find(id: string): Promise<FoundComparison<Subject> | undefined> {
    const kept = this.#all.find((one) => one.id === id);
    if (!kept) return undefined;
    const { subject, summary, folder: name } = kept;
    const folder = path.join(this.#folder, path.basename(name));
    const isThere = await access(folder).then(
      () => true,
      () => false,
    );
    return { subject, comparison: isThere && isReadable(summary) ? comparisonIn(folder, summary) : undefined };
  }

  /** Returns the id of the newest comparison that `isIt` matches. */
  idOf(isIt: (subject: Subject) => boolean): string | undefined {
    return this.#all.findLast(({ subject }) => isIt(subject))?.id;
  }

  async remove(id: string): Promise<void> {
    await this.#memory.update(
      memoryKey,
      this.#all.filter((one) => one.id !== id),
    );
  }

  /** Skips entries in another version's format. */
  get #all(): readonly Kept<Subject>[] {
    const kept = this.#memory.get(memoryKey);
    return Array.isArray(kept) ? (kept as readonly Kept<Subject>[]).filter(isKept) : [];
  }
}

/** An earlier version stored fewer counts, and notes as plain strings. */
function isReadable({ counts, notes }: ComparisonSummary): boolean {
  return typeof counts.notCompared === 'number' && notes.every((note) => typeof note === 'object');
}

function isKept(one: Partial<Kept<unknown>> | null): boolean {
  return typeof one?.id === 'string' && typeof one.folder === 'string' && Boolean(one.subject) && Boolean(one.summary);
}
