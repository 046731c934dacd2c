import { isIdentifier } from '../../../../model/formatValue.ts';
import { orderedColumns, visibility } from '../../../../model/list/columnOrder.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { ColumnLayout } from '../../tableProtocol.ts';

/** A column as it stands in the table. */
export interface VisibleColumn {
  readonly column: Column;
  /** The place of its cell in a row. */
  readonly cell: number;
  readonly width: number;
  readonly isPinned: boolean;
}

/** The width of the column with the check marks, in front of all others. */
export const checkWidth = 28;

const minWidth = 20;
const maxWidth = 2_000;

/** What a layout leaves open. */
export interface ColumnSurroundings {
  /** As wide as what it holds wants it. */
  readonly widthOf: (column: Column) => number;
  /** How wide the table is on the screen; 0 while that is not known. */
  readonly room: number;
  /** The column with the record's name, where the service tells. */
  readonly nameKey: string | undefined;
}

export function arrangeColumns(
  columns: readonly Column[],
  layout: ColumnLayout | null,
  surroundings: ColumnSurroundings,
): readonly VisibleColumn[] {
  const cells = new Map(columns.map((column, cell) => [column, cell]));
  const isVisible = visibility(columns, layout);
  const pinned = new Set(layout?.pinned);
  const shown = orderedColumns(columns, layout)
    .filter(isVisible)
    .map((column) => ({
      column,
      cell: cells.get(column) ?? 0,
      width: layout?.widths[column.key] ?? surroundings.widthOf(column),
      isPinned: pinned.has(column.key),
    }));
  const count = autoPinnedCount(shown, layout, surroundings);
  return shown.map((one, index) => (index < count ? { ...one, isPinned: true } : one));
}

/** The most of the window that automatically pinned columns may take. */
const mostPinned = 0.4;

/**
 * In a table that is wider than the window the record's name stays in sight, with the columns in front of it. Where these
 * would take too much of the window, or the person unpinned one, none is pinned: pinning the name alone would move it.
 */
function autoPinnedCount(
  shown: readonly VisibleColumn[],
  layout: ColumnLayout | null,
  { room, nameKey }: ColumnSurroundings,
): number {
  const widthOf = (some: readonly VisibleColumn[]): number => some.reduce((sum, { width }) => sum + width, 0);
  if (checkWidth + widthOf(shown) <= room) return 0;
  const wanted = shown.slice(0, nameIndex(shown, nameKey) + 1);
  const isUnpinned = wanted.some(({ column }) => layout?.unpinned?.includes(column.key));
  return isUnpinned || widthOf(wanted) > room * mostPinned ? 0 : wanted.length;
}

function nameIndex(shown: readonly VisibleColumn[], nameKey: string | undefined): number {
  const rules: readonly ((column: Column) => boolean)[] = [
    ({ key }) => key === nameKey,
    ({ isLink }) => isLink,
    (column) => column.kind === 'text' && !isIdentifier(column.name),
  ];
  return rules.map((rule) => shown.findIndex(({ column }) => rule(column))).find((index) => index !== -1) ?? -1;
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
  const without = (keys: readonly string[]): string[] => keys.filter((other) => other !== key);
  const unpinned = without(before.unpinned ?? []);
  return {
    ...before,
    pinned: isPinned ? [...without(before.pinned), key].slice(-mostKeys) : without(before.pinned),
    unpinned: isPinned ? unpinned : [...unpinned, key].slice(-mostKeys),
  };
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
