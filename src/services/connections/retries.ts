import { ServiceError, type ServiceErrorCode } from '../../model/errors.ts';
import type { Connections } from './connections.ts';
import type { RequestHistory } from './requestHistory.ts';

/** A failed read whose result the user wants to see. */
export interface FailedRead {
  readonly connection: string;
  /** Undefined if the service is down and the last seen data is shown. */
  readonly error: unknown;
  /** In milliseconds. */
  readonly failedAt: number;
  readonly isVisible: boolean;
  /** The view that shows the result handles success and failure. */
  readonly retry: () => Promise<unknown>;
}

export interface RetriesDeps {
  readonly connections: Pick<Connections, 'onDidChange'>;
  readonly requests: Pick<RequestHistory, 'onDidReturn'>;
  /** Fires when the window gets focus, or the user switches tabs. */
  readonly onDidLook: (listener: () => void) => { dispose(): void };
  /** True if the window has focus. */
  readonly isFocused: () => boolean;
  readonly now?: () => number;
  /** Returns a function that cancels it. */
  readonly after?: (milliseconds: number, work: () => void) => () => void;
}

/** Delays between automatic retries. */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000];
/** A retry this soon after a failure would fail again. */
const justNow = 3_000;

/** Errors that may resolve without any action. */
const passing: ReadonlySet<ServiceErrorCode> = new Set([
  'unreachable',
  'timedOut',
  'refused',
  'unreadable',
  'notARecordService',
]);

/**
 * Retries failed reads: at once when the connection changes or its service responds to another request, when the user
 * returns to them, and periodically while they are visible.
 */
export class Retries {
  readonly #failed: () => Iterable<FailedRead>;
  readonly #deps: RetriesDeps;
  readonly #listening: readonly { dispose(): void }[];
  #endPause: (() => void) | undefined;
  #turn = 0;

  constructor(failed: () => Iterable<FailedRead>, deps: RetriesDeps) {
    this.#failed = failed;
    this.#deps = deps;
    this.#listening = [
      deps.connections.onDidChange(() => this.#retry(() => true)),
      deps.requests.onDidReturn((id) => this.#retry((one) => one.connection === id && mayPass(one))),
      deps.onDidLook(() => {
        void this.#retry((one) => one.isVisible && isRetryable(one) && this.#now - one.failedAt >= justNow);
        this.update();
      }),
    ];
  }

  /** Call when a read fails or recovers. */
  update(): void {
    if (this.#endPause || !this.#isWaitedFor) return;
    const pause = pauses[Math.min(this.#turn, pauses.length - 1)] ?? 0;
    const { after = timeout } = this.#deps;
    this.#endPause = after(pause, () => void this.#try());
  }

  dispose(): void {
    this.#endPause?.();
    for (const one of this.#listening) one.dispose();
  }

  async #try(): Promise<void> {
    if (this.#deps.isFocused()) {
      this.#turn += 1;
      await this.#retry((one) => one.isVisible && mayPass(one));
    }
    this.#endPause = undefined;
    if (!this.#isWaitedFor) this.#turn = 0;
    // otherwise, `onDidLook` resumes when the window gets focus
    else if (this.#deps.isFocused()) this.update();
  }

  get #isWaitedFor(): boolean {
    return [...this.#failed()].some((one) => one.isVisible && mayPass(one));
  }

  get #now(): number {
    return (this.#deps.now ?? Date.now)();
  }

  async #retry(isMeant: (one: FailedRead) => boolean): Promise<void> {
    await Promise.allSettled([...this.#failed()].filter(isMeant).map((one) => one.retry()));
  }
}

function mayPass({ error }: FailedRead): boolean {
  return error === undefined || (error instanceof ServiceError && passing.has(error.code));
}

/** A rejected token isn't sent again unless the user asks for it. */
function isRetryable({ error }: FailedRead): boolean {
  return !(error instanceof ServiceError && error.code === 'notSignedIn');
}

function timeout(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
