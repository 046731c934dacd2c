import { setImmediate } from 'node:timers/promises';
import type { WriteClock } from '../../src/services/writes/writeIntents.ts';

const started = new Map<number, Set<() => void>>();
const realSetTimeout = globalThis.setTimeout;
/** Unique per instance, so that one never ends another's requests. */
let nextTimeoutMs = 100_000;

/**
 * Time that passes only when something waits for it, so that a slow machine has no effect. Requests of a connection
 * with its `timeoutMs` time out only when `timeOut` is called.
 */
export class ManualTime implements WriteClock {
  readonly timeoutMs = nextTimeoutMs++;
  #now = Date.now();

  constructor() {
    started.set(this.timeoutMs, new Set());
    globalThis.setTimeout = watchedSetTimeout as typeof setTimeout;
  }

  now = (): number => this.#now;

  wait = async (ms: number): Promise<void> => {
    this.#now += ms;
    await setImmediate(); // yields to everything else, like a real wait
  };

  timeOut(): void {
    this.#now += this.timeoutMs;
    const callbacks = started.get(this.timeoutMs);
    started.set(this.timeoutMs, new Set());
    callbacks?.forEach((expire) => expire());
  }

  dispose(): void {
    started.delete(this.timeoutMs);
    if (started.size === 0) globalThis.setTimeout = realSetTimeout;
  }
}

function watchedSetTimeout(callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout {
  started.get(ms ?? 0)?.add(() => callback(...args));
  return realSetTimeout(callback, ms, ...args);
}
