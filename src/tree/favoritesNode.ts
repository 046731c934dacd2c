import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { FavoriteNode } from './favoriteNode.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeDeps } from './treeDeps.ts';

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
