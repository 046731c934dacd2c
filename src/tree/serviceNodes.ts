import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Connection, isLoopback } from '../model/connection/connection.ts';
import { type ControllerName, moduleOf, shortName } from '../model/controller.ts';
import { formatNumber, numberLocale } from '../model/formatNumber.ts';
import { dateAndTime } from '../model/momentFormat.ts';
import {
  type AccessKind,
  accessKinds,
  type ChartKind,
  type Controller,
  type ListView,
} from '../model/list/listView.ts';
import { filterControllers, type FilteredController } from '../model/list/listViewFilter.ts';
import { deniedMarks, whyNotAllowed } from '../model/writePermission.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import { MessageNode } from './messageNodes.ts';
import { expandedIf, lostSearches, savedSearchesOf } from './savedSearchNodes.ts';
import { AddressNode } from './addressNode.ts';
import { contextValueFor, openOnClick, type TreeDeps, type TreeNode, whyNoWrites } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

export class ConnectionNode implements TreeNode {
  readonly connection: string;
  readonly item: TreeItem;
  readonly #deps: TreeDeps;
  readonly #filter: string;

  /** An empty filter shows everything; `since` is when its service went down. */
  constructor(connection: Connection, deps: TreeDeps, filter: string, since: number | undefined) {
    const { id, name, baseUrl, readOnly, color } = connection;
    this.connection = id;
    this.#deps = deps;
    this.#filter = filter;
    const down = since === undefined ? '' : t('down since {0}', shortMoment(since));
    this.item = createTreeItem({
      label: name,
      id: filter === '' ? id : `=filter/${id}`,
      contextValue: [
        `connection ${deps.connections.isPersisted(id) ? 'own' : 'demo'}`,
        ...deniedMarks(connection),
      ].join(' '),
      description: [down, isLoopback(baseUrl) ? '' : new URL(baseUrl).host, readOnly ? t('read-only') : '']
        .filter(Boolean)
        .join(' · '),
      iconPath:
        since === undefined
          ? new vscode.ThemeIcon(readOnly ? 'lock' : 'server', connectionThemeColor(color))
          : new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.warningForeground')),
      tooltip: [
        name,
        baseUrl,
        since === undefined ? undefined : t('The service has not responded since {0}.', dateAndTime(since)),
        whyNotAllowed('edit', connection),
      ],
      collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    });
  }

  load(): Promise<unknown> {
    return this.#deps.listViews.controllers(this.connection);
  }

