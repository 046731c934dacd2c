import type { ImportRefusal } from '../../model/import/importWork.ts';
import { canceled, type ImportTable, tooManyRecords } from './importTable.ts';

/** What a file holds, as far as it can be known without knowing what its columns are for. */
export interface TableScan {
  readonly count: number;
  /** Of each column the first different values. */
  readonly samples: readonly (readonly string[])[];
  /** Records that cannot be used. */
  readonly broken: number;
  readonly firstBroken: ImportRefusal | undefined;
}

const mostSamples = 3;
/** Longer ones are cut. */
export const longestSample = 500;

/** Reads a file to its end, so that what is wrong with it is known before anyone is asked about it. */
export async function scanTable(
  table: ImportTable,
  name: string,
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<TableScan> {
  const samples = table.titles.map(() => new Set<string>());
  /** The columns that have too few samples: later rows of a long file have nothing new to tell. */
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
      isFull ||= sample.size >= mostSamples;
    }
    if (isFull) open = open.filter((at) => (samples[at]?.size ?? 0) < mostSamples);
    onProgress(count);
  }
  return { count, samples: samples.map((one) => [...one]), broken, firstBroken };
}

/** A cell refers to the piece of the file that it was cut from, which would stay in memory with it. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
