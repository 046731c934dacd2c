import { formatNumber } from '../model/formatNumber.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { type ControllerName, controllerText } from '../model/controller.ts';
import { kindOfLine, openOnClick, type TreeNode } from './treeNode.ts';
import type { TreeDeps } from './treeDeps.ts';

/** The records of a controller that has no list view, as the service lists them by itself. */
export class PlainListNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly address: RecordsAddress;
  readonly item: vscode.TreeItem;

  constructor(connection: string, controller: ControllerName, { totals, watchList }: TreeDeps) {
    this.connection = connection;
    this.controller = controllerText(controller);
    this.address = { kind: 'listView', connection, controller, listView: undefined };
    this.item = new vscode.TreeItem(t('All records'));
    this.item.id = `${connection}/${this.controller}/=default`;
    this.item.contextValue = kindOfLine('plainList', this.address, watchList);
    const total = totals.get(connection, this.controller, undefined);
    this.item.description = total === undefined ? '' : formatNumber(total);
    this.item.iconPath = new vscode.ThemeIcon('table');
    this.item.tooltip = t('The records of {0}, as the service lists them by itself', this.controller);
    this.item.command = openOnClick(this.address);
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
