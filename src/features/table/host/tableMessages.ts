import type { ListViewAddress, RecordsAddress } from '../../../model/address/address.ts';
import { columnField } from '../../../model/list/columnField.ts';
import type { Cell, Column } from '../../../model/list/recordPage.ts';
import type { CellProblem, Staged, StagedRecord } from '../../../model/list/stagedCells.ts';
import type { StagedCell, StagedCells, TableRow, TableRows } from '../tableProtocol.ts';
import type { RowSlice } from '../../../services/lists/listState.ts';

/** Max characters sent per cell. A cell shows one line; the full text is sent on request. */
const longest = 2_000;

export function tableRows({
  from,
  rows,
  columns,
  access,
  total,
  nameKey,
  deletedKey,
  messages,
  readAt,
  isFromMemory,
  isCut,
  isGrowing,
}: RowSlice): TableRows {
  const shown = rows.map((row): TableRow => {
    const { id, name, isDeleted, canEdit, canDelete, canComment } = row;
    const about = { id, name, isDeleted, canEdit, canDelete, canComment };
    const cut = row.cells.flatMap((cell, index) => (isLong(cell) ? [index] : []));
    if (cut.length === 0) return { ...about, cells: row.cells };
    const cells = row.cells.map((cell) => (isLong(cell) ? shortened(cell) : cell));
    return { ...about, cells, cut };
  });
  return {
    from,
    rows: shown,
    columns,
    ...(access && { access }),
    total: total ?? null,
    ...(messages && { messages }),
    ...(nameKey !== undefined && { nameKey }),
    ...(deletedKey !== undefined && { deletedKey }),
    ...(isCut && { isCut }),
    ...(isGrowing && { isGrowing }),
    ...(isFromMemory && { seenAt: readAt }),
  };
}

function isLong(cell: Cell): cell is string {
  return cell !== null && cell.length > longest;
}

/** Truncates without splitting a surrogate pair. */
function shortened(text: string): string {
  const isSplit = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? '');
  return text.slice(0, isSplit ? longest - 1 : longest);
}

/** Ids of the watched records of this list view's controller. */
export function watchedIds(watched: readonly RecordsAddress[], { connection, controller }: ListViewAddress): string[] {
  return watched.flatMap((one) =>
    one.kind === 'record' && one.connection === connection && one.controller === controller ? [one.id] : [],
  );
}

export interface TableColumns {
  readonly columns: readonly Column[];
  readonly alias: string | undefined;
}

/** Maps a field to the key of the column that shows it; the document stores fields because a save needs them. */
export function columnKeys({ columns, alias }: TableColumns): (field: string) => string {
  const keys = new Map<string, string>();
  for (const column of columns) {
    const { field } = columnField(column, alias);
    if (field !== undefined && !keys.has(field)) keys.set(field, column.key);
  }
  // fallback until the columns are known
  return (field) => keys.get(field) ?? (alias === undefined ? field : `${alias}.${field}`);
}

/** Staged cells by column key. */
export function stagedForTable(
  staged: Staged,
  columns: TableColumns,
  problemsOf: (id: string, cells: StagedRecord) => ReadonlyMap<string, CellProblem>,
): StagedCells {
  const keyOf = columnKeys(columns);
  return Object.fromEntries(
    [...staged].map(([id, cells]) => {
      const problems = problemsOf(id, cells);
      const shown = [...cells].map(([field, { from, to, reference }]): [string, StagedCell] => [
        keyOf(field),
        { from, to, ...(reference && { reference }), ...problems.get(field) },
      ]);
      return [id, Object.fromEntries(shown)];
    }),
  );
}
