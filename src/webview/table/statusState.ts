import type { StatusState } from './parts/statusLine.ts';
import type { Table } from './table.ts';
import { count, words } from './words.ts';

/** What the status line says about a table of which some rows are on the screen. */
export function statusState(
  table: Table,
  { first, last }: { readonly first: number; readonly last: number },
  selection: string,
  notice: string,
): StatusState {
  const { source, total } = table;
  const isSomeSelected = !table.selection.isEmpty && !table.selection.isAll;
  return {
    shown: shownText(table, first, last),
    isLoading: source.isLoading,
    selection,
    notice,
    failure: source.failure,
    selectAll: isSomeSelected && total !== null && total > 1 ? words.selectAllMatching(count(total)) : '',
  };
}

function shownText({ source, length, total }: Table, first: number, last: number): string {
  if (length === 0) return source.wasAnswered && !source.isStale ? words.noRecords : '';
  return total === null ? words.shownOfUnknown(first + 1, last + 1) : words.shown(first + 1, last + 1, total);
}