  children(): readonly TreeNode[] | undefined {
    const added = this.#deps.added.get(this.connection);
    const listed = this.#deps.listViews.controllersRead(this.connection);
    if (!listed) return undefined;
    const names = new Set(listed.map(({ name }) => name));
    const byHand = added.filter((name) => !names.has(name)).map((name): Controller => ({ name, listViews: [] }));
    const all = [...listed, ...byHand];
    if (all.length === 0)
      return [new MessageNode(t('This service has no list views. Add a controller by its name.'), this.connection)];
    if (this.#filter === '') {
      const said = this.#deps.listViews.said(this.connection).map((text) => new MessageNode(text));
      return [...said, ...firstOf(all, (controller) => new ControllerNode(this.connection, controller, this.#deps))];
    }
    const found = filterControllers(all, this.#filter);
    if (found.length === 0) return [new MessageNode(t('Nothing matches the filter.'))];
    return firstOf(found, (controller) => new ControllerNode(this.connection, controller, this.#deps, controller));
  }
}

/** Time in minutes, with the date unless it is today. */
function shortMoment(moment: number): string {
  const at = new Date(moment);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(numberLocale(), { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' });
}

class ControllerNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly item: TreeItem;
  readonly #of: Controller;
  readonly #deps: TreeDeps;
  readonly #filtered: FilteredController | undefined;

  constructor(connection: string, controller: Controller, deps: TreeDeps, filtered?: FilteredController) {
    const { name, listViews } = controller;
    this.connection = connection;
    this.controller = name;
    this.#of = controller;
    this.#deps = deps;
    this.#filtered = filtered;
    const isByHand = deps.added.get(connection).some((added) => added === this.controller);
    const of = deps.connections.get(connection);
    this.item = createTreeItem({
      label: shortName(name),
      id: `${filtered ? '=filter/' : ''}${connection}/${this.controller}`,
      contextValue: [isByHand ? 'controller added' : 'controller', ...deniedMarks(of)].join(' '),
      description: [moduleOf(name), counted(listViews.length, filtered?.of)].filter(Boolean).join(' · '),
      iconPath: new vscode.ThemeIcon('database'),
      tooltip: [this.controller, countText(filtered?.of ?? listViews.length), whyNotAllowed('add', of)],
      // expand to show the matching list views
      collapsibleState:
        filtered && !filtered.isNamed
          ? vscode.TreeItemCollapsibleState.Expanded
          : vscode.TreeItemCollapsibleState.Collapsed,
    });
  }

  async load(): Promise<void> {
    // a filter may expand many items at once, so use cached list views instead of a request for each
    if (!this.#filtered) await this.#deps.listViews.listViews(this.connection, this.#of.name);
  }

  children(): readonly TreeNode[] | undefined {
    const { name } = this.#of;
    const { listViews } = this.#deps;
    if (this.#filtered) {
      const known = new Map(listViews.known(this.connection, name).map((view) => [view.id, view]));
      return this.#lines(this.#filtered.listViews.map((view) => known.get(view.id) ?? view));
    }
    const views = listViews.listViewsRead(this.connection, name);
    if (!views) return undefined;
    const shown = views.length > 0 ? views.map(({ id }) => id) : [undefined];
    const lines = [...this.#lines(views), ...lostSearches(this.#deps, this.connection, name, shown)];
    const above = listViews.said(this.connection);
    const said = listViews.said(this.connection, name).filter((text) => !above.includes(text));
    return [...said.map((text) => new MessageNode(text)), ...lines];
  }

  #lines(views: readonly ListView[]): readonly TreeNode[] {
    if (views.length === 0) return [new PlainListNode(this.connection, this.#of.name, this.#deps)];
    return firstOf(views, (view) => new ListViewNode(this.connection, view, this.#deps, this.#filtered !== undefined));
  }
}

/** VS Code renders every item and freezes on very many. */
const maxLines = 2_000;

function firstOf<T>(all: readonly T[], line: (one: T) => TreeNode): TreeNode[] {
  const lines = all.slice(0, maxLines).map(line);
  const more = all.length - lines.length;
  if (more > 0)
    lines.push(new MessageNode(t('{0} more are not shown. Filter the view by name to find them.', formatNumber(more))));
  return lines;
}

/** A bare number would be mistaken for the record count. */
function counted(shown: number, all = shown): string {
  if (all === 0) return t('added by hand');
  return shown === all ? '' : t('{0} of {1} list views', shown, all);
}

function countText(count: number): string {
  if (count === 0) return t('Added by hand: the service has no list view for it.');
  return count === 1 ? t('1 list view') : t('{0} list views', count);
}

class ListViewNode extends AddressNode {
  declare readonly listView: string;
  /** Name for adding it to the favorites. */
  readonly name: string;
  readonly item: TreeItem;
  readonly #searches: readonly TreeNode[];

  constructor(connection: string, view: ListView, deps: TreeDeps, isFiltered: boolean) {
    super({ kind: 'listView', connection, controller: view.controller, listView: view.id });
    const { favorites, totals } = deps;
    this.name = view.name;
    this.#searches = savedSearchesOf(deps, connection, view.controller, view.id, isFiltered);
    const total = totals.get(connection, this.controller, view.id);
    const kind = favorites.has(this) ? 'listView favorite' : 'listView';
    this.item = createTreeItem({
      label: view.name,
      id: `${isFiltered ? '=filter/' : ''}${connection}/${this.controller}/${view.id}`,
      contextValue: contextValueFor(kind, this.address, deps),
      // the count first: the item's buttons cover the end
      description: [
        total === undefined ? undefined : formatNumber(total),
        view.category,
        view.isDefault ? t('default') : undefined,
      ]
        .filter((word) => word !== undefined)
        .join(' · '),
      iconPath: listViewIcon(view),
      tooltip: [
        view.name,
        view.category,
        view.isDefault ? t('The default list view') : undefined,
        view.chart ? t('Chart: {0}', view.chart) : undefined,
        total === undefined ? undefined : t('{0} records', formatNumber(total)),
        whyNoWrites(this.address, deps),
        ...accessLines(view.access),
      ],
      ...expandedIf(this.#searches),
      command: openOnClick(this.address),
    });
  }

  children(): readonly TreeNode[] {
    return this.#searches;
  }
}

/**
 * Permissions on the list view itself, in two lines at most: a tooltip covers the items below. The access lists are
 * shown unparsed, since their format isn't documented.
 */
function accessLines(access: ListView['access']): (string | undefined)[] {
  if (!access) return [];
  const said = (can: boolean | undefined, yes: string, no: string): string | undefined =>
    can === undefined ? undefined : can ? yes : no;
  const names: Readonly<Record<AccessKind, string>> = {
    comment: t('Access to comment'),
    edit: t('Access to edit'),
    tmp_edit: t('Temporary access to edit'),
    delete: t('Access to delete'),
    tmp_delete: t('Temporary access to delete'),
  };
  const rights = [
    said(access.canEdit, t('You can edit this list view.'), t("You can't edit this list view.")),
    said(access.canDelete, t('You can delete this list view.'), t("You can't delete this list view.")),
    said(access.canComment, t('You can comment on this list view.'), t("You can't comment on this list view.")),
  ];
  const lists = accessKinds.map((kind) => {
    const list = access.lists[kind];
    return list === undefined ? undefined : `${names[kind]}: ${list}`;
  });
  const line = (parts: readonly (string | undefined)[], between: string): string | undefined =>
    parts.filter((part) => part !== undefined).join(between) || undefined;
  return [line(rights, ' '), line(lists, ' · ')];
}

/** Records of a controller without list views, in the service's default list. */
class PlainListNode extends AddressNode {
  readonly item: TreeItem;
  readonly #searches: readonly TreeNode[];

  constructor(connection: string, controller: ControllerName, deps: TreeDeps) {
    super({ kind: 'listView', connection, controller, listView: undefined });
    this.#searches = savedSearchesOf(deps, connection, controller, undefined);
    const total = deps.totals.get(connection, this.controller, undefined);
    this.item = createTreeItem({
      label: t('All records'),
      id: `${connection}/${this.controller}/=default`,
      contextValue: contextValueFor('plainList', this.address, deps),
      description: total === undefined ? '' : formatNumber(total),
      iconPath: new vscode.ThemeIcon('table'),
      tooltip: [
        t("The records of {0}, in the service's default list", this.controller),
        whyNoWrites(this.address, deps),
      ],
      ...expandedIf(this.#searches),
      command: openOnClick(this.address),
    });
  }

  children(): readonly TreeNode[] {
    return this.#searches;
  }
}

const chartIcons: Readonly<Record<ChartKind, string>> = {
  line: 'graph-line',
  pie: 'pie-chart',
  bar: 'graph',
  gauge: 'dashboard',
  geo: 'globe',
  other: 'graph-scatter',
};

/** The default list view has its own color. */
export function listViewIcon({ chart, isDefault }: ListView): vscode.ThemeIcon {
  return new vscode.ThemeIcon(
    chart ? chartIcons[chart] : 'table',
    isDefault ? new vscode.ThemeColor('charts.blue') : undefined,
  );
}
