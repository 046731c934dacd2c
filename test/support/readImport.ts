import type { ImportAdd, ImportRefusal, ImportUpdate } from '../../src/model/import/importWork.ts';
import { type ImportQuestions, ImportWork, type ReadOptions } from '../../src/services/import/readWork.ts';

/** All operations of an import file, grouped by kind. */
export interface ReadImport {
  readonly updates: readonly ImportUpdate[];
  readonly adds: readonly ImportAdd[];
  readonly refused: readonly ImportRefusal[];
  readonly skipped: readonly ImportRefusal[];
  /** Ids of records that are only checked for existence. */
  readonly existing: readonly string[];
}

export async function readImport(
  options: Omit<ReadOptions, 'name' | 'defused' | 'mode'> & Partial<Pick<ReadOptions, 'mode'>>,
  questions: Partial<ImportQuestions> = {},
): Promise<ReadImport> {
  const { signal } = new AbortController();
  const work = new ImportWork({ mode: 'both', ...options, name: 'leads.csv', defused: true });
  const quietly = (): void => undefined;
  await work.scan(quietly, quietly, signal);
  const read = { updates: [] as ImportUpdate[], adds: [] as ImportAdd[], refused: [] as ImportRefusal[] };
  const left = { skipped: [] as ImportRefusal[], existing: [] as string[] };
  const asked: ImportQuestions = { find: async () => ({ ids: [] }), complete: async (cells) => cells, ...questions };
  for await (const { kind, ...task } of work.tasks(asked, signal)) {
    if (kind === 'update') read.updates.push(task as ImportUpdate);
    else if (kind === 'add') read.adds.push(task as ImportAdd);
    else if (kind === 'existing') left.existing.push((task as ImportUpdate).id);
    else if (kind === 'skipped') left.skipped.push(task as ImportRefusal);
    else read.refused.push(task as ImportRefusal);
  }
  return { ...read, ...left };
}
