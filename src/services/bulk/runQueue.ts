import type { LedgerEntry } from '../../model/bulk/bulkLedger.ts';

/** What is still to be done: first what waits, in order, then what was sent and has to be looked at. */
export class RunQueue {
  readonly #waiting: LedgerEntry[];
  readonly #sent: LedgerEntry[];
  readonly #tries = new Map<LedgerEntry, number>();
  #next = 0;

  constructor(entries: readonly LedgerEntry[]) {
    this.#waiting = entries.filter(({ state }) => state === 'waiting');
    this.#sent = entries.filter(({ state }) => state === 'sent').toSorted((one, other) => one.at - other.at);
  }

  get isEmpty(): boolean {
    return this.#next >= this.#waiting.length && this.#sent.length === 0;
  }

  /** All of one kind. */
  next(size: number): LedgerEntry[] {
    const waiting = this.#waiting.slice(this.#next, this.#next + size);
    this.#next += waiting.length;
    return waiting.length > 0 ? waiting : this.#sent.splice(0, size);
  }

  readBackLater(entry: LedgerEntry): void {
    this.#sent.push(entry);
  }

  /** Answers how often it was tried; with the last try it is not queued again. */
  again(entry: LedgerEntry, most: number): number {
    const tries = (this.#tries.get(entry) ?? 0) + 1;
    this.#tries.set(entry, tries);
    if (tries < most) this.#waiting.push(entry);
    return tries;
  }
}
