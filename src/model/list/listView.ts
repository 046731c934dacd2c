import type { ControllerName } from '../controller.ts';

/** A saved list of a controller's records with its columns and their order. */
export interface ListView {
  readonly id: string;
  readonly name: string;
  readonly controller: ControllerName;
  readonly category: string | undefined;
  readonly isDefault: boolean;
  /** The user selected it for look-ups. */
  readonly isForLookUps?: true;
  /** Known only if the list view was loaded in full. */
  readonly chart: ChartKind | undefined;
  /** The service's name for an unknown chart kind. */
  readonly chartHelper?: string;
  /** Whether its query excludes records, if known; only if the list view was loaded in full. */
  readonly hasConditions?: boolean;
  /** Permissions for the list view itself, as far as the service provides them. */
  readonly access?: ListViewAccess;
}

/** Text of the document while no cells are staged. */
export const nothingStaged = '{}\n';

export interface ListViewAccess {
  /** The `_acl_*` texts by suffix: `edit`, `tmp_edit`. Their format isn't documented. */
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

/** Returns the chart kind that a `ui_helper` names; undefined for a helper for plain tables. */
export function chartKind(uiHelper: string): ChartKind | undefined {
  const helper = uiHelper.trim();
  if (helper === '' || /^(index|list|grid|table|default|none)[_\s]?(view)?$/i.test(helper)) return undefined;
  // `LineChart`, `line_chart` and `chart/line` contain the word `line`; `pipeline` doesn't
  const words = helper.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase());
  return chartStems.find(([, stem]) => words.some((word) => stem.test(word)))?.[0] ?? 'other';
}

/** Returns the controllers that have list views, in the service's order. */
export function controllersOf(listViews: readonly ListView[]): Controller[] {
  const found = Map.groupBy(listViews, (view) => view.controller);
  return [...found.values()].flatMap((views) => (views[0] ? [{ name: views[0].controller, listViews: views }] : []));
}

/** Finds a list view by name, if that is unambiguous; ignores case and surrounding whitespace if none matches exactly. */
export function listViewCalled(views: readonly ListView[], name: string): ListView | undefined {
  const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
  const exact = views.filter((view) => view.name === name);
  const found = exact.length > 0 ? exact : views.filter((view) => folded(view.name) === folded(name));
  return found.length === 1 ? found[0] : undefined;
}
