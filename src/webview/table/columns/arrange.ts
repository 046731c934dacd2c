import { orderedColumns, visibility } from '../../../model/list/columnOrder.ts';
import type { Column, ColumnKind } from '../../../model/list/recordPage.ts';
import type { ColumnLayout } from '../../../protocol/table.ts';

/** A column as it stands in the table. */
export interface ShownColumn {
  readonly column: Column;
  /** The place of its cell in a row. */
  readonly cell: number;
  readonly width: number;
  readonly isPinned: boolean;
}

export const narrowest = 20;
export const widest = 2_000;

const usualWidths: Readonly<Record<ColumnKind, number>> = {
  text: 160,
  number: 110,
  date: 110,
  dateTime: 200,
  boolean: 80,
};

export function arrange(columns: readonly Column[], layout: ColumnLayout | null): readonly ShownColumn[] {
  const cells = new Map(columns.map((column, cell) => [column, cell]));
  const pinned = new Set(layout?.pinned);
  return orderedColumns(columns, layout)
    .filter(visibility(columns, layout))
    .map((column) => ({
      column,
      cell: cells.get(column) ?? 0,
      width: layout?.widths[column.key] ?? usualWidth(column),
      isPinned: pinned.has(column.key),
    }));
}

function usualWidth({ kind, label, total }: Column): number {
  return Math.max(usualWidths[kind], Math.min(240, Math.max(label.length * 7 + 36, totalWidth(total))));
}

/** A number of which a part is missing is taken for another one: there is room for all of it, in bold and grouped. */
function totalWidth(total: number | undefined): number {
  return total === undefined ? 0 : Math.ceil((String(total).length * 4) / 3) * 8 + 24;
}
