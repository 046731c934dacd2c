import type { IntentStore } from '../../src/services/writes/intentFiles.ts';

/** What a window does outside of its own memory, one step after the other, until it is killed in one of them. */
export class MortalSteps {
  readonly #last: number;
  readonly #onKill: () => void;
  readonly #killed = Promise.withResolvers<'killed'>();
  readonly killed = this.#killed.promise;
  taken = 0;
  isDead = false;

  /** After so many steps it is killed in the next one. */
  constructor(last = Number.POSITIVE_INFINITY, onKill: () => void = () => undefined) {
    this.#last = last;
    this.#onKill = onKill;
  }

  /** Something that takes its time; a window that is killed in it never comes back. */
  async take(atKill?: () => void): Promise<void> {
    await Promise.resolve();
    this.taken += 1;
    if (!this.isDead && this.taken > this.#last) {
      this.isDead = true;
      atKill?.();
      this.#onKill();
      this.#killed.resolve('killed');
    }
    if (this.isDead) await never();
  }

  /** The log of the window, in which it can be killed as well; who only reads it leaves nothing behind. */
  log(store: IntentStore): IntentStore {
    const stepped = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.take();
      return work();
    };
    return {
      name: store.name,
      append: (lines) => stepped(() => store.append(lines)),
      replace: (lines) => stepped(() => store.replace(lines)),
      others: () => store.others(),
      end: (isSettled) => store.end(isSettled),
    };
  }
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
