import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressParts, type RecordsAddress } from '../model/address/address.ts';
import { shortName } from '../model/controller.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { Recent } from '../services/remembered/recents.ts';
import { contextValueFor, openOnClick, type TreeDeps, type TreeNode, whyNoWrites } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

export class RecentsNode implements TreeNode {
  readonly item: TreeItem;
  readonly #deps: TreeDeps;

  constructor(deps: TreeDeps) {
    this.#deps = deps;
    const isEmpty = deps.recents.shown().length === 0;
    this.item = createTreeItem({
      label: t('Recent'),
      id: '=recents',
      ...(isEmpty ? { description: t('nothing yet') } : { contextValue: 'recents' }),
      iconPath: new vscode.ThemeIcon('history'),
      tooltip: [t('List views and records that you have opened, the latest first')],
      collapsibleState: isEmpty ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
    });
  }

  children(): readonly TreeNode[] {
    return this.#deps.recents.shown().map((recent) => new RecentNode(recent, this.#deps));
  }
}

class RecentNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string;
  /** Of the record, if it is one. */
  readonly id?: string;
  readonly address: RecordsAddress;
  readonly item: TreeItem;

  constructor({ address, label }: Recent, deps: TreeDeps) {
    const of = deps.connections.get(address.connection);
    const { path } = addressParts(address);
    this.connection = address.connection;
    this.controller = address.controller;
    if (address.kind === 'listView' && address.listView !== undefined) this.listView = address.listView;
    if (address.kind === 'record') this.id = address.id;
    this.address = address;
    const isRecord = address.kind === 'record';
    this.item = createTreeItem({
      label,
      id: `=recents/${address.connection}${path}`,
      contextValue: contextValueFor(isRecord ? 'recent record' : 'recent', address, deps),
      description: [shortName(address.controller), of?.name].filter((word) => word !== undefined).join(' · '),
      iconPath: new vscode.ThemeIcon(isRecord ? 'note' : 'table', connectionThemeColor(of?.color)),
      tooltip: [label, this.controller, of?.name, whyNoWrites(address, deps)],
      command: openOnClick(address),
    });
  }
}
