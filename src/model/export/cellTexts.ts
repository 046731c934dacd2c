import { escapeCopied, escapeFormulas } from './formulaEscape.ts';

/** Includes other common delimiters, which must not split a cell. */
const needsQuotes = /[",;\t|\r\n]|^\s|\s$/;
/** Fast path, also for what could start a formula: nearly all values, and there may be millions. */
const harmless = /^[A-Za-z0-9][^",;\t|\r\n\v\f\u0085\u2028\u2029]*(?<!\s)$/;

/** Formats a value as an RFC 4180 cell. null is an empty cell, an empty text a quoted one. */
export function csvCell(value: string | null, defuse: boolean): string {
  if (value === null) return '';
  if (value === '') return '""';
  if (harmless.test(value)) return value;
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

/** Formats a value as a cell of an HTML table on the clipboard; with `isText`, a spreadsheet keeps its leading zeros. */
export function htmlCell(value: string | null, isText = false): string {
  const text = escapeCopied(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // a plain line break would begin another cell
    .replaceAll(/\r\n|\r|\n/g, '<br style="mso-data-placement:same-cell">');
  return `<td${isText ? String.raw` style="mso-number-format:'\@'"` : ''}>${text}</td>`;
}

const plainNumber = /^-?\d+(\.\d+)?$/;

/**
 * Formats values for the operator IN of most query languages: without duplicates, without empty values, which IN never
 * matches, and with text quoted as in standard SQL. Returns undefined if there are no values.
 */
export function inList(values: Iterable<string | null>, isNumeric: boolean): string | undefined {
  const written = new Set<string>();
  for (const value of values) {
    if (value === null || value === '') continue;
    written.add(isNumeric && plainNumber.test(value) ? value : `'${value.replaceAll("'", "''")}'`);
  }
  return written.size === 0 ? undefined : `(${[...written].join(', ')})`;
}
