import type { GridView } from './grid/gridView.ts';
import type { TableModel } from './tableModel.ts';

/** Interval of visibility checks, and the number of checks after which a cell counts as seen. */
const interval = 1_000;
const enough = 5;

/**
 * Clears the mark of a changed cell once the user has seen it: the cell had focus, or was visible for five seconds
 * while the table had keyboard focus.
 */
export class ChangedCellWatcher {
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #seconds = new Map<string, number>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(table: TableModel, grid: GridView) {
    this.#table = table;
    this.#grid = grid;
  }

  /** Call whenever there may be marks. */
  watch(): void {
    if (this.#table.changed.count > 0) this.#timer ??= setInterval(() => this.#check(), interval);
  }

  /** Call when the user moves to a cell. */
  visited({ row, column }: { readonly row: number; readonly column: number }): void {
    const id = this.#table.row(row)?.id;
    const shown = this.#table.columns[column];
    if (typeof id === 'string' && shown && this.#table.changed.acknowledge(id, shown.column.key)) this.#grid.update();
  }

  #check(): void {
    const { changed, columns } = this.#table;
    if (changed.count === 0 || !this.#grid.element.isConnected) return this.#end();
    if (!document.hasFocus() || document.visibilityState !== 'visible') return;
    const { first, last } = this.#grid.visibleRows;
    let isOther = false;
    for (let row = first; row <= last; row++) {
      const id = this.#table.row(row)?.id;
      const marks = typeof id === 'string' ? changed.marks.get(id) : undefined;
      if (!marks || typeof id !== 'string') continue;
      for (const key of marks.keys()) {
        const column = columns.findIndex((shown) => shown.column.key === key);
        if (this.#isSeen(row, column) && this.#isEnough(`${id} ${key}`))
          isOther = changed.acknowledge(id, key) || isOther;
      }
    }
    if (isOther) this.#grid.update();
  }

  #isSeen(row: number, column: number): boolean {
    const cell = this.#grid.cellElement({ row, column })?.getBoundingClientRect();
    const grid = this.#grid.element.getBoundingClientRect();
    return cell !== undefined && cell.right > grid.left && cell.left < grid.right;
  }

  #isEnough(cell: string): boolean {
    const seconds = (this.#seconds.get(cell) ?? 0) + 1;
    if (seconds < enough) this.#seconds.set(cell, seconds);
    else this.#seconds.delete(cell);
    return seconds >= enough;
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#seconds.clear();
  }
}
