import type { Column } from './recordPage.ts';

/** What a person made of the columns of a list view, by their keys. */
export interface ColumnChoices {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  readonly pinned: readonly string[];
}

/** The part of it that a link says; it may come from anyone. */
export type LinkedColumns = { readonly [Part in keyof ColumnChoices]?: ColumnChoices[Part] | undefined };

/** What of it says anything, without how wide they are; undefined when nothing does. */
export function columnChoices(layout: ColumnChoices | undefined): LinkedColumns | undefined {
  if (!layout) return undefined;
  const { order, hidden, shown, pinned } = layout;
  const said = Object.entries({ order, hidden, shown, pinned }).filter(([, keys]) => keys.length > 0);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** Column keys, for who keeps them. */
type KnownChoices = { [Part in keyof ColumnChoices]: string[] };

/** What someone else chose, for the columns that there are; undefined where that leaves nothing to look at. */
export function knownChoices(columns: readonly Column[], chosen: LinkedColumns): KnownChoices | undefined {
  const keys = new Set(columns.map(({ key }) => key));
  const known = (named: readonly string[] = []): string[] => [...new Set(named)].filter((key) => keys.has(key));
  const { order, hidden, shown, pinned } = chosen;
  const choices = { order: known(order), hidden: known(hidden), shown: known(shown), pinned: known(pinned) };
  return columnChoices(choices) && columns.some(visibility(columns, choices)) ? choices : undefined;
}

/** All columns in the person's order: the pinned ones first, those that the layout does not name in the service's order. */
export function orderedColumns(columns: readonly Column[], layout: ColumnChoices | null): readonly Column[] {
  if (!layout || (layout.order.length === 0 && layout.pinned.length === 0)) return columns;
  const indexes = new Map(layout.order.map((key, index) => [key, index]));
  const pinned = new Set(layout.pinned);
  // a column that is not named stays behind the one that the service has before it
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

/** Tells whether a column is shown. Values that no header names are hidden, unless there are no headers at all. */
export function visibility(columns: readonly Column[], layout: ColumnChoices | null): (column: Column) => boolean {
  const hidden = new Set(layout?.hidden);
  const shown = new Set(layout?.shown);
  const hasHeaders = columns.some((column) => column.isDeclared);
  return ({ key, isVisible, isDeclared }) =>
    !hidden.has(key) && (shown.has(key) || (hasHeaders ? isVisible && isDeclared : true));
}
