import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';
import { createCommand } from '../platform/runCommand.ts';

/** A line that only says something; with a connection, a click adds a controller to it. */
export class MessageNode implements TreeNode {
  readonly connection?: string;
  readonly item: vscode.TreeItem;

  constructor(sentence: string, addTo?: string) {
    this.item = new vscode.TreeItem(sentence);
    this.item.contextValue = 'message';
    this.item.iconPath = new vscode.ThemeIcon('info');
    this.item.tooltip = sentence;
    if (addTo === undefined) return;
    this.connection = addTo;
    this.item.command = createCommand('addController', t('Add Controller'), this);
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
