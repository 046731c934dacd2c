import type { TableHost, TableRow } from '../../../protocol/table.ts';
import type { ShownColumn } from '../columns/arrange.ts';
import { mostRows } from '../rowSelection.ts';
import type { Table } from '../table.ts';
import { count, words } from '../words.ts';
import { copied, type CopyFormat } from './copyFormats.ts';

/** What the host takes. */
const mostText = 2_000_000;
const mostWholeTexts = 200;

export interface CopyOptions {
  readonly table: Table;
  /** The rows that are selected, wherever they are; undefined when they are more than can be copied. */
  readonly selectedRows: () => Promise<readonly TableRow[] | undefined>;
  readonly host: TableHost;
  readonly notify: (text: string) => void;
}

/** Puts cells on the clipboard: through the host, because some of them have to be fetched first. */
export class CopyCells {
  readonly #options: CopyOptions;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  async cell(row: TableRow, column: ShownColumn): Promise<void> {
    await this.#copy([row], [column], 'text');
  }

  async rows(format: CopyFormat, otherwise: TableRow | undefined): Promise<void> {
    const { table, selectedRows, notify } = this.#options;
    const selected = table.selection.isEmpty ? (otherwise ? [otherwise] : []) : await selectedRows();
    if (!selected) return notify(words.tooManyToCopy(count(mostRows)));
    await this.#copy(selected, table.columns, format);
  }

  async #copy(rows: readonly TableRow[], columns: readonly ShownColumn[], format: CopyFormat): Promise<void> {
    const { host, notify } = this.#options;
    let fetched = 0;
    const values: (string | null)[][] = [];
    for (const row of rows) {
      const cells: (string | null)[] = [];
      for (const column of columns) {
        const isCut = this.#isCut(row, column) && fetched++ < mostWholeTexts;
        cells.push(isCut ? await this.#whole(row, column) : this.#options.table.value(row, column));
      }
      values.push(cells);
    }
    const text = copied({ labels: columns.map(({ column }) => column.label), rows: values }, format);
    if (text.length > mostText) return notify(words.tooLongToCopy);
    host.tell.copy({ text });
    notify(rows.length === 1 && columns.length === 1 ? words.copiedCell : words.copiedRows(count(rows.length)));
  }

  #isCut(row: TableRow, column: ShownColumn): boolean {
    return row.cut?.includes(column.cell) === true && this.#options.table.staged(row, column) === undefined;
  }

  async #whole(row: TableRow, column: ShownColumn): Promise<string | null> {
    if (row.id === null) return this.#options.table.value(row, column);
    return this.#options.host.call.wholeText({ id: row.id, column: column.column.key });
  }
}
