import { csvCell, htmlCell, markdownCell, inList } from '../../../model/export/cellTexts.ts';
import { escapeCopied } from '../../../model/export/formulaEscape.ts';
import { blockColumns, type CellRange, rowBands, rowCount } from '../../../model/list/cellRange.ts';
import type { TableHost, TableRow } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { VisibleColumn } from './columns/columnLayout.ts';
import { maxRows } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber } from '../../../model/formatNumber.ts';

/** Limits set by the host. */
const maxTextLength = 2_000_000;
const maxWholeTexts = 200;

export interface CopyOptions {
  readonly table: TableModel;
  /** All selected rows, loaded or not; undefined if there are too many to copy. */
  readonly selectedRows: () => Promise<readonly TableRow[] | undefined>;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'labels'>;
  /** Writes both to the clipboard; returns false where the page may not. */
  readonly writeHtml: (text: string, html: string) => boolean;
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
  column(rows: readonly TableRow[], column: VisibleColumn, format: CopyFormat = 'text'): Promise<boolean> {
    return this.#copy(rows, [column], format);
  }

  /** Copies the cells of all ranges as one block. Resolves to false if nothing was copied. */
  async block(ranges: readonly CellRange[], format: CopyFormat): Promise<boolean> {
    const { table, notify } = this.#options;
    const bands = rowBands(ranges);
    const indexes = blockColumns(bands);
    if (!indexes) {
      notify(tableWords.rangesApart);
      return false;
    }
    if (rowCount(bands) > maxRows) {
      notify(tableWords.tooManyToCopy(formatNumber(maxRows)));
      return false;
    }
    const columns = indexes.flatMap((index) => table.columns[index] ?? []);
    const rows: TableRow[] = [];
    for (const { top, bottom } of bands) rows.push(...(await table.source.collect(top, bottom)));
    return this.#copy(rows, columns, format, true);
  }

  /** Copies a column of the selected rows, or of this one. */
  async columnOfSelected(row: TableRow, column: VisibleColumn, format: CopyFormat): Promise<void> {
    const { table, selectedRows, notify } = this.#options;
    const rows = table.selection.has(row.id) ? await selectedRows() : [row];
    if (!rows) return notify(tableWords.tooManyToCopy(formatNumber(maxRows)));
    await this.#copy(rows, [column], format);
  }

  async rows(format: CopyFormat, otherwise: TableRow | undefined): Promise<void> {
    const { table, selectedRows, notify } = this.#options;
    const selected = table.selection.isEmpty ? (otherwise ? [otherwise] : []) : await selectedRows();
    if (!selected) return notify(tableWords.tooManyToCopy(formatNumber(maxRows)));
    await this.#copy(selected, table.columns, format);
  }

  async #copy(
    rows: readonly TableRow[],
    columns: readonly VisibleColumn[],
    format: CopyFormat,
    isBlock = false,
  ): Promise<boolean> {
    const { host, notify } = this.#options;
    let fetched = 0;
    const values: (string | null)[][] = [];
    for (const row of rows) {
      const cells: (string | null)[] = [];
      for (const column of columns) {
        const isCut = this.#isCut(row, column) && fetched++ < maxWholeTexts;
        cells.push(isCut ? await this.#whole(row, column) : this.#options.table.value(row, column));
      }
      values.push(cells);
    }
    const named = isForReading[format] ? this.#named(values, columns) : values;
    const isNumeric = columns.every(({ column }) => column.kind === 'number');
    const shown = { labels: columns.map(({ column }) => column.label), rows: named, isNumeric };
    const text = copied(shown, format);
    if (text === '' && format === 'inList') {
      notify(tableWords.nothingToCopy);
      return false;
    }
    if (text.length > maxTextLength) {
      notify(tableWords.tooLongToCopy);
      return false;
    }
    // the host can write plain text only
    if (!isBlock || format !== 'text' || !this.#options.writeHtml(text, copiedHtml(shown, columns)))
      host.notify.copy({ text });
    const isCell = rows.length === 1 && columns.length === 1;
    this.lastCell = isCell && format === 'text' ? text : undefined;
    const { copiedCell, copiedCells, copiedRows } = tableWords;
    if (isCell) notify(copiedCell);
    else notify(isBlock ? copiedCells(rows.length * columns.length) : copiedRows(formatNumber(rows.length)));
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
  /** True if all columns are numeric. */
  readonly isNumeric?: boolean;
}

/** The other formats are for programs, which expect stored values. */
const isForReading: Readonly<Record<CopyFormat, boolean>> = {
  text: true,
  markdown: true,
  csv: false,
  json: false,
  inList: false,
};

export type CopyFormat = 'text' | 'csv' | 'json' | 'markdown' | 'inList';

const formats: Readonly<Record<CopyFormat, (table: CopiedTable) => string>> = {
  inList: ({ rows, isNumeric = false }) => inList(rows.flat(), isNumeric) ?? '',
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

/** The same cells as a table, which keeps line breaks, and texts that look like numbers. */
function copiedHtml({ rows }: CopiedTable, columns: readonly VisibleColumn[]): string {
  const isText = columns.map(({ column }) => column.kind === 'text');
  const lines = rows.map((row) => row.map((value, index) => htmlCell(value, isText[index])).join(''));
  return `<table>${lines.map((line) => `<tr>${line}</tr>`).join('')}</table>`;
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
