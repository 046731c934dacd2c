import { exportCell, type ExportColumn, type ExportRow } from '../../model/export/exportColumns.ts';
import { csvCell, markdownCell } from '../../model/export/cellTexts.ts';
import type { Cell } from '../../model/list/recordPage.ts';

/** RFC 4180 in UTF-8. Without a BOM, Excel assumes another encoding and garbles non-ASCII characters. */
export class CsvText implements RowText {
  readonly #options: RowTextOptions;

  constructor(options: RowTextOptions) {
    this.#options = options;
  }

  head(): string {
    return `\uFEFF${this.#options.columns.map(({ title }) => this.#cell(title)).join(',')}\r\n`;
  }

  rows(rows: readonly ExportRow[]): string {
    const { columns } = this.#options;
    let text = '';
    for (const row of rows) {
      let line = '';
      let isFirst = true;
      for (const column of columns) {
        line += isFirst ? this.#cell(exportCell(row, column)) : `,${this.#cell(exportCell(row, column))}`;
        isFirst = false;
      }
      // most programs ignore an empty line
      text += line === '' ? '""\r\n' : `${line}\r\n`;
    }
    return text;
  }

  tail(): string {
    return '';
  }

  #cell(value: Cell): string {
    return csvCell(value, this.#options.defuse);
  }
}

/** Values as the service has them: text or null. */
export class JsonLinesText implements RowText {
  readonly #columns: readonly (readonly [key: string, column: RowTextOptions['columns'][number]])[];

  constructor({ columns }: RowTextOptions) {
    this.#columns = columns.map((column) => [`${JSON.stringify(column.key)}:`, column]);
  }

  head(): string {
    return '';
  }

  rows(rows: readonly ExportRow[]): string {
    let text = '';
    for (const row of rows) text += `${this.record(row)}\n`;
    return text;
  }

  tail(): string {
    return '';
  }

  record(row: ExportRow): string {
    let text = '';
    for (const [key, column] of this.#columns)
      text += `${text === '' ? '' : ','}${key}${JSON.stringify(exportCell(row, column))}`;
    return `{${text}}`;
  }
}

/** A JSON array, one record per line. */
export class JsonText implements RowText {
  readonly #lines: JsonLinesText;
  #isEmpty = true;

  constructor(options: RowTextOptions) {
    this.#lines = new JsonLinesText(options);
  }

  head(): string {
    return '[';
  }

  rows(rows: readonly ExportRow[]): string {
    let text = '';
    for (const row of rows) {
      text += `${this.#isEmpty ? '\n' : ',\n'}${this.#lines.record(row)}`;
      this.#isEmpty = false;
    }
    return text;
  }

  tail(): string {
    return this.#isEmpty ? ']\n' : '\n]\n';
  }
}

/** A Markdown table; values are escaped so that they stay plain text. */
export class MarkdownText implements RowText {
  readonly #columns: RowTextOptions['columns'];

  constructor({ columns }: RowTextOptions) {
    this.#columns = columns;
  }

  head(): string {
    const rules = this.#columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'));
    return markdownLine(this.#columns.map(({ title }) => markdownCell(title))) + markdownLine(rules);
  }

  rows(rows: readonly ExportRow[]): string {
    let text = '';
    for (const row of rows) text += markdownLine(this.#columns.map((column) => markdownCell(exportCell(row, column))));
    return text;
  }

  tail(): string {
    return '';
  }
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** Formats rows as text in chunks: keeps nothing from one to the next. */
export interface RowText {
  head(): string;
  rows(rows: readonly ExportRow[]): string;
  tail(): string;
  /** What didn't fit the format, as one sentence; undefined if everything did. */
  readonly note?: string | undefined;
}

export interface RowTextOptions {
  readonly columns: readonly ExportColumn[];
  /** True to escape cells that a spreadsheet would run as formulas. */
  readonly defuse: boolean;
}
