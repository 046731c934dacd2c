import { exportCell, type ExportColumn, type ExportRow } from '../../model/export/exportColumns.ts';
import { csvCell, markdownCell } from '../../model/export/cellTexts.ts';
import type { Cell } from '../../model/list/recordPage.ts';

/** RFC 4180 in UTF-8. Without the mark at its beginning Excel takes it for something else and spoils every other letter. */
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
      // a line that is empty would be no line to most programs
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

/** One list, with a record a line. */
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

/** A table; whatever Markdown would make of a value, it stays the text that it is. */
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

/** Rows as the text of a file, piece by piece: nothing is kept from one to the next. */
export interface RowText {
  head(): string;
  rows(rows: readonly ExportRow[]): string;
  tail(): string;
  /** What did not fit into the format, one sentence; undefined when everything did. */
  readonly note?: string | undefined;
}

export interface RowTextOptions {
  readonly columns: readonly ExportColumn[];
  /** Whether cells that a spreadsheet would run are written so that it does not. */
  readonly defuse: boolean;
}
