import type { ControllerName } from '../controller.ts';

/** A saved list of a controller's records: which columns, in which order. */
export interface ListView {
  readonly id: string;
  readonly name: string;
  readonly controller: ControllerName;
  readonly category: string | undefined;
  readonly isDefault: boolean;
  /** A person chose it for look-ups. */
  readonly isForLookUps?: true;
  /** Only known when the list view was fetched in full. */
  readonly chart: ChartKind | undefined;
  /** What the service calls a chart of no known kind. */
  readonly chartHelper?: string;
  /** Whether it leaves records out, as far as its query says so; only known when it was fetched in full. */
  readonly hasConditions?: boolean;
  /** What the service says of who may do what with the list view itself, as far as it does. */
  readonly access?: ListViewAccess;
}

/** The text of its document, as long as no cell of it is staged. */
export const nothingStaged = '{}\n';

export interface ListViewAccess {
  /** The `_acl_*` texts, by what follows that: `edit`, `tmp_edit`. Their format is not shown. */
  readonly lists: Readonly<Partial<Record<AccessKind, string>>>;
  readonly canEdit: boolean | undefined;
  readonly canDelete: boolean | undefined;
  readonly canComment: boolean | undefined;
}

export const accessKinds = ['comment', 'edit', 'tmp_edit', 'delete', 'tmp_delete'] as const;
export type AccessKind = (typeof accessKinds)[number];

export type ChartKind = 'line' | 'pie' | 'bar' | 'gauge' | 'geo' | 'other';

export interface Controller {
  readonly name: ControllerName;
  readonly listViews: readonly ListView[];
}

const chartStems: readonly [ChartKind, RegExp][] = [
  ['line', /^(line|area|spline)/],
  ['pie', /^(pie|donut|doughnut)/],
  ['bar', /^(bar|column|histogram)/],
  ['gauge', /^(gauge|meter|dial)/],
  ['geo', /^(geo|map)/],
];

/** The kind of chart that a `ui_helper` names; a helper for plain tables is none. */
export function chartKind(uiHelper: string): ChartKind | undefined {
  const helper = uiHelper.trim();
  if (helper === '' || /^(index|list|grid|table|default|none)[_\s]?(view)?$/i.test(helper)) return undefined;
  // `LineChart`, `line_chart` and `chart/line` all hold the word `line`; `pipeline` does not
  const words = helper.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase());
  return chartStems.find(([, stem]) => words.some((word) => stem.test(word)))?.[0] ?? 'other';
}

/** The controllers that have a list view, in the order in which the service lists those. */
export function controllersOf(listViews: readonly ListView[]): Controller[] {
  const found = Map.groupBy(listViews, (view) => view.controller);
  return [...found.values()].flatMap((views) => (views[0] ? [{ name: views[0].controller, listViews: views }] : []));
}

/** The one of this name; ignoring case and surrounding space where that leaves only one. */
export function listViewCalled(views: readonly ListView[], name: string): ListView | undefined {
  const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
  const [similar, ...others] = views.filter((view) => folded(view.name) === folded(name));
  return views.find((view) => view.name === name) ?? (others.length === 0 ? similar : undefined);
}
