/** Many texts, in their order. A list of them is one as well. */
export interface Texts extends Iterable<string> {
  readonly length: number;
  at(index: number): string | undefined;
}

/** Texts as bytes, one behind the other: as a million small texts they would take several times as much memory. */
export class PackedTexts implements Texts {
  #bytes = Buffer.allocUnsafeSlow(4_096);
  /** Where each of them ends; below nought for one with half a letter in it, which UTF-8 does not know. */
  #ends = new Float64Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    const from = this.#startOf(this.#length);
    // no letter takes more bytes for each of its units
    const most = from + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, from);
      this.#bytes = larger;
    }
    if (this.#length === this.#ends.length) {
      const longer = new Float64Array(this.#ends.length * 2);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    const isWhole = text.isWellFormed();
    const end = from + this.#bytes.write(text, from, isWhole ? 'utf8' : 'utf16le');
    this.#ends[this.#length++] = isWhole ? end : -end;
  }

  at(index: number): string | undefined {
    const end = index < this.#length ? this.#ends[index] : undefined;
    if (end === undefined) return undefined;
    return this.#bytes.toString(end < 0 ? 'utf16le' : 'utf8', this.#startOf(index), Math.abs(end));
  }

  *[Symbol.iterator](): Generator<string, void, void> {
    for (let index = 0; index < this.#length; index++) yield this.at(index) ?? '';
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : Math.abs(this.#ends[index - 1] ?? 0);
  }
}
