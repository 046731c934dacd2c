import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { FavouriteNode } from './favouriteNode.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeParts } from './treeParts.ts';

export class FavouritesNode implements TreeNode {
  readonly item: vscode.TreeItem;
  readonly #parts: TreeParts;

  constructor(parts: TreeParts) {
    this.#parts = parts;
    this.item = new vscode.TreeItem(t('Favourites'), vscode.TreeItemCollapsibleState.Collapsed);
    this.item.id = '=favourites';
    this.item.contextValue = 'favourites';
    this.item.description = String(parts.favourites.shown().length);
    this.item.iconPath = new vscode.ThemeIcon('star-full');
    this.item.tooltip = t('List views that you have marked with a star');
  }

  async children(): Promise<readonly TreeNode[]> {
    return this.#parts.favourites.shown().flatMap((favourite) => FavouriteNode.of(favourite, this.#parts) ?? []);
  }
}
