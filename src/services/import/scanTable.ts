import type { ImportRefusal } from '../../model/import/importWork.ts';
import { canceled, type ImportTable, tooManyRecords } from './importTable.ts';

/** What a file contains, as far as that is known before its columns are mapped. */
export interface TableScan {
  readonly count: number;
  /** First distinct values of each column. */
  readonly samples: readonly (readonly string[])[];
  /** Number of records that can't be used. */
  readonly broken: number;
  readonly firstBroken: ImportRefusal | undefined;
}

const maxSamples = 3;
/** Maximum length of a sample; longer ones are truncated. */
export const longestSample = 500;

/** Reads a file to its end, so that problems are known before the user is asked anything. */
export async function scanTable(
  table: ImportTable,
  name: string,
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<TableScan> {
  const samples = table.titles.map(() => new Set<string>());
  /** Columns that still need samples: later rows of a long file add nothing new. */
  let open = samples.map((_, at) => at);
  let count = 0;
  let broken = 0;
  let firstBroken: TableScan['firstBroken'];
  for await (const { cells, position, problem } of table.rows(signal)) {
    if (signal.aborted) throw canceled(name);
    count += 1;
    tooManyRecords(count, name);
    if (problem !== undefined) {
      broken += 1;
      firstBroken ??= { position, why: problem };
    }
    let isFull = false;
    for (const at of open) {
      const cell = cells[at]?.trim() ?? '';
      const sample = samples[at];
      if (cell === '' || !sample) continue;
      sample.add(copied(cell.slice(0, longestSample)));
      isFull ||= sample.size >= maxSamples;
    }
    if (isFull) open = open.filter((at) => (samples[at]?.size ?? 0) < maxSamples);
    onProgress(count);
  }
  return { count, samples: samples.map((one) => [...one]), broken, firstBroken };
}

/** Copies a cell, which would otherwise keep the chunk of the file it was sliced from in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
