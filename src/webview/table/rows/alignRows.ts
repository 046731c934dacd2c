import type { Column } from '../../../model/list/recordPage.ts';
import type { TableRow, TableRows } from '../../../protocol/table.ts';

/** All columns so far: those of earlier replies in their places, then what this reply adds. */
export function mergeColumns(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  if (sameKeys(known, arrived)) return known;
  const keys = new Set(known.map((column) => column.key));
  const added = arrived.filter((column) => !keys.has(column.key));
  return added.length === 0 ? known : [...known, ...added];
}

/** The rows of a reply with their cells in the order of `columns`: pages may carry different undeclared values. */
export function alignRows(reply: TableRows, columns: readonly Column[]): readonly TableRow[] {
  if (sameKeys(columns, reply.columns)) return reply.rows;
  const places = new Map(reply.columns.map((column, place) => [column.key, place]));
  const sources = columns.map((column) => places.get(column.key) ?? -1);
  return reply.rows.map((row) => {
    const cells = sources.map((place) => row.cells[place] ?? null);
    const cut = row.cut && sources.flatMap((place, index) => (row.cut?.includes(place) ? [index] : []));
    return { ...row, cells, ...(cut && { cut }) };
  });
}

export function sameKeys(some: readonly Column[], others: readonly Column[]): boolean {
  return (
    some === others || (some.length === others.length && some.every(({ key }, place) => key === others[place]?.key))
  );
}
