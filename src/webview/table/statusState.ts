import type { StatusState } from './parts/statusLine.ts';
import type { Table } from './table.ts';
import { count, words } from './words.ts';

/** What the status line says about a table of which some rows are on the screen. */
export function statusState(
  table: Table,
  shown: { readonly first: number; readonly last: number } | undefined,
  selection: string,
  notice: string,
): StatusState {
  const { source, total } = table;
  const isSomeSelected = !table.selection.isEmpty && !table.selection.isAll;
  return {
    shown: shownText(table, shown),
    isLoading: source.isLoading,
    selection,
    notice,
    failure: source.failure,
    selectAll: isSomeSelected && total !== null && total > 1 ? words.selectAllMatching(count(total)) : '',
  };
}

/** Without rows on the screen, such as beside a chart alone, it is told how many there are. */
function shownText(
  { source, length, total }: Table,
  shown: { readonly first: number; readonly last: number } | undefined,
): string {
  if (length === 0) return source.wasAnswered && !source.isStale ? words.noRecords : '';
  if (!shown) return total === null ? '' : words.records(total);
  const { first, last } = shown;
  return total === null ? words.shownOfUnknown(first + 1, last + 1) : words.shown(first + 1, last + 1, total);
}
