import type { StagedCell, TableRow } from '../../tableProtocol.ts';
import type { Column } from '../../../../model/list/recordPage.ts';

/** A staged cell that was not saved, or that someone else changed, too. */
export interface UnresolvedCell {
  readonly column: string;
  readonly label: string;
  readonly mine: string | null;
  /** The service's value; undefined if no one else changed it. */
  readonly theirs: string | null | undefined;
  readonly problem: string | undefined;
  /** True if the problem concerns the whole record. */
  readonly isOfRecord: boolean;
}

export interface UnresolvedRecord {
  readonly id: string;
  /** Empty if unknown. */
  readonly name: string;
  /** True if it has a row in the table. */
  readonly isShown: boolean;
  readonly cells: readonly UnresolvedCell[];
  /** Keys of all columns staged for it. */
  readonly staged: readonly string[];
  /** True if the record was deleted. */
  readonly isGone: boolean;
}

/** Returns the service's value if it is neither the base of the staged cell nor its new value. */
export function conflictingValue(
  { from, to, theirs }: StagedCell,
  row: TableRow | undefined,
  cell: number,
): string | null | undefined {
  const isShown = row !== undefined && cell >= 0 && row.cut?.includes(cell) !== true;
  const now = (isShown && row.cells[cell]) || null;
  // if the service already has the new value, there is no conflict
  return isShown && ![from ?? '', to ?? ''].includes(now ?? '') ? now : theirs;
}

export interface StagedSource {
  /** By column key. */
  readonly staged: Iterable<readonly [id: string, cells: ReadonlyMap<string, StagedCell>]>;
  readonly columns: readonly Column[];
  /** By id. */
  readonly rows: ReadonlyMap<string, TableRow>;
  readonly names: ReadonlyMap<string, string>;
}

/** The records whose staged cells need a decision from the user. */
export function unresolvedRecords({ staged, columns, rows, names }: StagedSource): UnresolvedRecord[] {
  const found: UnresolvedRecord[] = [];
  for (const [id, all] of staged) {
    const shown = rows.get(id);
    const cells = [...all].flatMap(([key, cell]): UnresolvedCell[] => {
      const index = columns.findIndex((column) => column.key === key);
      const theirs = conflictingValue(cell, shown, index);
      if (cell.problem === undefined && theirs === undefined) return [];
      const { to: mine, problem, isOfRecord = false } = cell;
      return [{ column: key, label: columns[index]?.label ?? key, mine, theirs, problem, isOfRecord }];
    });
    const isGone = [...all.values()].some((cell) => cell.isGone);
    if (cells.length === 0) continue;
    found.push({ id, name: names.get(id) ?? '', isShown: !!shown, cells, staged: [...all.keys()], isGone });
  }
  return found;
}
