import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { l10nJsonFormat } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import { numberLocale } from '../../model/formatNumber.ts';
import {
  errorOf,
  type FromThread,
  problemOf,
  type ThreadAnswer,
  type ThreadCall,
  type ThreadWords,
  type ToThread,
} from './threadMessages.ts';

export type ListClient = Pick<RecordService, 'connection' | 'records' | 'encodedRecords'>;

/**
 * Millions of short-lived objects make V8 give a thread more and more room for new ones, and it never gives that back.
 * This is as much as a list needs to be read no slower.
 */
const youngMegabytes = 24;

export interface ListThreadOptions {
  /** Whose pages the thread asks for, in the order that it counts them in. */
  readonly lists: readonly ({ readonly client: ListClient; readonly controller: ControllerName } | undefined)[];
  /** Left out where the thread writes nothing. */
  readonly write?: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly onProgress: (done: number, expected: number | undefined) => void;
  /** What the thread may take; without it, as much as Node gives any. */
  readonly oldMegabytes?: number;
  readonly canceled: () => Error;
  /** The thread broke. */
  readonly ended: (cause?: unknown) => Error;
}

/** One export or comparison in a thread of its own: the editor stays quick, and the memory that it takes stays small. */
export class ListThread<Report> {
  readonly #options: ListThreadOptions;
  readonly #failures = new Map<number, unknown>();
  readonly #stop = new AbortController();
  readonly #outcome = Promise.withResolvers<Report>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(options: ListThreadOptions) {
    this.#options = options;
  }

  async runWorker(
    script: string | URL,
    job: object,
    words: l10nJsonFormat | undefined,
    signal: AbortSignal,
  ): Promise<Report> {
    const { canceled, ended, oldMegabytes: maxOldGenerationSizeMb } = this.#options;
    if (signal.aborted) throw canceled();
    const workerData = { ...job, words, locale: numberLocale() } satisfies ThreadWords;
    const resourceLimits = {
      maxYoungGenerationSizeMb: youngMegabytes,
      ...(maxOldGenerationSizeMb !== undefined && { maxOldGenerationSizeMb }),
    };
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
    if (message.kind === 'progress') this.#options.onProgress(message.done, message.expected);
    else if (message.kind === 'done') this.#outcome.resolve(message.report as Report);
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
      worker.postMessage({ number, isDone: false, problem: problemOf(error) } satisfies ToThread, []);
    }
  }

  async #perform(call: ThreadCall): Promise<ThreadAnswer> {
    const { lists, write } = this.#options;
    if (call.kind === 'write') {
      this.#lastWrite = write?.(call.bytes) ?? Promise.resolve();
      await this.#lastWrite;
      return { written: call.bytes };
    }
    const list = lists[call.list];
    if (!list) throw new TypeError('the thread asked for a list that it was not given');
    const { client, controller } = list;
    const { signal } = this.#stop;
    const encoded = call.kind === 'fetch' ? client.encodedRecords?.(controller, call.query, signal) : undefined;
    return encoded ?? client.records(controller, call.query, signal);
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
