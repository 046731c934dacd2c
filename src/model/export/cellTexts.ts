import { escapeFormulas } from './formulaEscape.ts';

/** Includes other common delimiters, which must not split a cell. */
const needsQuotes = /[",;\t|\r\n]|^\s|\s$/;

/** Formats a value as an RFC 4180 cell. null is an empty cell, an empty text a quoted one. */
export function csvCell(value: string | null, defuse: boolean): string {
  if (value === null) return '';
  if (value === '') return '""';
  const text = defuse ? escapeFormulas(value) : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a value as a cell of a Markdown table; escapes all Markdown syntax. */
export function markdownCell(value: string | null): string {
  if (value === null || value === '') return '';
  return value
    .replaceAll(/[\\|`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
}
