import { unescapeCopied } from '../export/formulaEscape.ts';

/** What is pasted at once: the form of every record is read for it. */
export const mostPastedRows = 500;
export const mostPastedCells = 5_000;

/**
 * The cells of a text as spreadsheets put it on the clipboard: tabs between cells, a line for each row, and quotes around
 * a cell with line breaks, tabs or quotes of its own. Quotes that do not end where the cell does are part of its text.
 */
export function pastedBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let index = 0; index <= text.length;) {
    const { cell, end } = quotedCell(text, index) ?? plainCell(text, index);
    row.push(cell);
    if (text[end] === '\t') {
      index = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    index = end + (text.startsWith('\r\n', end) ? 2 : 1);
    // the last line ends as the others do
    if (index === text.length) break;
  }
  // one cell alone is copied as it is
  return rows.length > 1 || rows[0]?.length !== 1 ? rows.map((cells) => cells.map(unescapeCopied)) : rows;
}

interface ReadCell {
  readonly cell: string;
  /** Where the tab or the line end is. */
  readonly end: number;
}

function plainCell(text: string, from: number): ReadCell {
  let end = from;
  while (end < text.length && !isEnd(text[end])) end++;
  return { cell: text.slice(from, end), end };
}

function quotedCell(text: string, from: number): ReadCell | undefined {
  if (text[from] !== '"') return undefined;
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] === '"') continue;
    if (!isEnd(text[end + 1])) return undefined;
    return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
  }
  return undefined;
}

function isEnd(letter: string | undefined): boolean {
  return letter === undefined || letter === '\t' || letter === '\n' || letter === '\r';
}
