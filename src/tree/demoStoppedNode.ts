import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';
import { createCommand } from '../platform/runCommand.ts';

/** Stands where the demo was when its process ended without being asked to. */
export class DemoStoppedNode implements TreeNode {
  readonly item: vscode.TreeItem;

  constructor() {
    const sentence = t('The demo has stopped.');
    this.item = new vscode.TreeItem(sentence);
    this.item.description = t('Start again');
    this.item.contextValue = 'demoStopped';
    this.item.iconPath = new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.warningForeground'));
    this.item.tooltip = `${sentence} ${t('It was not asked to. Click to start it again: its records are kept.')}`;
    this.item.command = createCommand('startDemo', t('Start Again'));
    this.item.accessibilityInformation = { label: `${sentence} ${this.item.description}`, role: 'treeitem' };
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
