import { ServiceError } from '../model/errors.ts';
import { attention } from '../platform/attention.ts';
import { DownServices } from '../services/connections/downServices.ts';
import { type FailedRead, Retries } from '../services/connections/retries.ts';
import { AddressNode } from './addressNode.ts';
import type { LineSource } from './treeItemCache.ts';
import { DemoStoppedNode, FailureNode } from './messageNodes.ts';
import { ConnectionNode } from './serviceNodes.ts';
import {
  type RecordsTreeState,
  type TreeDeps,
  type TreeNode,
  contextValueFor,
  openOnClick,
  whyNoWrites,
} from './treeNode.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressParts } from '../model/address/address.ts';
import { type ControllerName, parseControllerName, shortName } from '../model/controller.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { Favorite } from '../services/remembered/favorites.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';
import type { Recent } from '../services/remembered/recents.ts';

/** Items of the Records view, loaded when the view is first shown. */
export function recordLines(deps: TreeDeps, state: RecordsTreeState, view: ShownView): LineSource {
  const { failures } = state;
  const down = new DownServices(deps.requests);
  askAgain(deps, view, down);
  return {
    roots: () => rootNodes(deps, state.filter, down),
    load: async (node) => {
      if (failures.has(node.item.id)) return;
      try {
        await node.load?.();
      } catch (error) {
        // canceled by a refresh, whose own result will follow
        if (error instanceof ServiceError && error.code === 'canceled') return;
        failures.set(node.item.id, { node, error });
      }
    },
    children: (node) => {
      const failed = failures.get(node.item.id);
      if (failed) return [new FailureNode(failed.error, node)];
      return node.children ? node.children() : [];
    },
  };
}

interface ShownView {
  readonly isVisible: boolean;
  redraw(): void;
}

/**
 * Redraws the view when a service goes down, and retries while the view is visible, so that the view stays accurate.
 */
function askAgain(deps: TreeDeps, view: ShownView, down: DownServices): void {
  const failed = (): FailedRead[] =>
    deps.connections.all().flatMap((connection) => {
      const failedAt = down.since(connection);
      if (failedAt === undefined) return [];
      const { id } = connection;
      const retry = async (): Promise<unknown> => (await deps.clients.get(id)).listViews();
      return [{ connection: id, error: undefined, failedAt, isVisible: view.isVisible, retry }];
    });
  const retries = new Retries(failed, { ...deps, ...attention });
  let shown = '';
  const update = (): void => {
    const now = JSON.stringify(failed().map(({ connection, failedAt }) => [connection, failedAt]));
    if (now === shown) return;
    shown = now;
    view.redraw();
    retries.update();
  };
  deps.requests.onDidChange(update);
  update();
}

function rootNodes(deps: TreeDeps, filter: string, down: DownServices): readonly TreeNode[] {
  const { connections, favorites, demo } = deps;
  const all = connections
    .all()
    .map((connection) => new ConnectionNode(connection, deps, filter, down.since(connection)));
  if (filter !== '') return all;
  return [
    ...(favorites.shown().length > 0 ? [new FavoritesNode(deps)] : []),
    // from the start, so that items don't shift when the first record is opened
    ...(all.length > 0 ? [new RecentsNode(deps)] : []),
    ...(demo.hasFailed ? [new DemoStoppedNode()] : []),
    ...all,
  ];
}

class FavoritesNode implements TreeNode {
  readonly item: TreeItem;
  readonly #deps: TreeDeps;

  constructor(deps: TreeDeps) {
    this.#deps = deps;
    this.item = createTreeItem({
      label: t('Favorites'),
      id: '=favorites',
      contextValue: 'favorites',
      description: String(deps.favorites.shown().length),
      iconPath: new vscode.ThemeIcon('star-full'),
      tooltip: [t('List views that you have marked with a star')],
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    });
  }

  children(): readonly TreeNode[] {
    return this.#deps.favorites.shown().flatMap((favorite) => FavoriteNode.create(favorite, this.#deps) ?? []);
  }
}

class FavoriteNode extends AddressNode {
  declare readonly listView: string;
  readonly name: string;
  readonly item: TreeItem;

  /** Returns undefined if the stored format is no longer supported. */
  static create(favorite: Favorite, deps: TreeDeps): FavoriteNode | undefined {
    const controller = parseControllerName(favorite.controller);
    return controller && new FavoriteNode(favorite, controller, deps);
  }

  private constructor(favorite: Favorite, controller: ControllerName, deps: TreeDeps) {
    const { connections, totals } = deps;
    const { connection, listView, name } = favorite;
    super({ kind: 'listView', connection, controller, listView });
    this.name = name;
    const known = connections.get(connection);
    const total = totals.get(connection, this.controller, listView);
    this.item = createTreeItem({
      label: name,
      id: `=favorites/${connection}/${this.controller}/${listView}`,
      contextValue: contextValueFor('listView favorite', this.address, deps),
      description: [shortName(controller), known?.name, total === undefined ? undefined : formatNumber(total)]
        .filter((word) => word !== undefined)
        .join(' · '),
      iconPath: new vscode.ThemeIcon('table', connectionThemeColor(known?.color)),
      tooltip: [name, this.controller, known?.name, whyNoWrites(this.address, deps)],
      command: openOnClick(this.address),
    });
  }
}

class RecentsNode implements TreeNode {
  readonly item: TreeItem;
  readonly #deps: TreeDeps;

  constructor(deps: TreeDeps) {
    this.#deps = deps;
    const isEmpty = deps.recents.shown().length === 0;
    this.item = createTreeItem({
      label: t('Recent'),
      id: '=recents',
      ...(isEmpty ? { description: t('nothing yet') } : { contextValue: 'recents' }),
      iconPath: new vscode.ThemeIcon('history'),
      tooltip: [t('List views and records that you opened, most recent first')],
      collapsibleState: isEmpty ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
    });
  }

  children(): readonly TreeNode[] {
    return this.#deps.recents.shown().map((recent) => new RecentNode(recent, this.#deps));
  }
}

class RecentNode extends AddressNode {
  readonly item: TreeItem;

  constructor({ address, label }: Recent, deps: TreeDeps) {
    super(address);
    const create = deps.connections.get(address.connection);
    const { path } = addressParts(address);
    const isRecord = address.kind === 'record';
    this.item = createTreeItem({
      label,
      id: `=recents/${address.connection}${path}`,
      contextValue: contextValueFor(isRecord ? 'recent record' : 'recent', address, deps),
      description: [shortName(address.controller), create?.name].filter((word) => word !== undefined).join(' · '),
      iconPath: new vscode.ThemeIcon(isRecord ? 'note' : 'table', connectionThemeColor(create?.color)),
      tooltip: [label, this.controller, create?.name, whyNoWrites(address, deps)],
      command: openOnClick(address),
    });
  }
}
