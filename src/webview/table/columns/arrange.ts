import type { Column, ColumnKind } from '../../../model/recordPage.ts';
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
  dateTime: 180,
  boolean: 80,
};

/** All columns in the person's order: the pinned ones first, those that the layout does not name in the service's order. */
export function orderedColumns(columns: readonly Column[], layout: ColumnLayout | null): readonly Column[] {
  if (!layout || (layout.order.length === 0 && layout.pinned.length === 0)) return columns;
  const places = new Map(layout.order.map((key, place) => [key, place]));
  const pinned = new Set(layout.pinned);
  // a column that is not named stays behind the one that the service has before it
  let before = -1;
  const ranked = columns.map((column, index) => {
    before = places.get(column.key) ?? before;
    return { column, index, place: before };
  });
  return ranked
    .toSorted(
      (one, other) =>
        Number(pinned.has(other.column.key)) - Number(pinned.has(one.column.key)) ||
        one.place - other.place ||
        one.index - other.index,
    )
    .map(({ column }) => column);
}

/** Tells whether a column is shown. Values that no header names are hidden, unless there are no headers at all. */
export function visibility(columns: readonly Column[], layout: ColumnLayout | null): (column: Column) => boolean {
  const hidden = new Set(layout?.hidden);
  const shown = new Set(layout?.shown);
  const hasHeaders = columns.some((column) => column.isDeclared);
  return ({ key, isVisible, isDeclared }) =>
    !hidden.has(key) && (shown.has(key) || (hasHeaders ? isVisible && isDeclared : true));
}

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

function usualWidth({ kind, label }: Column): number {
  return Math.max(usualWidths[kind], Math.min(240, label.length * 7 + 36));
}
