import type { Cell } from '../../model/list/recordPage.ts';
import type { TableRow, TableRows } from '../../protocol/table.ts';
import type { RowSlice } from '../../services/lists/listState.ts';

/** A cell shows a line: the rest of a long text is sent when someone asks for it. */
const longest = 2_000;

export function tableRows({ from, rows, columns, total, readAt, isFromMemory }: RowSlice): TableRows {
  const shown = rows.map((row): TableRow => {
    const { id, name, isDeleted, canEdit, canDelete, canComment } = row;
    const about = { id, name, isDeleted, canEdit, canDelete, canComment };
    const cut = row.cells.flatMap((cell, place) => (isLong(cell) ? [place] : []));
    if (cut.length === 0) return { ...about, cells: row.cells };
    const cells = row.cells.map((cell) => (isLong(cell) ? shortened(cell) : cell));
    return { ...about, cells, cut };
  });
  return { from, rows: shown, columns, total: total ?? null, ...(isFromMemory && { seenAt: readAt }) };
}

function isLong(cell: Cell): cell is string {
  return cell !== null && cell.length > longest;
}

/** Without half a character at the end. */
function shortened(text: string): string {
  const isSplit = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? '');
  return text.slice(0, isSplit ? longest - 1 : longest);
}
