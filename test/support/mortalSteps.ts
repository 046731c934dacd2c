import type { TextStore } from '../../src/services/common/fileStore.ts';
import type { IntentStore } from '../../src/services/writes/intentFiles.ts';

/** The steps a window takes outside its own memory, until it is killed in one of them. */
export class KillableSteps {
  readonly #onKill: () => void;
  readonly #killed = Promise.withResolvers<'killed'>();
  readonly killed = this.#killed.promise;
  /** Number of steps that it completes; it is killed during the next one. */
  last: number;
  taken = 0;
  isDead = false;

  constructor(last = Number.POSITIVE_INFINITY, onKill: () => void = () => undefined) {
    this.last = last;
    this.#onKill = onKill;
  }

  /** An asynchronous step; if the window is killed in it, it never resolves. */
  async take(atKill?: () => void): Promise<void> {
    await Promise.resolve();
    this.taken += 1;
    if (!this.isDead && this.taken > this.last) {
      this.isDead = true;
      atKill?.();
      this.#onKill();
      this.#killed.resolve('killed');
    }
    if (this.isDead) await never();
  }

  /** The window's intent log, in which it can be killed as well; reading leaves no traces. */
  log(store: IntentStore): IntentStore {
    return {
      name: store.name,
      append: (lines) => this.#stepped(() => store.append(lines)),
      replace: (lines) => this.#stepped(() => store.replace(lines)),
      others: () => store.others(),
      end: (isSettled) => store.end(isSettled),
    };
  }

  /** The window's stored unsaved work. */
  texts(store: TextStore): TextStore {
    return {
      readText: (key) => store.readText(key),
      writeText: (key, text, isDurable) => this.#stepped(() => store.writeText(key, text, isDurable)),
      delete: (key) => this.#stepped(() => store.delete(key)),
      keys: () => store.keys(),
      changedAt: (key) => store.changedAt(key),
    };
  }

  async #stepped<T>(work: () => Promise<T>): Promise<T> {
    await this.take();
    return work();
  }
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
