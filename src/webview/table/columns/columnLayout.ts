import { orderedColumns, visibility } from '../../../model/list/columnOrder.ts';
import type { Column, ColumnKind } from '../../../model/list/recordPage.ts';
import type { ColumnLayout } from '../../../protocol/tableProtocol.ts';

/** A column as it stands in the table. */
export interface VisibleColumn {
  readonly column: Column;
  /** The place of its cell in a row. */
  readonly cell: number;
  readonly width: number;
  readonly isPinned: boolean;
}

const minWidth = 20;
const maxWidth = 2_000;

const usualWidths: Readonly<Record<ColumnKind, number>> = {
  text: 160,
  number: 110,
  date: 110,
  dateTime: 200,
  boolean: 80,
};

export function arrangeColumns(columns: readonly Column[], layout: ColumnLayout | null): readonly VisibleColumn[] {
  const cells = new Map(columns.map((column, cell) => [column, cell]));
  const pinnedKeys = new Set(layout?.pinned);
  return orderedColumns(columns, layout)
    .filter(visibility(columns, layout))
    .map((column) => ({
      column,
      cell: cells.get(column) ?? 0,
      width: layout?.widths[column.key] ?? usualWidth(column),
      isPinned: pinnedKeys.has(column.key),
    }));
}

function usualWidth({ kind, label, total }: Column): number {
  return Math.max(usualWidths[kind], Math.min(240, Math.max(label.length * 7 + 36, totalWidth(total))));
}

/** A number of which a part is missing is taken for another one: there is room for all of it, in bold and grouped. */
function totalWidth(total: number | undefined): number {
  return total === undefined ? 0 : Math.ceil((String(total).length * 4) / 3) * 8 + 24;
}

const defaultLayout: ColumnLayout = { order: [], hidden: [], shown: [], pinned: [], widths: {} };
/** What the protocol lets through. */
const mostKeys = 2_000;

export function withWidth(layout: ColumnLayout | null, { key }: Column, width: number): ColumnLayout {
  const before = layout ?? defaultLayout;
  const clamped = Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
  return { ...before, widths: { ...before.widths, [key]: clamped } };
}

export function withVisibility(layout: ColumnLayout | null, { key }: Column, isShown: boolean): ColumnLayout {
  const before = layout ?? defaultLayout;
  const without = (keys: readonly string[]): string[] => keys.filter((other) => other !== key);
  return {
    ...before,
    shown: isShown ? [...without(before.shown), key].slice(-mostKeys) : without(before.shown),
    hidden: isShown ? without(before.hidden) : [...without(before.hidden), key].slice(-mostKeys),
  };
}

export function withPinned(layout: ColumnLayout | null, { key }: Column, isPinned: boolean): ColumnLayout {
  const before = layout ?? defaultLayout;
  const others = before.pinned.filter((other) => other !== key);
  return { ...before, pinned: isPinned ? [...others, key].slice(-mostKeys) : others };
}

/** Puts a column in front of another, or behind all when none is named. */
export function withMoved(
  layout: ColumnLayout | null,
  columns: readonly Column[],
  moved: Column,
  before: Column | undefined,
): ColumnLayout {
  const order = orderedColumns(columns, layout)
    .map(({ key }) => key)
    .filter((key) => key !== moved.key);
  const index = before ? order.indexOf(before.key) : -1;
  order.splice(index === -1 ? order.length : index, 0, moved.key);
  return { ...(layout ?? defaultLayout), order: order.slice(0, mostKeys) };
}

/** A number that names a record: it is neither grouped nor added up. */
export function isIdentifier({ name }: Column): boolean {
  return /(^|[._])id$/i.test(name);
}
