import { escapeFormulas } from './formulaEscape.ts';

/** Also where another delimiter is usual: a cell must not fall apart there. */
const needsQuotes = /[",;\t|\r\n]|^\s|\s$/;

/** A value as a cell of RFC 4180. Nothing is an empty cell, an empty text a quoted one. */
export function csvCell(value: string | null, defuse: boolean): string {
  if (value === null) return '';
  if (value === '') return '""';
  const text = defuse ? escapeFormulas(value) : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value as a cell of a table in Markdown: whatever that would make of it, it stays the text that it is. */
export function markdownCell(value: string | null): string {
  if (value === null || value === '') return '';
  return value
    .replaceAll(/[\\|`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
}
