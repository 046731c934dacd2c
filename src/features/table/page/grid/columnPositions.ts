import { checkWidth, type VisibleColumn } from '../columns/columnLayout.ts';

/** Tracks which columns are rendered, and their positions. Pinned columns are always rendered. */
export class ColumnPositions {
  readonly columns: readonly VisibleColumn[];
  readonly pinnedCount: number;
  readonly pinnedWidth: number;
  readonly width: number;
  /** Range of visible unpinned columns; `to` is exclusive. */
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

  /** Returns whether the visible columns changed. */
  scroll(scrollLeft: number, clientWidth: number): boolean {
    const { from, to } = this.#scrolled.between(scrollLeft, scrollLeft + Math.max(0, clientWidth - this.pinnedWidth));
    const isSame = this.from === from + this.pinnedCount && this.to === to + this.pinnedCount;
    this.from = from + this.pinnedCount;
    this.to = to + this.pinnedCount;
    return !isSame;
  }

  /** Offset from the row's left edge. */
  left(index: number): number {
    if (index < this.pinnedCount) return checkWidth + this.#pinned.left(index);
    return this.pinnedWidth + this.#scrolled.left(index - this.pinnedCount);
  }

  /** The column at a distance from the left edge of the grid on screen. */
  columnAt(x: number, scrollLeft: number): number {
    if (x < this.pinnedWidth) return this.#pinned.columnAt(x - checkWidth);
    return this.pinnedCount + this.#scrolled.columnAt(x - this.pinnedWidth + scrollLeft);
  }

  /** Scroll position at which a column is fully visible. */
  scrollLeftFor(index: number, scrollLeft: number, clientWidth: number): number {
    if (index < this.pinnedCount) return scrollLeft;
    const left = this.left(index) - this.pinnedWidth;
    const room = clientWidth - this.pinnedWidth;
    const width = Math.min(this.columns[index]?.width ?? 0, room);
    if (left < scrollLeft) return left;
    return left + width > scrollLeft + room ? left + width - room : scrollLeft;
  }
}

/** Positions of adjacent columns, and which of them are visible. */
export class ColumnWindow {
  /** The left edge of every column, followed by the total width. */
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

  /** Columns visible between two edges, plus one on each side; `to` is exclusive. */
  between(left: number, right: number): { readonly from: number; readonly to: number } {
    const count = this.#edges.length - 1;
    const from = Math.max(0, this.columnAt(left) - 1);
    const to = Math.min(count, this.columnAt(right) + 2);
    return { from: Math.min(from, to), to };
  }

  /** The column at an offset, or the first or last one; the number of columns at the very end. */
  columnAt(edge: number): number {
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
