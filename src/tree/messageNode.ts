import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';

/** A line that only says something. */
export class MessageNode implements TreeNode {
  readonly item: vscode.TreeItem;

  constructor(sentence: string) {
    this.item = new vscode.TreeItem(sentence);
    this.item.contextValue = 'message';
    this.item.iconPath = new vscode.ThemeIcon('info');
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
