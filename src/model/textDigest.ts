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

/** Whatever comes later is told to be there: no file has as many lines. */
const mostPlaces = 2 ** 31 - 1;

/**
 * Where each of many texts stood first, such as the ids in a file. Of a text it keeps 12 bytes in a table that is never
 * more than two thirds full, and not the text: a million of them take some 25 MB.
 */
export class FirstPlaces {
  readonly #digest = new Uint32Array(2);
  #digests = new Uint32Array(2 * 1024);
  /** Twice the place, and one more when the text came again. Nought is nobody's. */
  #places = new Uint32Array(1024);
  #count = 0;

  /** Where it was before; undefined when it was not, and it is there from now on. */
  take(text: string, place: number): number | undefined {
    if (this.#count * 3 >= this.#places.length * 2) this.#grow();
    const slot = this.#slotOf(text);
    const held = this.#places[slot] ?? 0;
    if (held !== 0) {
      this.#places[slot] = held | 1;
      return held >>> 1;
    }
    this.#digests.set(this.#digest, slot * 2);
    this.#places[slot] = Math.min(Math.max(place, 1), mostPlaces) * 2;
    this.#count += 1;
    return undefined;
  }

  of(text: string): number | undefined {
    const held = this.#places[this.#slotOf(text)] ?? 0;
    return held === 0 ? undefined : held >>> 1;
  }

  /** Whether it came more than once. */
  isRepeated(text: string): boolean {
    return ((this.#places[this.#slotOf(text)] ?? 0) & 1) === 1;
  }

  /** The one of this text, or the free one where it belongs. */
  #slotOf(text: string): number {
    // begun with its length, so that letters which are noughts count as well
    this.#digest.fill(text.length + 1);
    addLetters(this.#digest, text);
    return this.#find(this.#digest[0] ?? 0, this.#digest[1] ?? 0);
  }

  #find(one: number, other: number): number {
    const mask = this.#places.length - 1;
    for (let slot = one & mask; ; slot = (slot + 1) & mask)
      if (this.#places[slot] === 0 || (this.#digests[slot * 2] === one && this.#digests[slot * 2 + 1] === other))
        return slot;
  }

  #grow(): void {
    const [digests, places] = [this.#digests, this.#places];
    this.#digests = new Uint32Array(digests.length * 2);
    this.#places = new Uint32Array(places.length * 2);
    for (let slot = 0; slot < places.length; slot++) {
      const place = places[slot] ?? 0;
      if (place === 0) continue;
      const [one = 0, other = 0] = [digests[slot * 2], digests[slot * 2 + 1]];
      const moved = this.#find(one, other);
      this.#digests[moved * 2] = one;
      this.#digests[moved * 2 + 1] = other;
      this.#places[moved] = place;
    }
  }
}
