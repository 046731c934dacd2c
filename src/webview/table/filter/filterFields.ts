import type { GridView } from '../grid/gridView.ts';
import type { Table } from '../table.ts';
import { FilterRow } from './filterRow.ts';
import { canFilter } from './filterSlot.ts';

/** The filter row in the head of a grid: shown, hidden, and a field of it focused. */
export class FilterFields {
  readonly row: FilterRow;
  readonly #table: Table;
  readonly #grid: GridView;
  readonly #onChange: () => void;

  constructor(table: Table, grid: GridView, isShown: boolean, onChange: () => void) {
    this.#table = table;
    this.#grid = grid;
    this.#onChange = onChange;
    this.row = new FilterRow({
      filter: (columnName, value) => table.filter(columnName, value),
      reveal: (column) => this.focus(column),
      leave: () => grid.element.focus({ preventScroll: true }),
    });
    this.row.element.hidden = !isShown;
    grid.head.append(this.row.element);
  }

  get isShown(): boolean {
    return !this.row.element.hidden;
  }

  toggle(): void {
    if (!this.isShown) return this.focus(this.#grid.active.column);
    this.row.element.hidden = true;
    this.#onChange();
  }

  /** The field of the first column that can be filtered, when this one cannot. */
  focus(column: number): void {
    this.row.element.hidden = false;
    const { columns } = this.#table;
    const place = canFilter(columns[column]) ? column : columns.findIndex(canFilter);
    this.#grid.setActive({ row: -1, column: Math.max(0, place) });
    this.#onChange();
    this.#grid.paintNow();
    this.row.focus(place);
  }
}
