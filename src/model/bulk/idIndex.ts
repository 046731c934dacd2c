import { addLetters } from '../textDigest.ts';

type Digest = (id: string) => readonly [number, number];

const first = 1_024;

/** Where ids are, by digests of 64 bits, in less than 20 bytes for each: a million of them as texts would be a burden. */
export class IdIndex {
  readonly #digest: Digest;
  /** One more than the place, where its digest leads; 0 where there is none. At most half of it is taken. */
  #slots = new Int32Array(2 * first);
  /** The digests by place. */
  #low = new Int32Array(first);
  #high = new Int32Array(first);
  #size = 0;
  /** Ids that have the digest of an earlier one: hardly ever any. */
  readonly #twins = new Map<string, number>();

  constructor(digest: Digest = seededDigest()) {
    this.#digest = digest;
  }

  /** Where an id is that was added. For another one it may be where one with the same digest is. */
  find(id: string): number | undefined {
    if (this.#size === 0) return undefined;
    const [low, high] = this.#digest(id);
    return this.#twins.get(id) ?? this.#at(this.#slotOf(low, high));
  }

  /** At the next place. Who adds it has looked that it is not there. */
  add(id: string): void {
    if (this.#size === this.#low.length) this.#grow();
    const [low, high] = this.#digest(id);
    const place = this.#size++;
    this.#low[place] = low;
    this.#high[place] = high;
    const slot = this.#slotOf(low, high);
    if (this.#at(slot) === undefined) this.#slots[slot] = place + 1;
    else this.#twins.set(id, place);
  }

  #at(slot: number): number | undefined {
    const taken = this.#slots[slot] ?? 0;
    return taken === 0 ? undefined : taken - 1;
  }

  /** The one with this digest, or the free one where it would be. */
  #slotOf(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    let slot = low & mask;
    for (let place = this.#at(slot); place !== undefined; place = this.#at(slot)) {
      if (this.#low[place] === low && this.#high[place] === high) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    this.#low = grown(this.#low, new Int32Array(this.#size * 2));
    this.#high = grown(this.#high, new Int32Array(this.#size * 2));
    this.#slots = new Int32Array(this.#size * 4);
    for (let place = 0; place < this.#size; place++) {
      const slot = this.#slotOf(this.#low[place] ?? 0, this.#high[place] ?? 0);
      // a twin is found by its id
      this.#slots[slot] ||= place + 1;
    }
  }
}

/** The larger one, with what the smaller one has. */
export function grown<T extends Int32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Nobody who names ids knows the seed, so nobody can name many with one digest. */
function seededDigest(): Digest {
  const seed = [Math.random() * 2 ** 32, Math.random() * 2 ** 32];
  const digest = new Uint32Array(2);
  return (id) => {
    digest.set(seed);
    // with its length, so that letters which are noughts count as well
    addLetters(digest, `${id.length} ${id}`);
    return [digest[0]! | 0, digest[1]! | 0];
  };
}
