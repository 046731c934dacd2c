import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { type ControllerName, parseControllerName, shortName } from '../model/controller.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { Favorite } from '../services/remembered/favorites.ts';
import { contextValueFor, openOnClick, type TreeDeps, type TreeNode } from './treeNode.ts';

export class FavoritesNode implements TreeNode {
  readonly item: vscode.TreeItem;
  readonly #deps: TreeDeps;

  constructor(deps: TreeDeps) {
    this.#deps = deps;
    this.item = new vscode.TreeItem(t('Favorites'), vscode.TreeItemCollapsibleState.Collapsed);
    this.item.id = '=favorites';
    this.item.contextValue = 'favorites';
    this.item.description = String(deps.favorites.shown().length);
    this.item.iconPath = new vscode.ThemeIcon('star-full');
    this.item.tooltip = t('List views that you have marked with a star');
  }

  async children(): Promise<readonly TreeNode[]> {
    return this.#deps.favorites.shown().flatMap((favorite) => FavoriteNode.of(favorite, this.#deps) ?? []);
  }
}

class FavoriteNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
  readonly name: string;
  readonly address: RecordsAddress;
  readonly item: vscode.TreeItem;

  /** Undefined for one that was kept in a form that is no longer understood. */
  static of(favorite: Favorite, deps: TreeDeps): FavoriteNode | undefined {
    const controller = parseControllerName(favorite.controller);
    return controller && new FavoriteNode(favorite, controller, deps);
  }

  private constructor(favorite: Favorite, controller: ControllerName, { connections, totals, watchList }: TreeDeps) {
    const { connection, listView, name } = favorite;
    this.connection = connection;
    this.controller = controller;
    this.listView = listView;
    this.name = name;
    this.address = { kind: 'listView', connection, controller, listView };
    const of = connections.get(connection);
    const total = totals.get(connection, this.controller, listView);
    this.item = new vscode.TreeItem(name);
    this.item.id = `=favorites/${connection}/${this.controller}/${listView}`;
    this.item.contextValue = contextValueFor('listView favorite', this.address, watchList);
    this.item.description = [shortName(controller), of?.name, total === undefined ? undefined : formatNumber(total)]
      .filter((word) => word !== undefined)
      .join(' · ');
    this.item.iconPath = new vscode.ThemeIcon('table', connectionThemeColor(of?.color));
    this.item.tooltip = [name, this.controller, of?.name].join('\n');
    this.item.command = openOnClick(this.address);
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
