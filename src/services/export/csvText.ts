import { exportCell } from '../../model/export/exportColumns.ts';
import { defuse } from '../../model/export/formulaCell.ts';
import type { Cell, RecordRow } from '../../model/list/recordPage.ts';
import type { RowText, RowTextOptions } from './rowText.ts';

/** Also where another delimiter is usual: a cell must not fall apart there. */
const needsQuotes = /[",;\t|\r\n]|^\s|\s$/;

/** RFC 4180 in UTF-8. Without the mark at its beginning Excel takes it for something else and spoils every other letter. */
export class CsvText implements RowText {
  readonly #options: RowTextOptions;

  constructor(options: RowTextOptions) {
    this.#options = options;
  }

  head(): string {
    return `\uFEFF${this.#options.columns.map(({ title }) => this.#cell(title)).join(',')}\r\n`;
  }

  rows(rows: readonly RecordRow[]): string {
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

  /** Nothing is an empty cell, an empty text a quoted one. */
  #cell(value: Cell): string {
    if (value === null) return '';
    if (value === '') return '""';
    const text = this.#options.defuse ? defuse(value) : value;
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
}
