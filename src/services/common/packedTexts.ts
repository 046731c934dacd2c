/** An ordered sequence of strings. An array of strings is one, too. */
export interface Texts extends Iterable<string> {
  readonly length: number;
  at(index: number): string | undefined;
}

/** Strings packed into one buffer: a million separate strings would take several times the memory. */
export class PackedTexts implements Texts {
  #bytes = Buffer.allocUnsafeSlow(4_096);
  /** End offset of each string; negative for a string with a lone surrogate, which UTF-8 can't encode. */
  #ends = new Float64Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    const from = this.#startOf(this.#length);
    // UTF-8 takes at most 3 bytes per UTF-16 code unit
    const max = from + text.length * 3;
    if (max > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(max, this.#bytes.length * 2));
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
