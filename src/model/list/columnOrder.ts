import type { Column } from './recordPage.ts';

/** The user's column layout of a list view, by column key. */
export interface ColumnChoices {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  readonly pinned: readonly string[];
}

/** The part that a link carries; untrusted. */
export type LinkedColumns = { readonly [Part in keyof ColumnChoices]?: ColumnChoices[Part] | undefined };

/** Returns the non-empty parts, without widths; undefined if there are none. */
export function columnChoices(layout: ColumnChoices | undefined): LinkedColumns | undefined {
  if (!layout) return undefined;
  const { order, hidden, shown, pinned } = layout;
  const said = Object.entries({ order, hidden, shown, pinned }).filter(([, keys]) => keys.length > 0);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** Mutable lists of column keys, for storage. */
type KnownChoices = { [Part in keyof ColumnChoices]: string[] };

/** Limits someone else's layout to existing columns; undefined if that leaves no visible column. */
export function knownChoices(columns: readonly Column[], chosen: LinkedColumns): KnownChoices | undefined {
  const keys = new Set(columns.map(({ key }) => key));
  const known = (named: readonly string[] = []): string[] => [...new Set(named)].filter((key) => keys.has(key));
  const { order, hidden, shown, pinned } = chosen;
  const choices = { order: known(order), hidden: known(hidden), shown: known(shown), pinned: known(pinned) };
  return columnChoices(choices) && columns.some(visibility(columns, choices)) ? choices : undefined;
}

/**
 * Returns all columns in the user's order: pinned ones first; columns that the layout doesn't name keep the service's
 * order.
 */
export function orderedColumns(columns: readonly Column[], layout: ColumnChoices | null): readonly Column[] {
  if (!layout || (layout.order.length === 0 && layout.pinned.length === 0)) return columns;
  const indexes = new Map(layout.order.map((key, index) => [key, index]));
  const pinned = new Set(layout.pinned);
  // an unnamed column stays after its predecessor in the service's order
  let before = -1;
  const ranked = columns.map((column, index) => {
    before = indexes.get(column.key) ?? before;
    return { column, index, rank: before };
  });
  return ranked
    .toSorted(
      (one, other) =>
        Number(pinned.has(other.column.key)) - Number(pinned.has(one.column.key)) ||
        one.rank - other.rank ||
        one.index - other.index,
    )
    .map(({ column }) => column);
}

/** Returns a predicate for visible columns. Values without a header are hidden, unless there are no headers at all. */
export function visibility(columns: readonly Column[], layout: ColumnChoices | null): (column: Column) => boolean {
  const hidden = new Set(layout?.hidden);
  const shown = new Set(layout?.shown);
  const hasHeaders = columns.some((column) => column.isDeclared);
  return ({ key, isVisible, isDeclared }) =>
    !hidden.has(key) && (shown.has(key) || (hasHeaders ? isVisible && isDeclared : true));
}
