import { displayKey, readableKey } from '../form/fieldPath.ts';
import type { Column, RecordRow } from './recordPage.ts';

interface Page {
  readonly columns: readonly Column[];
  readonly rows: readonly RecordRow[];
}

/**
 * Records that came without headers, as a person would want to see them: columns with readable names, references by
 * their text and not by their id, and no companions of other columns beside them.
 */
export function plainPage({ columns, rows }: Page): Page {
  if (columns.some(({ isDeclared }) => isDeclared)) return { columns, rows };
  const places = new Map(columns.map(({ key }, place) => [key, place]));
  const texts = columns.map(({ key }) => places.get(displayKey(key)));
  return {
    columns: columns.map((column) => ({ ...column, label: readableKey(column.name), isDeclared: true })),
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, place) => row.cells[texts[place] ?? place] || cell),
    })),
  };
}
