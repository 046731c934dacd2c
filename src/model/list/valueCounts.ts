import { DigestTable } from '../digestTable.ts';

/** Distinct values that are counted exactly: beyond that, memory would grow with the list. */
const maxDistinct = 2_000_000;
const mostFrequent = 10;

const blockBits = 15;
const blockMask = (1 << blockBits) - 1;

export interface FrequentValue {
  /** As first seen. */
  readonly value: string;
  readonly count: number;
}

interface Ranked {
  readonly index: number;
  readonly value: string;
  count: number;
}

/** Counts how often each value occurs, by digest: 24 bytes per distinct value, however long they are. */
export class ValueCounts {
  readonly #max: number;
  readonly #digests = new DigestTable();
  readonly #counts: Uint32Array[] = [];
  readonly #frequent: Ranked[] = [];
  /** The lowest count among the frequent values, once there are enough of them. */
  #lowest = 0;
  #untracked = 0;
  #repeatedValues = 0;
  #repeatedRecords = 0;

  constructor(max = maxDistinct) {
    this.#max = max;
  }

  /**
   * Counts one more occurrence of a value. `text` is the same for all spellings of a value. Returns the value's index,
   * in the order of first occurrence; undefined if there are too many values to count this one.
   */
  add(text: string, value: string): number | undefined {
    const { size } = this.#digests;
    const index = size < this.#max ? this.#digests.findOrAdd(text) : this.#digests.find(text);
    if (index === undefined) {
      this.#untracked += 1;
      return undefined;
    }
    const block = (this.#counts[index >> blockBits] ??= new Uint32Array(1 << blockBits));
    const count = (block[index & blockMask] ?? 0) + 1;
    block[index & blockMask] = count;
    if (count === 2) this.#repeatedValues += 1;
    if (count > 1) this.#repeatedRecords += count === 2 ? 2 : 1;
    if (count > this.#lowest) this.#rank(index, value, count);
    return index;
  }

  count(index: number): number {
    return this.#counts[index >> blockBits]?.[index & blockMask] ?? 0;
  }

  /** Number of distinct values; only a lower bound if `isCut`. */
  get distinct(): number {
    return this.#digests.size;
  }

  /** True if there were more distinct values than are counted. */
  get isCut(): boolean {
    return this.#untracked > 0;
  }

  /** How many values occur more than once, and how many records have one of them. */
  get repeated(): { readonly values: number; readonly records: number } {
    return { values: this.#repeatedValues, records: this.#repeatedRecords };
  }

  /** The most frequent values, in descending order; ties are sorted by which value reached the count first. */
  get frequent(): readonly FrequentValue[] {
    return this.#frequent.map(({ value, count }) => ({ value, count }));
  }

  /** Keeps every value above the lowest count, so the list is always exact. */
  #rank(index: number, value: string, count: number): void {
    const ranked = this.#frequent;
    let at = ranked.findIndex((one) => one.index === index);
    if (at < 0) {
      if (ranked.length === mostFrequent) ranked.pop();
      at = ranked.push({ index, value, count }) - 1;
    }
    const own = ranked[at];
    if (!own) return;
    own.count = count;
    for (; at > 0 && (ranked[at - 1]?.count ?? 0) < count; at--) ranked[at] = ranked[at - 1] ?? own;
    ranked[at] = own;
    this.#lowest = ranked.length === mostFrequent ? (ranked.at(-1)?.count ?? 0) : 0;
  }
}
