import { ServiceError, type ServiceErrorCode } from '../../model/errors.ts';
import type { Connections } from './connections.ts';
import type { RequestHistory } from './requestHistory.ts';

/** Something that a person wants to see and that could not be read. */
export interface FailedRead {
  readonly connection: string;
  /** Undefined where the service is away and what was last seen is shown. */
  readonly error: unknown;
  /** In milliseconds. */
  readonly failedAt: number;
  readonly isVisible: boolean;
  /** What becomes of it is told by whoever shows it. */
  readonly retry: () => Promise<unknown>;
}

export interface RetriesDeps {
  readonly connections: Pick<Connections, 'onDidChange'>;
  readonly requests: Pick<RequestHistory, 'onDidReturn'>;
  /** Someone came to the window, or to another tab in it. */
  readonly onDidLook: (listener: () => void) => { dispose(): void };
  /** Whether someone is at the window. */
  readonly isLookedAt: () => boolean;
  readonly now?: () => number;
  /** Answers how to end it. */
  readonly after?: (milliseconds: number, work: () => void) => () => void;
}

/** Between two tries that nobody asked for. */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000];
/** What has just failed fails again. */
const justNow = 3_000;

/** What may work a moment later though nobody has done anything about it. */
const passing: ReadonlySet<ServiceErrorCode> = new Set([
  'unreachable',
  'timedOut',
  'refused',
  'unreadable',
  'notARecordService',
]);

/**
 * Asks again for what failed: at once when its connection changes or its service answers someone else, when a person
 * comes back to it, and every so often while it is looked at.
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
        void this.#retry((one) => one.isVisible && isWorthALook(one) && this.#now - one.failedAt >= justNow);
        this.update();
      }),
    ];
  }

  /** Something failed, or does not any more. */
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
    if (this.#deps.isLookedAt()) {
      this.#turn += 1;
      await this.#retry((one) => one.isVisible && mayPass(one));
    }
    this.#endPause = undefined;
    if (!this.#isWaitedFor) this.#turn = 0;
    // whoever comes back to the window is a look
    else if (this.#deps.isLookedAt()) this.update();
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

/** A token that was refused is not sent again unless someone says so. */
function isWorthALook({ error }: FailedRead): boolean {
  return !(error instanceof ServiceError && error.code === 'notSignedIn');
}

function timeout(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
