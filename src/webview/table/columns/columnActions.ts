import type { CellTexts } from '../cellText.ts';
import { cellLook } from '../grid/cellLook.ts';
import type { GridView } from '../grid/gridView.ts';
import type { Table } from '../table.ts';
import type { ShownColumn } from './arrange.ts';
import { fitWidth } from './fitWidth.ts';
import { pinned, reordered, resized, shownOrHidden } from './layoutChanges.ts';

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
      const layout = resized(this.#table.layout, column, width);
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
      this.#table.setLayout(reordered(layout, source.columns, column, columns[before]?.column));
    });
  }

  pin(place: number, isPinned: boolean): void {
    this.#change(place, ({ column }) => this.#table.setLayout(pinned(this.#table.layout, column, isPinned)));
  }

  hide(place: number): void {
    this.#change(place, ({ column }) => this.#table.setLayout(shownOrHidden(this.#table.layout, column, false)));
  }

  #change(place: number, work: (shown: ShownColumn) => void): void {
    const shown = this.#table.columns[place];
    if (shown) work(shown);
  }
}
