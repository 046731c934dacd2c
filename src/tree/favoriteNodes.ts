import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { type ControllerName, parseControllerName, shortName } from '../model/controller.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { Favorite } from '../services/remembered/favorites.ts';
import { contextValueFor, openOnClick, type TreeDeps, type TreeNode, whyNoWrites } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

export class FavoritesNode implements TreeNode {
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
    return this.#deps.favorites.shown().flatMap((favorite) => FavoriteNode.of(favorite, this.#deps) ?? []);
  }
}

class FavoriteNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
  readonly name: string;
  readonly address: RecordsAddress;
  readonly item: TreeItem;

  /** Undefined for one that was kept in a form that is no longer understood. */
  static of(favorite: Favorite, deps: TreeDeps): FavoriteNode | undefined {
    const controller = parseControllerName(favorite.controller);
    return controller && new FavoriteNode(favorite, controller, deps);
  }

  private constructor(favorite: Favorite, controller: ControllerName, deps: TreeDeps) {
    const { connections, totals } = deps;
    const { connection, listView, name } = favorite;
    this.connection = connection;
    this.controller = controller;
    this.listView = listView;
    this.name = name;
    this.address = { kind: 'listView', connection, controller, listView };
    const of = connections.get(connection);
    const total = totals.get(connection, this.controller, listView);
    this.item = createTreeItem({
      label: name,
      id: `=favorites/${connection}/${this.controller}/${listView}`,
      contextValue: contextValueFor('listView favorite', this.address, deps),
      description: [shortName(controller), of?.name, total === undefined ? undefined : formatNumber(total)]
        .filter((word) => word !== undefined)
        .join(' · '),
      iconPath: new vscode.ThemeIcon('table', connectionThemeColor(of?.color)),
      tooltip: [name, this.controller, of?.name, whyNoWrites(this.address, deps)],
      command: openOnClick(this.address),
    });
  }
}
