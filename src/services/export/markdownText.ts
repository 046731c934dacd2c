import { exportCell } from '../../model/export/exportColumns.ts';
import type { Cell, RecordRow } from '../../model/list/recordPage.ts';
import type { RowText, RowTextOptions } from './rowText.ts';

/** A table; whatever Markdown would make of a value, it stays the text that it is. */
export class MarkdownText implements RowText {
  readonly #columns: RowTextOptions['columns'];

  constructor({ columns }: RowTextOptions) {
    this.#columns = columns;
  }

  head(): string {
    const rules = this.#columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'));
    return line(this.#columns.map(({ title }) => markdownCell(title))) + line(rules);
  }

  rows(rows: readonly RecordRow[]): string {
    let text = '';
    for (const row of rows) text += line(this.#columns.map((column) => markdownCell(exportCell(row, column))));
    return text;
  }

  tail(): string {
    return '';
  }
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function markdownCell(value: Cell): string {
  if (value === null || value === '') return '';
  return value
    .replaceAll(/[\\|`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
}
