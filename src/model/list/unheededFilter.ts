import type { Cell, Column } from './recordPage.ts';

/**
 * The filter that the rows contradict, by its column; undefined when they do not. A filter asks for one value, whether the
 * service shows that value or a text in its place: where a column shows two, the service has not heeded it.
 */
export function unheededFilter(
  filters: Readonly<Record<string, string | null>>,
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly Cell[] }[],
): Column | undefined {
  return columns.find(({ columnName }, cell) => {
    if (columnName === undefined || !Object.hasOwn(filters, columnName)) return false;
    const shown = new Set(rows.map(({ cells }) => folded(cells[cell] ?? '')));
    return shown.size > 1;
  });
}

/** What a database may take for the same: case, accents and space at the end. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trimEnd().toLowerCase();
}
