import { DigestTable } from './digestTable.ts';

/** Larger positions are clamped; no file has this many lines. */
const maxPosition = 2 ** 31 - 1;

/**
 * Remembers the first position of each text, such as the ids in a file. Stores digests, not texts, and treats texts
 * with equal digests as equal: a million of them take about 20 MB.
 */
export class FirstIndexes {
  readonly #table = new DigestTable();
  /** By text number: twice the position, plus one if the text is repeated. */
  #indexes = new Uint32Array(1_024);

  /** Returns the first position of the text; undefined if it is new, and then stores it. */
  addIfNew(text: string, index: number): number | undefined {
    const { size } = this.#table;
    const number = this.#table.findOrAdd(text);
    if (number < size) {
      const held = this.#indexes[number] ?? 0;
      this.#indexes[number] = held | 1;
      return held >>> 1;
    }
    if (number === this.#indexes.length)
      this.#indexes = grownArray(this.#indexes, new Uint32Array(Math.ceil(number * 1.5)));
    this.#indexes[number] = Math.min(index, maxPosition) * 2;
    return undefined;
  }

  indexOf(text: string): number | undefined {
    const held = this.#heldOf(text);
    return held === undefined ? undefined : held >>> 1;
  }

  /** True if the text occurred more than once. */
  isRepeated(text: string): boolean {
    return ((this.#heldOf(text) ?? 0) & 1) === 1;
  }

  #heldOf(text: string): number | undefined {
    const number = this.#table.find(text);
    return number === undefined ? undefined : this.#indexes[number];
  }
}

/** Copies `old` into `larger`. */
export function grownArray<T extends Uint32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
