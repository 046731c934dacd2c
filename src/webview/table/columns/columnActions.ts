import type { CellTexts } from '../cellText.ts';
import { cellLook } from '../grid/cellLook.ts';
import type { GridView } from '../grid/gridView.ts';
import type { Table } from '../table.ts';
import { type ShownColumn, withPinned, withMoved, withWidth, withVisibility } from './columnLayout.ts';

/** What can be done to a column where it stands, by its place among the shown ones. */
export class ColumnActions {
  readonly #table: Table;
  readonly #grid: GridView;
  readonly #texts: CellTexts;

  constructor(table: Table, grid: GridView, texts: CellTexts) {
    this.#table = table;
    this.#grid = grid;
    this.#texts = texts;
  }

  /** While an edge is dragged the width is shown and not yet remembered. */
  resize(place: number, width: number, isDone: boolean): void {
    this.#change(place, ({ column }) => {
      const layout = withWidth(this.#table.layout, column, width);
      if (isDone) this.#table.setLayout(layout);
      else this.#table.tryLayout(layout);
    });
  }

  resizeBy(place: number, by: number): void {
    this.#change(place, ({ width }) => this.resize(place, width + by, true));
  }

  fit(place: number): void {
    this.#change(place, (shown) => {
      const { first, last } = this.#grid.shown;
      const texts: string[] = [];
      for (let row = first; row <= last; row++) {
        const held = this.#table.row(row);
        if (held) texts.push(cellLook(held, shown, this.#table.staged(held, shown), undefined, this.#texts).text);
      }
      const { label, total } = shown.column;
      const totalText = total === undefined ? '' : this.#texts.number(String(total));
      const { fontSize, fontFamily } = getComputedStyle(this.#grid.element);
      this.resize(place, fitWidth(label, totalText, texts, `${fontSize} ${fontFamily}`), true);
    });
  }

  reorder(place: number, before: number): void {
    const { columns } = this.#table;
    this.#change(place, ({ column }) => {
      const { layout, source } = this.#table;
      this.#table.setLayout(withMoved(layout, source.columns, column, columns[before]?.column));
    });
  }

  pin(place: number, isPinned: boolean): void {
    this.#change(place, ({ column }) => this.#table.setLayout(withPinned(this.#table.layout, column, isPinned)));
  }

  hide(place: number): void {
    this.#change(place, ({ column }) => this.#table.setLayout(withVisibility(this.#table.layout, column, false)));
  }

  #change(place: number, work: (shown: ShownColumn) => void): void {
    const shown = this.#table.columns[place];
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
