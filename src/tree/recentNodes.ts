import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressParts, type RecordsAddress } from '../model/address/address.ts';
import { shortName } from '../model/controller.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { Recent } from '../services/remembered/recents.ts';
import { contextValueFor, openOnClick, type TreeDeps, type TreeNode } from './treeNode.ts';

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

class RecentNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string;
  /** Of the record, if it is one. */
  readonly id?: string;
  readonly address: RecordsAddress;
  readonly item: vscode.TreeItem;

  constructor({ address, label }: Recent, { connections, watchList }: TreeDeps) {
    const of = connections.get(address.connection);
    const { path } = addressParts(address);
    this.connection = address.connection;
    this.controller = address.controller;
    if (address.kind === 'listView' && address.listView !== undefined) this.listView = address.listView;
    if (address.kind === 'record') this.id = address.id;
    this.address = address;
    this.item = new vscode.TreeItem(label);
    this.item.id = `=recents/${address.connection}${path}`;
    this.item.contextValue = contextValueFor(
      address.kind === 'record' ? 'recent record' : 'recent',
      address,
      watchList,
    );
    this.item.description = [shortName(address.controller), of?.name].filter((word) => word !== undefined).join(' · ');
    this.item.iconPath = new vscode.ThemeIcon(
      address.kind === 'record' ? 'note' : 'table',
      connectionThemeColor(of?.color),
    );
    this.item.tooltip = [label, this.controller, of?.name].join('\n');
    this.item.command = openOnClick(address);
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
