import type { Column } from '../../../model/list/recordPage.ts';
import type { ColumnLayout } from '../../../protocol/table.ts';
import { orderedColumns } from '../../../model/list/columnOrder.ts';
import { narrowest, widest } from './arrange.ts';

const asTheServiceHasIt: ColumnLayout = { order: [], hidden: [], shown: [], pinned: [], widths: {} };
/** What the protocol lets through. */
const mostKeys = 2_000;

export function resized(layout: ColumnLayout | null, { key }: Column, width: number): ColumnLayout {
  const before = layout ?? asTheServiceHasIt;
  const kept = Math.round(Math.max(narrowest, Math.min(widest, width)));
  return { ...before, widths: { ...before.widths, [key]: kept } };
}

export function shownOrHidden(layout: ColumnLayout | null, { key }: Column, isShown: boolean): ColumnLayout {
  const before = layout ?? asTheServiceHasIt;
  const without = (keys: readonly string[]): string[] => keys.filter((other) => other !== key);
  return {
    ...before,
    shown: isShown ? [...without(before.shown), key].slice(-mostKeys) : without(before.shown),
    hidden: isShown ? without(before.hidden) : [...without(before.hidden), key].slice(-mostKeys),
  };
}

export function pinned(layout: ColumnLayout | null, { key }: Column, isPinned: boolean): ColumnLayout {
  const before = layout ?? asTheServiceHasIt;
  const others = before.pinned.filter((other) => other !== key);
  return { ...before, pinned: isPinned ? [...others, key].slice(-mostKeys) : others };
}

/** Puts a column in front of another, or behind all when none is named. */
export function reordered(
  layout: ColumnLayout | null,
  columns: readonly Column[],
  moved: Column,
  before: Column | undefined,
): ColumnLayout {
  const order = orderedColumns(columns, layout)
    .map(({ key }) => key)
    .filter((key) => key !== moved.key);
  const place = before ? order.indexOf(before.key) : -1;
  order.splice(place === -1 ? order.length : place, 0, moved.key);
  return { ...(layout ?? asTheServiceHasIt), order: order.slice(0, mostKeys) };
}
