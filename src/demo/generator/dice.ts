/**
 * Random numbers that depend only on the seed, the controller and the record's number: record 17 is the same whether it
 * is one of twenty or one of a million. (mulberry32, seeded by a multiply-and-mix hash.)
 */
export class SeededRandom {
  private state = 0;
  private readonly base: number;

  constructor(seed: number, controller: string) {
    let hash = 2166136261 ^ seed;
    for (let index = 0; index < controller.length; index++)
      hash = Math.imul(hash ^ controller.charCodeAt(index), 16777619);
    this.base = hash;
  }

  /** Resets the sequence for one record. */
  forRecord(id: number): this {
    let hash = Math.imul(this.base ^ id, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    this.state = hash ^ (hash >>> 16);
    return this;
  }

  /** In the range [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- below() stays below, and no list is empty
    return list[this.below(list.length)] as T;
  }

  /** Returns the value with the given probability, otherwise null. */
  sometimes<T>(probability: number, value: T): T | null {
    return this.next() < probability ? value : null;
  }
}

/**
 * The generator's fixed current date, 15 November 2026, so that the data is always the same. Seconds, then days, since
 * 1970.
 */
export const today = Date.UTC(2026, 10, 15) / 1000;
const secondsPerDay = 86_400;
const todayDay = today / secondsPerDay;

export function pastMoment(dice: SeededRandom, years: number): number {
  return today - dice.below(years * 365 * secondsPerDay);
}

/** Mostly close to today; occasionally an extreme date. */
export function someDay(dice: SeededRandom, back: number, ahead: number): number {
  const oddity = dice.below(5000);
  if (oddity === 0) return Date.UTC(1900, 0, 1) / 86_400_000;
  if (oddity === 1) return Date.UTC(9999, 11, 31) / 86_400_000;
  return todayDay - back + dice.below(back + ahead);
}
