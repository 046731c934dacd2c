import type { CellFormatter } from '../cellFormatter.ts';
import { cellContent } from '../grid/gridContent.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import { type VisibleColumn, withPinned, withMoved, withWidth, withVisibility } from './columnLayout.ts';

/** What can be done to a column where it stands, by its index among the shown ones. */
export class ColumnActions {
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #formatter: CellFormatter;

  constructor(table: TableModel, grid: GridView, formatter: CellFormatter) {
    this.#table = table;
    this.#grid = grid;
    this.#formatter = formatter;
  }

  /** While an edge is dragged the width is shown and not yet remembered. */
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

  fit(index: number): void {
    this.#change(index, (shown) => {
      const { first, last } = this.#grid.visibleRows;
      const texts: string[] = [];
      for (let row = first; row <= last; row++) {
        const held = this.#table.row(row);
        if (held)
          texts.push(cellContent(held, shown, this.#table.staged(held, shown), undefined, this.#formatter).text);
      }
      const { label, total } = shown.column;
      const totalText = total === undefined ? '' : this.#formatter.number(String(total));
      const { fontSize, fontFamily } = getComputedStyle(this.#grid.element);
      this.resize(index, fitWidth(label, totalText, texts, `${fontSize} ${fontFamily}`), true);
    });
  }

  reorder(index: number, before: number): void {
    const { columns } = this.#table;
    this.#change(index, ({ column }) => {
      const { layout, source } = this.#table;
      this.#table.setLayout(withMoved(layout, source.columns, column, columns[before]?.column));
    });
  }

  pin(index: number, isPinned: boolean): void {
    this.#change(index, ({ column }) => this.#table.setLayout(withPinned(this.#table.layout, column, isPinned)));
  }

  hide(index: number): void {
    this.#change(index, ({ column }) => this.#table.setLayout(withVisibility(this.#table.layout, column, false)));
  }

  #change(index: number, work: (shown: VisibleColumn) => void): void {
    const shown = this.#table.columns[index];
    if (shown) work(shown);
  }
}

/** Room for the paddings and the edge. */
const frame = 22;
const widestFit = 600;

/** How wide a column has to be for its header, its total and the texts that are on the screen. */
function fitWidth(header: string, total: string, texts: readonly string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 160;
  context.font = `600 ${font}`;
  const sign = 20;
  const bold = Math.max(context.measureText(header).width + sign, context.measureText(total).width);
  context.font = font;
  const widestText = Math.max(0, ...texts.map((text) => context.measureText(text).width));
  return Math.min(widestFit, Math.ceil(Math.max(bold, widestText)) + frame);
}
