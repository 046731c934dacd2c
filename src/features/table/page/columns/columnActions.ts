import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import {
  type ColumnFit,
  type VisibleColumn,
  withPinned,
  withMoved,
  withWidth,
  withVisibility,
} from './columnLayout.ts';

/** Actions on a visible column, by its index. */
export class ColumnActions {
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #fit: ColumnFit;

  constructor(table: TableModel, grid: GridView, fit: ColumnFit) {
    this.#table = table;
    this.#grid = grid;
    this.#fit = fit;
  }

  /** The width is shown while an edge is dragged, and stored when the drag ends. */
  resize(index: number, width: number, isDone: boolean): void {
    this.#change(index, ({ column }) => {
      const layout = withWidth(this.#table.layout, column, width);
      if (isDone) this.#table.setLayout(layout);
      else this.#table.tryLayout(layout);
    });
  }

  resizeBy(index: number, by: number): void {
    this.#change(index, ({ width }) => this.resize(index, width + by, true));
  }

  /** Fits the width to the header and the visible cells. */
  fit(index: number): void {
    this.#change(index, (shown) => this.resize(index, this.#fittingWidth(shown), true));
  }

  fitAll(): void {
    let { layout } = this.#table;
    for (const shown of this.#table.columns) layout = withWidth(layout, shown.column, this.#fittingWidth(shown));
    this.#table.setLayout(layout);
  }

  reorder(index: number, before: number): void {
    const { columns } = this.#table;
    this.#change(index, ({ column, isPinned }) => {
      const { layout, source } = this.#table;
      const moved = withMoved(layout, source.columns, column, columns[before]?.column);
      // a column dragged out of the pinned ones must be unpinned, or it would snap back
      const isTakenOut = isPinned && before > this.#grid.positions.pinnedCount;
      this.#table.setLayout(isTakenOut ? withPinned(moved, column, false) : moved);
    });
  }

  pin(index: number, isPinned: boolean): void {
    this.#change(index, ({ column }) => this.#table.setLayout(withPinned(this.#table.layout, column, isPinned)));
  }

  hide(index: number): void {
    this.#change(index, ({ column }) =>
      this.#table.setLayout(withVisibility(this.#table.layout, column, false, this.#table.source.access)),
    );
  }

  #fittingWidth(shown: VisibleColumn): number {
    const { first, last } = this.#grid.visibleRows;
    const values: (string | null)[] = [];
    for (let row = first; row <= last; row++) {
      const held = this.#table.row(row);
      if (held) values.push(this.#table.value(held, shown));
    }
    return this.#fit.asked(shown.column, values);
  }

  #change(index: number, work: (shown: VisibleColumn) => void): void {
    const shown = this.#table.columns[index];
    if (shown) work(shown);
  }
}
