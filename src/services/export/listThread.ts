import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import { type l10nJsonFormat, t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import type { ServiceError } from '../../model/errors.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { numberLocale } from '../../model/formatNumber.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import type { ListAddress } from '../lists/listAddress.ts';
import {
  errorOf,
  type FromThread,
  problemOf,
  type ThreadAnswer,
  type ThreadCall,
  type ThreadLocale,
  type ToThread,
} from './threadMessages.ts';

export type ListClient = Pick<RecordService, 'connection' | 'records' | 'encodedRecords'>;

/** What every thread runs, and its translations. */
export interface ThreadScript {
  readonly script: string | URL;
  readonly words?: l10nJsonFormat | undefined;
}

/** Reading this few records takes less time than starting a thread. */
const few = 1_000;

export function isShort(records: number | undefined): boolean {
  return (records ?? Infinity) <= few;
}

/** Related records come with their parent record: a thread couldn't request their pages. */
export function isInMemory({ listView }: Pick<ListAddress, 'listView'>): boolean {
  return parseRelatedList(listView) !== undefined;
}

/**
 * Limit for the young generation: with millions of short-lived objects, V8 keeps growing it and never gives the memory
 * back. This is enough to read a list at full speed.
 */
const youngMegabytes = 24;

export interface ListThreadOptions {
  /** Lists whose pages the thread requests by index. */
  readonly lists: readonly ({ readonly client: ListClient; readonly controller: ControllerName } | undefined)[];
  /** Undefined if the thread writes nothing. */
  readonly write?: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly onProgress: (done: number, expected: number | undefined) => void;
  /** Receives the report so far. */
  readonly onPart?: (part: unknown) => void;
  /** Resolves when reading should resume after a failure. Undefined if the first failure ends the thread. */
  readonly resume?: () => Promise<void>;
  /** Memory limit of the thread; Node's default if undefined. A lower limit makes V8 collect garbage sooner. */
  readonly oldMegabytes?: number;
  readonly canceled: () => ServiceError;
}

/** Runs one export, comparison or profile in a worker thread, so that the editor stays responsive and memory use stays small. */
export class ListThread<Report> {
  readonly #options: ListThreadOptions;
  readonly #failures = new Map<number, unknown>();
  readonly #stop = new AbortController();
  readonly #outcome = Promise.withResolvers<Report>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(options: ListThreadOptions) {
    this.#options = options;
  }

  async runWorker({ script, words }: ThreadScript, job: object, signal: AbortSignal): Promise<Report> {
    const { canceled, oldMegabytes: maxOldGenerationSizeMb } = this.#options;
    if (signal.aborted) throw canceled();
    const workerData = { ...job, words, locale: numberLocale() } satisfies ThreadLocale;
    const resourceLimits = {
      maxYoungGenerationSizeMb: youngMegabytes,
      ...(maxOldGenerationSizeMb !== undefined && { maxOldGenerationSizeMb }),
    };
    const worker = new Worker(script, { name: 'recordbench-export', workerData, resourceLimits });
    const giveUp = (): void => this.#outcome.reject(canceled());
    signal.addEventListener('abort', giveUp, { once: true });
    worker.on('message', (message: FromThread) => this.#receive(message, worker));
    worker.on('error', (cause) => this.#outcome.reject(exited(canceled(), cause)));
    worker.on('exit', () => this.#outcome.reject(exited(canceled())));
    try {
      return await this.#outcome.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.#stop.abort();
      await worker.terminate();
      await this.#lastWrite.catch(() => undefined);
    }
  }

  #receive(message: FromThread, worker: Worker): void {
    if (message.kind === 'progress') this.#options.onProgress(message.done, message.expected);
    else if (message.kind === 'part') this.#options.onPart?.(message.part);
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
      // reported when its turn comes: pages are prefetched and may never be needed
      this.#failures.set(number, error);
      worker.postMessage({ number, isDone: false, problem: problemOf(error) } satisfies ToThread, []);
    }
  }

  async #perform(call: ThreadCall): Promise<ThreadAnswer> {
    const { lists, write, resume } = this.#options;
    if (call.kind === 'resume') {
      this.#failures.clear();
      await resume?.();
      return { isResumed: true };
    }
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

/** Error for a thread that crashed. */
function exited({ doing }: ServiceError, cause?: unknown): FileProblem {
  const isOutOfMemory = (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const [why, remedy] = isOutOfMemory
    ? [t("a page of the list doesn't fit in memory"), t('Try again with a smaller page size.')]
    : [t('the thread that reads the list exited'), t('Try again.')];
  return new FileProblem(t('Could not {0}: {1}. {2}', doing, why, remedy), cause);
}

/**
 * Returns the buffers to transfer. The garbage collector counts objects rather than bytes, and would let hundreds of
 * pages pile up.
 */
function handedOver(answer: ThreadAnswer): Set<ArrayBuffer> {
  if ('written' in answer) return new Set([answer.written.buffer]);
  if (!('pieces' in answer)) return new Set();
  const buffers = answer.pieces.filter(isWhole).map(({ buffer }) => buffer as ArrayBuffer);
  return new Set(buffers.filter((buffer) => !isMarkedAsUntransferable(buffer)));
}

/** True unless it is a small slice of a buffer that other code may still read. */
function isWhole({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength * 2 > buffer.byteLength;
}
