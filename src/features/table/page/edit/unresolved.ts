import type { StagedCell, TableRow } from '../../tableProtocol.ts';
import type { Column } from '../../../../model/list/recordPage.ts';

/** A staged cell that was not saved, or that someone else changed, too. */
export interface UnresolvedCell {
  readonly column: string;
  readonly label: string;
  readonly mine: string | null;
  /** What the service has; undefined where nobody else changed it. */
  readonly theirs: string | null | undefined;
  readonly problem: string | undefined;
  /** The problem is that of its record. */
  readonly isOfRecord: boolean;
}

export interface UnresolvedRecord {
  readonly id: string;
  /** Empty where it is not known. */
  readonly name: string;
  /** It has a row in the table. */
  readonly isShown: boolean;
  readonly cells: readonly UnresolvedCell[];
  /** The keys of all columns that are staged for it. */
  readonly staged: readonly string[];
  /** It was deleted. */
  readonly isGone: boolean;
}

/** What the service has where that is neither what a staged cell was typed over nor what it is set to. */
export function conflictingValue(
  { from, to, theirs }: StagedCell,
  row: TableRow | undefined,
  cell: number,
): string | null | undefined {
  const isShown = row !== undefined && cell >= 0 && row.cut?.includes(cell) !== true;
  const now = (isShown && row.cells[cell]) || null;
  // a value that arrived after all is no conflict
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

/** The records whose staged cells a person has to decide about. */
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
