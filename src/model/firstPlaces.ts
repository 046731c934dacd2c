import { DigestTable } from './digestTable.ts';

/** Whatever comes later is told to be there: no file has as many lines. */
const mostPlaces = 2 ** 31 - 1;

/**
 * Where each of many texts stood first, such as the ids in a file. It keeps no text, and takes one for the same that has its
 * digest: a million of them take some 20 MB.
 */
export class FirstPlaces {
  readonly #table = new DigestTable();
  /** Twice the place, and one more when the text came again, by its number. */
  #places = new Uint32Array(1_024);

  /** Where it was before; undefined when it was not, and it is there from now on. */
  take(text: string, place: number): number | undefined {
    const { size } = this.#table;
    const number = this.#table.findOrAdd(text);
    if (number < size) {
      const held = this.#places[number] ?? 0;
      this.#places[number] = held | 1;
      return held >>> 1;
    }
    if (number === this.#places.length)
      this.#places = grownArray(this.#places, new Uint32Array(Math.ceil(number * 1.5)));
    this.#places[number] = Math.min(place, mostPlaces) * 2;
    return undefined;
  }

  of(text: string): number | undefined {
    const held = this.#heldOf(text);
    return held === undefined ? undefined : held >>> 1;
  }

  /** Whether it came more than once. */
  isRepeated(text: string): boolean {
    return ((this.#heldOf(text) ?? 0) & 1) === 1;
  }

  #heldOf(text: string): number | undefined {
    const number = this.#table.find(text);
    return number === undefined ? undefined : this.#places[number];
  }
}

/** The larger one, with what the smaller one has. */
export function grownArray<T extends Uint32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
