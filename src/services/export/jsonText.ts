import { exportCell } from '../../model/export/exportColumns.ts';
import type { RecordRow } from '../../model/list/recordPage.ts';
import type { RowText, RowTextOptions } from './rowText.ts';

/** Values as the service has them: text or null. */
export class JsonLinesText implements RowText {
  readonly #columns: readonly (readonly [key: string, column: RowTextOptions['columns'][number]])[];

  constructor({ columns }: RowTextOptions) {
    this.#columns = columns.map((column) => [`${JSON.stringify(column.key)}:`, column]);
  }

  head(): string {
    return '';
  }

  rows(rows: readonly RecordRow[]): string {
    let text = '';
    for (const row of rows) text += `${this.record(row)}\n`;
    return text;
  }

  tail(): string {
    return '';
  }

  record(row: RecordRow): string {
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

  rows(rows: readonly RecordRow[]): string {
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
