import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ServiceError } from '../model/errors.ts';
import { capitalized } from '../model/sentence.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import { createCommand } from '../platform/runCommand.ts';
import type { TreeNode } from './treeNode.ts';

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

/** Stands where the children would, says why they are not there, and tries again when it is clicked. */
export class FailureNode implements TreeNode {
  readonly connection: string;
  readonly controller?: string;
  readonly item: vscode.TreeItem;

  constructor(error: unknown, { connection = '', controller }: TreeNode) {
    this.connection = connection;
    if (controller !== undefined) this.controller = controller;
    const sentence = sentenceOf(t('Reading from the service'), error);
    const wantsToken = error instanceof ServiceError && error.code === 'notSignedIn';
    this.item = new vscode.TreeItem(error instanceof ServiceError ? reason(error) : sentence);
    this.item.contextValue = wantsToken ? 'failure token' : 'failure';
    this.item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    this.item.tooltip = `${sentence}\n${wantsToken ? t('Click to set the token.') : t('Click to try again.')}`;
    this.item.command = wantsToken
      ? createCommand('setToken', t('Set Token'), this)
      : createCommand('retry', t('Retry'), this);
    this.item.accessibilityInformation = { label: `${sentence} ${this.item.command.title}`, role: 'treeitem' };
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}

/** A side bar is narrow, and what could not be read is plain from where the line stands: the reason comes first. */
function reason({ why, remedy }: ServiceError): string {
  const first = capitalized(why).replace(/[.\s]+$/, '');
  return remedy === undefined ? `${first}.` : `${first}. ${remedy}`;
}

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
