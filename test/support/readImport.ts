import type { ImportAdd, ImportRefusal, ImportUpdate } from '../../src/model/import/importWork.ts';
import { type ImportQuestions, ImportWork, type ReadOptions } from '../../src/services/import/readWork.ts';

/** All operations of an import file, grouped by kind. */
export interface ReadImport {
  readonly updates: readonly ImportUpdate[];
  readonly adds: readonly ImportAdd[];
  readonly refused: readonly ImportRefusal[];
}

export async function readImport(
  options: Omit<ReadOptions, 'name' | 'defused'>,
  questions: Partial<ImportQuestions> = {},
): Promise<ReadImport> {
  const { signal } = new AbortController();
  const work = new ImportWork({ ...options, name: 'leads.csv', defused: true });
  const quietly = (): void => undefined;
  await work.scan(quietly, quietly, signal);
  const read = { updates: [] as ImportUpdate[], adds: [] as ImportAdd[], refused: [] as ImportRefusal[] };
  const asked: ImportQuestions = { find: async () => ({ ids: [] }), complete: async (cells) => cells, ...questions };
  for await (const { kind, ...task } of work.tasks(asked, signal)) {
    if (kind === 'update') read.updates.push(task as ImportUpdate);
    else if (kind === 'add') read.adds.push(task as ImportAdd);
    else read.refused.push(task as ImportRefusal);
  }
  return read;
}
