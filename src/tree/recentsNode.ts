import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { RecentNode } from './recentNode.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeDeps } from './treeDeps.ts';

export class RecentsNode implements TreeNode {
  readonly item: vscode.TreeItem;
  readonly #deps: TreeDeps;

  constructor(deps: TreeDeps) {
    this.#deps = deps;
    this.item = new vscode.TreeItem(t('Recent'), vscode.TreeItemCollapsibleState.Collapsed);
    this.item.id = '=recents';
    this.item.contextValue = 'recents';
    this.item.iconPath = new vscode.ThemeIcon('history');
    this.item.tooltip = t('List views and records that you have opened, the latest first');
  }

  async children(): Promise<readonly TreeNode[]> {
    return this.#deps.recents.shown().map((recent) => new RecentNode(recent, this.#deps));
  }
}
