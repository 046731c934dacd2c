import type { StagedCell, TableQuery, TableRow } from '../../../protocol/table.ts';
import type { ShownColumn } from '../columns/arrange.ts';

/** What the grid shows. It is asked while painting, so every answer is quick. */
export interface GridModel {
  readonly title: string;
  readonly length: number;
  /** Null when nobody knows it. */
  readonly total: number | null;
  readonly isStale: boolean;
  /** The pinned ones come first. */
  readonly columns: readonly ShownColumn[];
  readonly sort: TableQuery['sort'];
  row(place: number): TableRow | undefined;
  need(first: number, last: number): void;
  isSelected(row: TableRow): boolean;
  staged(row: TableRow, column: ShownColumn): StagedCell | undefined;
  /** What stood in a cell that a refresh has changed; undefined for any other. */
  was(row: TableRow, column: ShownColumn): string | null | undefined;
}
