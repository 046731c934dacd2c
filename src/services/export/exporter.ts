import { type l10nJsonFormat, t } from '@vscode/l10n';
import { expectedCount, type ExportReport } from '../../model/export/exportPlan.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import type { ExportFile } from './exportFile.ts';
import { RecordSource } from './recordSource.ts';
import {
  type ExportJob,
  errorOf,
  type FromThread,
  type ThreadAnswer,
  type ThreadCall,
  type ThreadStart,
  type ToThread,
} from './threadMessages.ts';
import { type ExportTask, stopIfCanceled, writeRecords, canceled } from './writeRecords.ts';
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { RecordClient } from '../../api/recordClient.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { numberLocale } from '../../model/formatNumber.ts';

export interface ExportRequest extends ExportJob, Pick<ExportTask, 'onProgress'> {
  readonly client: ExportClient;
}

/** To start a thread takes longer than to write so few. */
const few = 1_000;

/** Writes the records of a list into a file. Whatever goes wrong, no part of a file is left. */
export class Exporter {
  /** What the thread runs. */
  readonly #script: string | URL;
  readonly #words: l10nJsonFormat | undefined;

  constructor(script: string | URL, words: l10nJsonFormat | undefined) {
    this.#script = script;
    this.#words = words;
  }

  async exportRows(request: ExportRequest, file: ExportFile, signal: AbortSignal): Promise<ExportReport> {
    try {
      const report = await this.#write(request, file, signal);
      stopIfCanceled(signal);
      await file.finish();
      return report;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  #write({ client, onProgress, ...job }: ExportRequest, file: ExportFile, signal: AbortSignal): Promise<ExportReport> {
    const { listTarget, query, ...task } = job;
    const isAtHand = parseRelatedList(listTarget.listView) !== undefined;
    if (isAtHand || (expectedCount(job.rows, job.first.total) ?? Infinity) <= few)
      return writeRecords({ ...task, source: new RecordSource(client, listTarget, query), onProgress }, file, signal);
    return new ExportThread(client, job, file, onProgress).runWorker(this.#script, this.#words, signal);
  }
}

export type ExportClient = Pick<RecordClient, 'connection' | 'records' | 'recordsAnswer'>;

/**
 * Millions of short-lived objects make V8 give a thread more and more room for new ones, and it never gives that back.
 * This is as much as an export needs to be no slower.
 */
const youngMegabytes = 24;

/** One export in a thread of its own: the editor stays quick, and the memory that it takes stays small. */
class ExportThread {
  readonly #client: ExportClient;
  readonly #job: ExportJob;
  readonly #file: Pick<ExportFile, 'write'>;
  readonly #onProgress: ExportTask['onProgress'];
  readonly #failures = new Map<number, unknown>();
  readonly #stop = new AbortController();
  readonly #outcome = Promise.withResolvers<ExportReport>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(
    client: ExportClient,
    job: ExportJob,
    file: Pick<ExportFile, 'write'>,
    onProgress: ExportTask['onProgress'],
  ) {
    this.#client = client;
    this.#job = job;
    this.#file = file;
    this.#onProgress = onProgress;
  }

  async runWorker(script: string | URL, words: l10nJsonFormat | undefined, signal: AbortSignal): Promise<ExportReport> {
    if (signal.aborted) throw canceled();
    const workerData: ThreadStart = {
      ...this.#job,
      connection: this.#client.connection,
      words,
      locale: numberLocale(),
    };
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
    const worker = new Worker(script, { name: 'recordbench-export', workerData, resourceLimits });
    const giveUp = (): void => this.#outcome.reject(canceled());
    signal.addEventListener('abort', giveUp, { once: true });
    worker.on('message', (message: FromThread) => this.#hear(message, worker));
    worker.on('error', (cause) => this.#outcome.reject(ended(cause)));
    worker.on('exit', () => this.#outcome.reject(ended()));
    try {
      return await this.#outcome.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.#stop.abort();
      await worker.terminate();
      await this.#lastWrite.catch(() => undefined);
    }
  }

  #hear(message: FromThread, worker: Worker): void {
    if (message.kind === 'progress') this.#onProgress(message.written, message.expected);
    else if (message.kind === 'done') this.#outcome.resolve(message.report);
    else if (message.kind === 'failed')
      this.#outcome.reject(
        message.number === undefined ? errorOf(message.problem) : this.#failures.get(message.number),
      );
    else void this.#answer(message.number, message.call, worker);
  }

  async #answer(number: number, call: ThreadCall, worker: Worker): Promise<void> {
    try {
      const answer = await this.#perform(call);
      worker.postMessage({ number, isDone: true, answer } satisfies ToThread, [...handedOver(answer)]);
    } catch (error) {
      // told when its turn comes: pages are asked for ahead, and may never be needed
      this.#failures.set(number, error);
      worker.postMessage({ number, isDone: false } satisfies ToThread, []);
    }
  }

  async #perform(call: ThreadCall): Promise<ThreadAnswer> {
    const { controller } = this.#job.listTarget;
    if (call.kind === 'read') return this.#client.records(controller, call.query, this.#stop.signal);
    if (call.kind === 'write') {
      this.#lastWrite = this.#file.write(call.bytes);
      await this.#lastWrite;
      return { written: call.bytes };
    }
    return this.#client.recordsAnswer(controller, call.query, this.#stop.signal);
  }
}

/**
 * What nobody here needs any more. Left to the garbage collector, which counts objects rather than bytes, hundreds of
 * pages would pile up before it takes them away.
 */
function handedOver(answer: ThreadAnswer): Set<ArrayBuffer> {
  if ('written' in answer) return new Set([answer.written.buffer]);
  if (!('pieces' in answer)) return new Set();
  const buffers = answer.pieces.filter(isWhole).map(({ buffer }) => buffer as ArrayBuffer);
  return new Set(buffers.filter((buffer) => !isMarkedAsUntransferable(buffer)));
}

/** Not a small part of something that others may still look at. */
function isWhole({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength * 2 > buffer.byteLength;
}

function ended(cause?: unknown): FileProblem {
  const sentence = t(
    'Could not export the records: the thread that reads them ended. Try again, with smaller pages if it happens again.',
  );
  return new FileProblem(sentence, cause);
}
