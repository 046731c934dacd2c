import { csvCell, markdownCell } from '../../../model/export/cellTexts.ts';
import { escapeCopied } from '../../../model/export/formulaEscape.ts';
import type { TableHost, TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import { mostRows } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber } from '../../../model/formatNumber.ts';

/** Limits set by the host. */
const mostText = 2_000_000;
const mostWholeTexts = 200;

export interface CopyOptions {
  readonly table: TableModel;
  /** All selected rows, loaded or not; undefined if there are too many to copy. */
  readonly selectedRows: () => Promise<readonly TableRow[] | undefined>;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'labels'>;
  readonly notify: (text: string) => void;
}

/** Copies cells to the clipboard through the host, because some must be fetched first. */
export class CopyCells {
  readonly #options: CopyOptions;
  /** Text of the last single copied cell. Pasted here again it fills one cell, even if it has several lines. */
  lastCell: string | undefined;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  async cell(row: TableRow, column: VisibleColumn): Promise<void> {
    await this.#copy([row], [column], 'text');
  }

  /** Resolves to false if nothing was copied. */
  column(rows: readonly TableRow[], column: VisibleColumn): Promise<boolean> {
    return this.#copy(rows, [column], 'text');
  }

  async rows(format: CopyFormat, otherwise: TableRow | undefined): Promise<void> {
    const { table, selectedRows, notify } = this.#options;
    const selected = table.selection.isEmpty ? (otherwise ? [otherwise] : []) : await selectedRows();
    if (!selected) return notify(tableWords.tooManyToCopy(formatNumber(mostRows)));
    await this.#copy(selected, table.columns, format);
  }

  async #copy(rows: readonly TableRow[], columns: readonly VisibleColumn[], format: CopyFormat): Promise<boolean> {
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
    const named = isForReading[format] ? this.#named(values, columns) : values;
    const text = copied({ labels: columns.map(({ column }) => column.label), rows: named }, format);
    if (text.length > mostText) {
      notify(tableWords.tooLongToCopy);
      return false;
    }
    host.tell.copy({ text });
    const isCell = rows.length === 1 && columns.length === 1;
    this.lastCell = isCell && format === 'text' ? text : undefined;
    notify(isCell ? tableWords.copiedCell : tableWords.copiedRows(formatNumber(rows.length)));
    return true;
  }

  /** Replaces choice values with their labels, which paste understands. */
  #named(
    rows: readonly (readonly (string | null)[])[],
    columns: readonly VisibleColumn[],
  ): readonly (readonly (string | null)[])[] {
    const labels = columns.map(({ column }) => this.#options.formatter.labels(column));
    return rows.map((cells) =>
      cells.map((cell, at) => (cell === null ? null : (labels[at]?.clipboardText(cell) ?? cell))),
    );
  }

  #isCut(row: TableRow, column: VisibleColumn): boolean {
    return row.cut?.includes(column.cell) === true && this.#options.table.staged(row, column) === undefined;
  }

  async #whole(row: TableRow, column: VisibleColumn): Promise<string | null> {
    if (row.id === null) return this.#options.table.value(row, column);
    return this.#options.host.call.wholeText({ id: row.id, column: column.column.key });
  }
}

/** Copied cells: column labels, and the values in their order. */
interface CopiedTable {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** The other formats are for programs, which expect stored values. */
const isForReading: Readonly<Record<CopyFormat, boolean>> = { text: true, markdown: true, csv: false, json: false };

export type CopyFormat = 'text' | 'csv' | 'json' | 'markdown';

const formats: Readonly<Record<CopyFormat, (table: CopiedTable) => string>> = {
  // no header: a single cell is copied as its text alone
  text: ({ rows }) =>
    rows.length === 1 && rows[0]?.length === 1
      ? (rows[0][0] ?? '')
      : rows.map((row) => row.map(tabbed).join('\t')).join('\n'),
  csv: ({ labels, rows }) =>
    [labels, ...rows].map((row) => row.map((value) => csvCell(value, true)).join(',')).join('\r\n'),
  json: ({ labels, rows }) => {
    const names = distinct(labels);
    const records = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
    return JSON.stringify(records, undefined, 2);
  },
  markdown: ({ labels, rows }) => {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [labels.map(markdownCell), labels.map(() => '---'), ...rows.map((row) => row.map(markdownCell))]
      .map(line)
      .join('\n');
  },
};

export function copied(table: CopiedTable, format: CopyFormat): string {
  return formats[format](table);
}

function tabbed(value: string | null): string {
  const text = escapeCopied(value ?? '');
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Makes labels unique, because two columns may have the same one. */
function distinct(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times === 1 ? label : `${label} (${times})`;
  });
}
