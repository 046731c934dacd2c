import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { sentenceOf } from '../platform/errors.ts';
import type { TreeNode } from './treeNode.ts';

/** Stands where the children would, says why they are not there, and tries again when it is clicked. */
export class FailureNode implements TreeNode {
  readonly item: vscode.TreeItem;

  constructor(error: unknown, parent: TreeNode) {
    const sentence = sentenceOf('Reading from the service', error);
    this.item = new vscode.TreeItem('Retry');
    this.item.description = sentence;
    this.item.contextValue = 'failure';
    this.item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    this.item.tooltip = sentence;
    this.item.accessibilityInformation = { label: `${sentence} Retry`, role: 'treeitem' };
    this.item.command = { command: commands.refresh, title: 'Retry', arguments: [parent] };
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
