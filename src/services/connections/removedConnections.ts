import type { Memento } from '../remembered/memento.ts';
import type { Connections } from './connections.ts';

const storageKey = 'knownConnections';
/** Grace period to put an entry back after moving it within the settings or mistyping it. */
const dataForMs = 24 * 3_600_000;
/** Another window may just have added a connection that this window's settings don't show yet. */
const settleMs = 10_000;

/**
 * Handles connections whose entry was removed from the settings by hand, in any window or earlier session: deletes
 * their token at once, and all other data after a day.
 */
export class RemovedConnections {
  readonly #connections: Pick<Connections, 'eraseData' | 'forgetToken' | 'onDidChange'>;
  readonly #storedIds: () => readonly string[];
  readonly #memory: Memento;
  readonly #run: (work: () => Promise<void>) => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    connections: Pick<Connections, 'eraseData' | 'forgetToken' | 'onDidChange'>,
    /** Ids of all entries in the settings, including invalid ones. */
    storedIds: () => readonly string[],
    memory: Memento,
    run: (work: () => Promise<void>) => void,
    now: () => number = Date.now,
  ) {
    this.#connections = connections;
    this.#storedIds = storedIds;
    this.#memory = memory;
    this.#run = run;
    this.#now = now;
  }

  /** Checks now and after each change of the settings. */
  watch(): { dispose(): void } {
    const soon = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#run(() => this.check()), settleMs);
    };
    soon();
    const listening = this.#connections.onDidChange(soon);
    return {
      dispose: () => {
        clearTimeout(this.#timer);
        listening.dispose();
      },
    };
  }

  async check(): Promise<void> {
    const present = this.#storedIds();
    const known: Record<string, number> = Object.fromEntries(present.map((id) => [id, 0]));
    const before = this.#known();
    for (const [id, gone] of before) {
      if (present.includes(id)) continue;
      await this.#connections.forgetToken(id);
      const now = this.#now();
      // if the clock was set back, restart the grace period
      const since = gone === 0 || gone > now ? now : gone;
      if (now - since > dataForMs) await this.#connections.eraseData(id);
      else known[id] = since;
    }
    if (JSON.stringify(known) !== JSON.stringify(Object.fromEntries(before)))
      await this.#memory.update(storageKey, known);
  }

  #known(): [id: string, gone: number][] {
    const kept = this.#memory.get(storageKey);
    if (typeof kept !== 'object' || kept === null) return [];
    return Object.entries(kept).filter((one): one is [string, number] => typeof one[1] === 'number');
  }
}
