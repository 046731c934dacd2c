import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ServiceError } from '../model/errors.ts';
import { capitalized } from '../model/sentence.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import { createCommand } from '../platform/runCommand.ts';
import type { TreeNode } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';
import { withoutFullStop } from '../model/trim.ts';

/** An item that only shows a message; if it has a connection, a click adds a controller to it. */
export class MessageNode implements TreeNode {
  readonly connection?: string;
  readonly item: TreeItem;

  constructor(sentence: string, addTo?: string) {
    if (addTo !== undefined) this.connection = addTo;
    this.item = createTreeItem({
      label: sentence,
      contextValue: 'message',
      iconPath: new vscode.ThemeIcon('info'),
      tooltip: [sentence],
      ...(addTo !== undefined && { command: createCommand('addController', t('Add Controller'), this) }),
    });
  }
}

/** Shown instead of the children: says why they couldn't be loaded and retries on click. */
export class FailureNode implements TreeNode {
  readonly connection: string;
  readonly controller?: string;
  readonly item: TreeItem;

  constructor(error: unknown, { connection = '', controller }: TreeNode) {
    this.connection = connection;
    if (controller !== undefined) this.controller = controller;
    const sentence = sentenceOf(t('Reading from the service'), error);
    const wantsToken = error instanceof ServiceError && error.code === 'notSignedIn';
    const command = wantsToken
      ? createCommand('setToken', t('Set Token'), this)
      : createCommand('retry', t('Retry'), this);
    this.item = createTreeItem({
      label: error instanceof ServiceError ? reason(error) : sentence,
      contextValue: wantsToken ? 'failure token' : 'failure',
      iconPath: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
      tooltip: [sentence, wantsToken ? t('Click to set the token.') : t('Click to try again.')],
      command,
      spoken: `${sentence} ${command.title}`,
    });
  }
}

/** Puts the reason first: the side bar is narrow, and the item's position shows what couldn't be read. */
function reason({ why, remedy }: ServiceError): string {
  const first = withoutFullStop(capitalized(why));
  return remedy === undefined ? `${first}.` : `${first}. ${remedy}`;
}

/** Shown instead of the demo after its process exited unexpectedly. */
export class DemoStoppedNode implements TreeNode {
  readonly item: TreeItem;

  constructor() {
    const sentence = t('The demo has stopped.');
    this.item = createTreeItem({
      label: sentence,
      description: t('Start again'),
      contextValue: 'demoStopped',
      iconPath: new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.warningForeground')),
      tooltip: [`${sentence} ${t('It stopped unexpectedly. Click to start it again. Its records are kept.')}`],
      command: createCommand('startDemo', t('Start Again')),
      spoken: `${sentence} ${t('Start again')}`,
    });
  }
}
