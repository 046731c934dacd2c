/** Where columns stand beside each other, and which of them are on the screen. */
export class ColumnWindow {
  /** The left edge of every column, and after the last one the width of all. */
  readonly #edges: readonly number[];

  constructor(widths: readonly number[]) {
    let edge = 0;
    this.#edges = [0, ...widths.map((width) => (edge += width))];
  }

  get width(): number {
    return this.#edges.at(-1) ?? 0;
  }

  left(place: number): number {
    return this.#edges[place] ?? this.width;
  }

  /** From the first to before the last column that is seen between two edges, with one to spare on both sides. */
  between(left: number, right: number): { readonly from: number; readonly to: number } {
    const count = this.#edges.length - 1;
    const from = Math.max(0, this.#columnAt(left) - 1);
    const to = Math.min(count, this.#columnAt(right) + 2);
    return { from: Math.min(from, to), to };
  }

  #columnAt(edge: number): number {
    let low = 0;
    let high = this.#edges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#edges[middle] ?? 0) <= edge) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
