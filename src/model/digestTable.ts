/** Returns two 32-bit numbers in a shared array; read them before the next call. */
export type Digest = (text: string) => ArrayLike<number>;

const first = 1_024;
/** Number of index bits within one block. */
const blockBits = 15;
const blockMask = (1 << blockBits) - 1;

/**
 * Numbers texts in insertion order by 64-bit digests, without storing the texts. Takes 8 bytes per digest, in blocks
 * that are never copied, plus 6 to 12 bytes for the hash slots.
 */
export class DigestTable {
  readonly #digest: Digest;
  /** Index + 1 for each digest, 0 if empty. Load factor at most 2/3. */
  #slots = new Int32Array(2 * first);
  /** Both halves of each digest, by index. */
  readonly #digests: Uint32Array[] = [];
  #size = 0;

  constructor(digest: Digest = seededDigest()) {
    this.#digest = digest;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the index of the first text with this digest. */
  find(text: string): number | undefined {
    const { 0: one = 0, 1: other = 0 } = this.#digest(text);
    const held = this.#slots[this.#slotOf(one, other)] ?? 0;
    return held === 0 ? undefined : held - 1;
  }

  /** Like `find`, but adds the text if its digest is new. */
  findOrAdd(text: string): number {
    return this.#put(text, false);
  }

  /** Adds the text and returns the index for its digest: its own, or that of an earlier text with the same digest. */
  add(text: string): number {
    return this.#put(text, true);
  }

  #put(text: string, isAlways: boolean): number {
    if (this.#size * 3 >= this.#slots.length * 2) this.#growSlots();
    const { 0: one = 0, 1: other = 0 } = this.#digest(text);
    const slot = this.#slotOf(one, other);
    const held = this.#slots[slot] ?? 0;
    if (held !== 0 && !isAlways) return held - 1;
    this.#insert(one, other);
    if (held !== 0) return held - 1;
    this.#slots[slot] = this.#size;
    return this.#size - 1;
  }

  #insert(one: number, other: number): void {
    const at = (this.#size & blockMask) * 2;
    const block = (this.#digests[this.#size >> blockBits] ??= new Uint32Array(2 << blockBits));
    block[at] = one;
    block[at + 1] = other;
    this.#size += 1;
  }

  #half(number: number, half: 0 | 1): number {
    return this.#digests[number >> blockBits]?.[(number & blockMask) * 2 + half] ?? 0;
  }

  /** Returns the slot of this digest, or the free slot for it. */
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
      // for equal digests, the first index wins
      this.#slots[slot] ||= at + 1;
    }
  }
}

/** Uses a random seed, so that collisions can't be constructed. */
function seededDigest(): Digest {
  const seed = [Math.random() * 2 ** 32, Math.random() * 2 ** 32] as const;
  const digest = new Uint32Array(2);
  return (text) => {
    // start with the length, so that NUL characters count
    digest[0] = seed[0] + text.length;
    digest[1] = seed[1] ^ text.length;
    addLetters(digest, text);
    return digest;
  };
}

/**
 * Updates a 64-bit digest (two 32-bit halves) with a text. Collisions are rare even among millions of texts.
 * Incremental: the result doesn't depend on how the text is split.
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
