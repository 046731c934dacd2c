import { checkWidth, type VisibleColumn } from '../columns/columnLayout.ts';

/** Which columns have elements now, and where those stand. The pinned ones always have. */
export class ColumnPositions {
  readonly columns: readonly VisibleColumn[];
  readonly pinnedCount: number;
  readonly pinnedWidth: number;
  readonly width: number;
  /** The columns after the pinned ones that are on the screen: from the first to before the last. */
  from = 0;
  to = 0;
  readonly #pinned: ColumnWindow;
  readonly #scrolled: ColumnWindow;

  constructor(columns: readonly VisibleColumn[]) {
    this.columns = columns;
    const firstLoose = columns.findIndex(({ isPinned }) => !isPinned);
    this.pinnedCount = firstLoose === -1 ? columns.length : firstLoose;
    this.#pinned = new ColumnWindow(columns.slice(0, this.pinnedCount).map(({ width }) => width));
    this.#scrolled = new ColumnWindow(columns.slice(this.pinnedCount).map(({ width }) => width));
    this.pinnedWidth = checkWidth + this.#pinned.width;
    this.width = this.pinnedWidth + this.#scrolled.width;
  }

  /** Answers whether other columns are on the screen than before. */
  scroll(scrollLeft: number, clientWidth: number): boolean {
    const { from, to } = this.#scrolled.between(scrollLeft, scrollLeft + Math.max(0, clientWidth - this.pinnedWidth));
    const isSame = this.from === from + this.pinnedCount && this.to === to + this.pinnedCount;
    this.from = from + this.pinnedCount;
    this.to = to + this.pinnedCount;
    return !isSame;
  }

  /** From the row's left edge. */
  left(index: number): number {
    if (index < this.pinnedCount) return checkWidth + this.#pinned.left(index);
    return this.pinnedWidth + this.#scrolled.left(index - this.pinnedCount);
  }

  /** How far to scroll so that a column is seen whole. */
  scrollLeftFor(index: number, scrollLeft: number, clientWidth: number): number {
    if (index < this.pinnedCount) return scrollLeft;
    const left = this.left(index) - this.pinnedWidth;
    const room = clientWidth - this.pinnedWidth;
    const width = Math.min(this.columns[index]?.width ?? 0, room);
    if (left < scrollLeft) return left;
    return left + width > scrollLeft + room ? left + width - room : scrollLeft;
  }
}

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

  left(index: number): number {
    return this.#edges[index] ?? this.width;
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
