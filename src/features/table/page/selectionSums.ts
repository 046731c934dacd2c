import { html, type TemplateResult } from 'lit/html.js';
import { type ColumnSums, columnSums } from '../../../model/list/columnSums.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import type { TableHost, TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import type { RowSelection } from './rowSelection.ts';
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
    const parts = [
      tableWords.sum(number(sums.sum)),
      tableWords.average(number(sums.average)),
      tableWords.least(number(sums.least)),
      tableWords.greatest(number(sums.greatest)),
      tableWords.count(formatNumber(sums.count)),
    ];
    return `${column.column.label}: ${parts.join(' · ')}`;
  }

  show(popover: { open(title: string, at: null, content: () => TemplateResult): void }, host: TableHost): void {
    const { sumHead, averageHead, leastHead, greatestHead, countHead } = tableWords;
    const heads = [sumHead, averageHead, leastHead, greatestHead, countHead];
    const rows = this.#columns.flatMap((shown) => {
      const sums = this.#sumsIn(shown);
      if (!sums) return [];
      const { sum, average, least, greatest, count } = sums;
      return [{ column: shown.column, values: [sum, average, least, greatest], count }];
    });
    const lines = rows.map(({ column, values, count }) => [column.label, ...values, String(count)]);
    const text = [['', ...heads], ...lines].map((cells) => cells.join('\t')).join('\n');
    popover.open(
      tableWords.sumsTitle,
      null,
      () =>
        html`<div class="sums" tabindex="0" role="group" aria-label=${tableWords.sumsTitle}>
            <table>
              <thead>
                <tr>
                  <td></td>
                  ${heads.map((head) => html`<th scope="col">${head}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ({ column, values, count }) =>
                    html`<tr>
                      <th scope="row">${column.label}</th>
                      ${values.map((value) => html`<td>${this.#formatter.number(value, column)}</td>`)}
                      <td>${formatNumber(count)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
          <button type="button" class="plain" @click=${() => host.tell.copy({ text })}>${tableWords.copySums}</button>`,
    );
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
