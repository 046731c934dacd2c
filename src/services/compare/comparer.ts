import { mkdir, rm } from 'node:fs/promises';
import type { ComparisonSummary, Side } from '../../model/compare/comparison.ts';
import { isInMemory, isShort, type ListClient, ListThread, type ThreadScript } from '../export/listThread.ts';
import type { PartialFiles } from '../export/partialFiles.ts';
import { RecordSource } from '../export/recordSource.ts';
import type { CompareStart } from './compareInThread.ts';
import { canceled, type CompareJob, compareLists, type SideJob } from './compareLists.ts';
import { ResultReader } from './resultFiles.ts';

export interface Comparison {
  readonly summary: ComparisonSummary;
  readonly result: ResultReader;
  /** Path on disk. */
  readonly folder: string;
  /** Deletes the results from disk. */
  readonly remove: () => Promise<void>;
}

/** Opens the results in a folder. */
export function comparisonIn(folder: string, summary: ComparisonSummary): Comparison {
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { summary, result: new ResultReader(folder), folder, remove };
}

export interface CompareRequest extends Omit<CompareJob, 'folder'> {
  /** Clients of the sides that are lists. */
  readonly clients: readonly [ListClient | undefined, ListClient | undefined];
  readonly onProgress: (done: number, expected: number | undefined) => void;
}

/**
 * Far more than a comparison needs. A lower limit makes V8 collect garbage sooner: without one, it lets four times as
 * much pile up.
 */
const oldMegabytes = 512;

/** Compares two lists, in a worker thread if they are long. The results stay on disk until removed. */
export class Comparer {
  readonly #thread: ThreadScript;
  readonly #files: Pick<PartialFiles, 'folder'>;

  constructor(thread: ThreadScript, files: Pick<PartialFiles, 'folder'>) {
    this.#thread = thread;
    this.#files = files;
  }

  async compare(request: CompareRequest, signal: AbortSignal): Promise<Comparison> {
    const folder = this.#files.folder();
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const summary = await this.#run({ ...request, folder }, signal);
      if (signal.aborted) throw canceled();
      return comparisonIn(folder, summary);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  #run({ clients, onProgress, ...job }: CompareRequest & CompareJob, signal: AbortSignal): Promise<ComparisonSummary> {
    const clientOf = (side: Side): ListClient => {
      const client = clients[side];
      if (!client) throw new TypeError('a file has no pages');
      return client;
    };
    const isSmall = (side: SideJob): boolean => side.kind === 'list' && isShort(side.first.total);
    const isRelated = (side: SideJob): boolean => side.kind === 'list' && isInMemory(side.listTarget);
    if (job.sides.some(isRelated) || job.sides.every(isSmall)) {
      const sourceOf = (at: Side): RecordSource => {
        const side = job.sides[at];
        if (side.kind !== 'list') throw new TypeError('a file has no pages');
        return new RecordSource(clientOf(at), side.listTarget, side.query);
      };
      return compareLists(job, { sourceOf, onProgress, signal });
    }
    const lists = job.sides.map((side, at) =>
      side.kind === 'list' ? { client: clientOf(at as Side), controller: side.listTarget.controller } : undefined,
    );
    const start: CompareStart = { ...job, connections: [clients[0]?.connection, clients[1]?.connection] };
    const thread = new ListThread<ComparisonSummary>({ lists, onProgress, oldMegabytes, canceled });
    return thread.runWorker(this.#thread, start, signal);
  }
}
