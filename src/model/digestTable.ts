/** Two numbers of 32 bits, to be read before the next one is asked for. */
export type Digest = (text: string) => ArrayLike<number>;

const first = 1_024;
/** Of one block, whose numbers differ in these bits alone. */
const blockBits = 15;
const blockMask = (1 << blockBits) - 1;

/**
 * Numbers many texts in the order in which they come, by digests of 64 bits and without the texts: for each it keeps the 8
 * bytes of its digest, in blocks that are never copied, and 6 to 12 to find it by.
 */
export class DigestTable {
  readonly #digest: Digest;
  /** One more than the number that a digest leads to; 0 where there is none. At most two thirds of it are taken. */
  #slots = new Int32Array(2 * first);
  /** Both halves of each, by its number. */
  readonly #digests: Uint32Array[] = [];
  #size = 0;

  constructor(digest: Digest = seededDigest()) {
    this.#digest = digest;
  }

  /** How many were numbered. */
  get size(): number {
    return this.#size;
  }

  /** The number of the first one with the digest of this text. */
  find(text: string): number | undefined {
    const { 0: one = 0, 1: other = 0 } = this.#digest(text);
    const held = this.#slots[this.#slotOf(one, other)] ?? 0;
    return held === 0 ? undefined : held - 1;
  }

  /** The same, and the next number for a text whose digest none has. */
  findOrAdd(text: string): number {
    return this.#put(text, false);
  }

  /** Gives it the next number, and answers the one that its digest leads to: its own, or that of an earlier one. */
  add(text: string): number {
    return this.#put(text, true);
  }

  #put(text: string, isAlways: boolean): number {
    if (this.#size * 3 >= this.#slots.length * 2) this.#growSlots();
    const { 0: one = 0, 1: other = 0 } = this.#digest(text);
    const slot = this.#slotOf(one, other);
    const held = this.#slots[slot] ?? 0;
    if (held !== 0 && !isAlways) return held - 1;
    this.#keep(one, other);
    if (held !== 0) return held - 1;
    this.#slots[slot] = this.#size;
    return this.#size - 1;
  }

  #keep(one: number, other: number): void {
    const at = (this.#size & blockMask) * 2;
    const block = (this.#digests[this.#size >> blockBits] ??= new Uint32Array(2 << blockBits));
    block[at] = one;
    block[at + 1] = other;
    this.#size += 1;
  }

  #half(number: number, half: 0 | 1): number {
    return this.#digests[number >> blockBits]?.[(number & blockMask) * 2 + half] ?? 0;
  }

  /** The one that leads to this digest, or the free one where it would be. */
  #slotOf(one: number, other: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = one & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot] ?? 0;
      if (held === 0 || (this.#half(held - 1, 0) === one && this.#half(held - 1, 1) === other)) return slot;
    }
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let at = 0; at < this.#size; at++) {
      const slot = this.#slotOf(this.#half(at, 0), this.#half(at, 1));
      // of those with one digest it leads to the first
      this.#slots[slot] ||= at + 1;
    }
  }
}

/** Nobody who names texts knows the seed, so nobody can name many with one digest. */
function seededDigest(): Digest {
  const seed = [Math.random() * 2 ** 32, Math.random() * 2 ** 32] as const;
  const digest = new Uint32Array(2);
  return (text) => {
    // begun with its length, so that letters which are noughts count as well
    digest[0] = seed[0] + text.length;
    digest[1] = seed[1] ^ text.length;
    addLetters(digest, text);
    return digest;
  };
}

/**
 * A text of any length as 64 bits, half of them in each of two numbers: of millions of texts hardly two have the same. It
 * goes on from the letters before, in whatever pieces they come.
 */
export function addLetters(digest: Uint32Array, text: string): void {
  let [one, other] = [digest[0] ?? 0, digest[1] ?? 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    one = Math.imul(one ^ letter, 0x9e37_79b1);
    one ^= one >>> 15;
    other = Math.imul(other ^ letter, 0x85eb_ca6b);
    other ^= other >>> 13;
  }
  digest[0] = one;
  digest[1] = other;
}
