import type { Cell, Column } from './recordPage.ts';

/**
 * Returns the column whose filter the service ignored; undefined if none. A filter matches one value, shown as value or
 * label: if the column shows two, the filter was ignored.
 */
export function ignoredFilter(
  filters: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly Cell[] }[],
): Column | undefined {
  return columns.find(({ columnName }, cell) => {
    if (columnName === undefined || !Object.hasOwn(filters, columnName)) return false;
    const shown = new Set(rows.map(({ cells }) => folded(cells[cell] ?? '')));
    return shown.size > 1;
  });
}

/** Ignores what a database may ignore: case, accents and trailing whitespace. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trimEnd().toLowerCase();
}
