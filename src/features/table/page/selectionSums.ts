import { type ColumnSums, columnSums } from '../../../model/list/columnSums.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import type { TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import type { RowSelection } from './rowSelection.ts';
import type { SummedColumn } from './parts/sumsPanel.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';

/** Sums of the selected rows, only if all of them are loaded: a partial sum would be mistaken for the total. */
export class SelectionSums {
  readonly #table: TableModel;
  readonly #rows: RowSelection;
  readonly #formatter: CellFormatter;
  /** Cached, because the line is painted often and changes rarely. */
  #selected: { readonly rows: readonly TableRow[] | undefined } | undefined;
  readonly #sums = new Map<string, ColumnSums | undefined>();

  constructor(table: TableModel, rows: RowSelection, formatter: CellFormatter) {
    this.#table = table;
    this.#rows = rows;
    this.#formatter = formatter;
  }

  /** Clears the cache after rows, cells or the selection changed. */
  reset(): void {
    this.#selected = undefined;
    this.#sums.clear();
  }

  /** Sums of the active column, or else of the first numeric one; empty if there is nothing to sum. */
  line(active: VisibleColumn | undefined): string {
    if (!this.#isSeveral) return '';
    const columns = this.#columns;
    const column = columns.find((one) => one === active) ?? columns[0];
    const sums = column && this.#sumsIn(column);
    if (!sums) return '';
    const number = (value: string): string => this.#formatter.number(value, column.column);
    const parts = [...tableWords.sums(sums, number), tableWords.count(formatNumber(sums.count))];
    return `${column.column.label}: ${parts.join(' · ')}`;
  }

  /** Sums of every numeric column. */
  get columns(): readonly SummedColumn[] {
    return this.#columns.flatMap((shown) => {
      const sums = this.#sumsIn(shown);
      return sums ? [{ column: shown.column, ...sums }] : [];
    });
  }

  get #isSeveral(): boolean {
    const { selection, total } = this.#table;
    return (selection.count(total) ?? 2) > 1;
  }

  get #columns(): readonly VisibleColumn[] {
    return this.#table.columns.filter(({ column }) => this.#formatter.isNumeric(column));
  }

  /** Undefined if some rows were never loaded or are evicted. */
  get #selectedRows(): readonly TableRow[] | undefined {
    if (this.#selected) return this.#selected.rows;
    const { selection, source, total } = this.#table;
    const held = new Map([...source.held].map((row) => [row.id, row]));
    // current values: a refresh may have changed them since they were selected
    const chosen = this.#rows.rows?.map((row) => held.get(row.id) ?? row);
    const rows = chosen ?? [...held.values()].filter(({ id }) => selection.has(id));
    const isWhole = rows.length === selection.count(total);
    this.#selected = { rows: isWhole ? rows : undefined };
    return this.#selected.rows;
  }

  #sumsIn(shown: VisibleColumn): ColumnSums | undefined {
    const { key } = shown.column;
    if (!this.#sums.has(key)) {
      const values = this.#selectedRows?.map((row) => this.#table.value(row, shown));
      this.#sums.set(key, values && columnSums(values));
    }
    return this.#sums.get(key);
  }
}
