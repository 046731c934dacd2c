import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';

/** What is still to be done, by places in the ledger: first what waits, in order, then what was sent and has to be looked at. */
export class RunQueue {
  readonly #ledger: BulkLedger;
  /** All that wait before this were given out. */
  #next = 0;
  readonly #again: number[] = [];
  readonly #sent: number[];
  readonly #tries = new Map<number, number>();

  constructor(ledger: BulkLedger) {
    this.#ledger = ledger;
    this.#sent = [...ledger.inState(['sent'])].toSorted((one, other) => one.at - other.at).map(({ place }) => place);
  }

  get isEmpty(): boolean {
    return !this.#hasNext() && this.#again.length === 0 && this.#sent.length === 0;
  }

  /** All of one kind. */
  next(size: number): number[] {
    const waiting: number[] = [];
    while (waiting.length < size && this.#hasNext()) waiting.push(this.#next++);
    waiting.push(...this.#again.splice(0, size - waiting.length));
    return waiting.length > 0 ? waiting : this.#sent.splice(0, size);
  }

  readBackLater(place: number): void {
    this.#sent.push(place);
  }

  /** Answers how often it was tried; with the last try it is not queued again. */
  again(place: number, most: number): number {
    const tries = (this.#tries.get(place) ?? 0) + 1;
    this.#tries.set(place, tries);
    if (tries < most) this.#again.push(place);
    return tries;
  }

  #hasNext(): boolean {
    const { length } = this.#ledger.entries;
    while (this.#next < length && this.#ledger.stateAt(this.#next) !== 'waiting') this.#next += 1;
    return this.#next < length;
  }
}
