import { unescapeCopied } from '../export/formulaEscape.ts';

/** Limits of one paste: it loads the form of every record. */
export const maxPastedRows = 500;
export const maxPastedCells = 5_000;

/**
 * Parses clipboard text from a spreadsheet: tabs between cells, one line per row, and quotes around a cell that
 * contains line breaks, tabs or quotes. Quotes that don't close at the end of the cell are part of its text.
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
    // the last line has a line ending, too
    if (index === text.length) break;
  }
  // a single cell is copied without escaping
  return rows.length > 1 || rows[0]?.length !== 1 ? rows.map((cells) => cells.map(unescapeCopied)) : rows;
}

interface ReadCell {
  readonly cell: string;
  /** Index of the tab or line ending. */
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
