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
