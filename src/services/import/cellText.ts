/** All that the `t` elements of a cell say, without the hints for reading that some languages have. */
export class CellText {
  #said = '';
  #text: string | undefined;
  #isHint = false;

  open(name: string): void {
    if (name === 'rPh') this.#isHint = true;
    else if (name === 't' && !this.#isHint) this.#text = '';
  }

  text(text: string): void {
    if (this.#text !== undefined) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isHint = false;
    else if (name === 't' && this.#text !== undefined) {
      this.#said += unescaped(this.#text);
      this.#text = undefined;
    }
  }

  /** What was said until now; the next cell begins with nothing. */
  take(): string {
    const said = this.#said;
    this.#said = '';
    this.#text = undefined;
    this.#isHint = false;
    return said;
  }
}

/** Excel's own way for what XML cannot carry: `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
