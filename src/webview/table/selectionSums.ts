import { html } from 'lit/html.js';
import { averageOf, columnSums } from '../../model/list/columnSums.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import type { TableHost, TableRow } from '../../protocol/tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import type { Popover } from './parts/popover.ts';
import type { RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';

/** As plain numbers; undefined is not known. */
interface Figures {
  readonly count: number | undefined;
  readonly sum: string;
  readonly average: string | undefined;
  readonly least?: string;
  readonly greatest?: string;
  /** The service added it up, over rows that nobody here has seen. */
  readonly isOfService?: true;
}

interface Known {
  readonly rows: readonly TableRow[];
  /** Some rows that are selected were never seen, or are let go. */
  readonly isPartial: boolean;
}

/** What the numbers of the rows that are selected come to. */
export class SelectionSums {
  readonly #table: TableModel;
  readonly #rows: RowSelection;
  readonly #formatter: CellFormatter;
  /** A line is painted often, and what it says changes seldom. */
  #known: Known | undefined;
  readonly #figures = new Map<string, Figures | undefined>();

  constructor(table: TableModel, rows: RowSelection, formatter: CellFormatter) {
    this.#table = table;
    this.#rows = rows;
    this.#formatter = formatter;
  }

  /** Rows, cells or the selection are others. */
  forget(): void {
    this.#known = undefined;
    this.#figures.clear();
  }

  /** Of the column that has the keyboard, or else of the first one with numbers; empty where there is nothing to add. */
  line(active: VisibleColumn | undefined): string {
    if (!this.#isSeveral) return '';
    const columns = this.#columns;
    const column = columns.find((one) => one === active) ?? columns[0];
    const figures = column && this.#of(column);
    if (!figures) return '';
    const parts = this.#parts(figures).map(([say, value]) => say(value));
    return `${column.column.label}: ${[...parts, ...this.#notes(figures)].join(' · ')}`;
  }

  show(popover: Popover, host: TableHost): void {
    const lines = this.#columns.flatMap((column) => {
      const figures = this.#of(column);
      return figures ? [{ label: column.column.label, figures }] : [];
    });
    const number = (value: string | undefined): string => (value === undefined ? '' : this.#formatter.number(value));
    const { sumHead, averageHead, leastHead, greatestHead, countHead } = tableWords;
    const heads = [sumHead, averageHead, leastHead, greatestHead, countHead];
    const rows = lines.map(({ label, figures }) => {
      const { sum, average, least, greatest, count } = figures;
      return [label, sum, average, least, greatest, count === undefined ? undefined : String(count)];
    });
    const text = [['', ...heads], ...rows].map((cells) => cells.map((cell) => cell ?? '').join('\t')).join('\n');
    const notes = [...new Set(lines.flatMap(({ figures }) => this.#notes(figures)))];
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
                  ([label, ...values]) =>
                    html`<tr>
                      <th scope="row">${label}</th>
                      ${values.map((value) => html`<td>${number(value)}</td>`)}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
          ${notes.map((note) => html`<p>${note}</p>`)}
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

  get #seen(): Known {
    if (this.#known) return this.#known;
    const { selection, source, total } = this.#table;
    const held = new Map([...source.held].map((row) => [row.id, row]));
    // as they are now: a refresh may have brought other values since they were selected
    const chosen = this.#rows.rows?.map((row) => held.get(row.id) ?? row);
    const rows = chosen ?? [...held.values()].filter(({ id }) => selection.has(id));
    const count = selection.count(total);
    return (this.#known = { rows, isPartial: count === null || rows.length < count });
  }

  #of(shown: VisibleColumn): Figures | undefined {
    const { key } = shown.column;
    if (!this.#figures.has(key)) this.#figures.set(key, this.#compute(shown));
    return this.#figures.get(key);
  }

  #compute(shown: VisibleColumn): Figures | undefined {
    const table = this.#table;
    const { rows, isPartial } = this.#seen;
    const { total, totalCount } = shown.column;
    const isWhole = table.selection.isAll && table.selection.state.ids.length === 0 && !table.hasStaged;
    if (!isPartial || !isWhole || total === undefined) return columnSums(rows.map((row) => table.value(row, shown)));
    const sum = String(total);
    const average = totalCount === undefined ? undefined : averageOf(sum, totalCount);
    return { count: totalCount, sum, average, isOfService: true };
  }

  #parts({ sum, average, least, greatest, count }: Figures): [(value: string) => string, string][] {
    const said: [(value: string) => string, string | undefined][] = [
      [tableWords.sum, sum],
      [tableWords.average, average],
      [tableWords.least, least],
      [tableWords.greatest, greatest],
      [tableWords.count, count === undefined ? undefined : String(count)],
    ];
    return said.flatMap(([say, value]) => (value === undefined ? [] : [[say, this.#formatter.number(value)]]));
  }

  #notes({ isOfService }: Figures): string[] {
    if (isOfService) return [tableWords.ofService];
    const { rows, isPartial } = this.#seen;
    return isPartial ? [tableWords.onlyLoaded(formatNumber(rows.length))] : [];
  }
}
