import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { controllerText } from '../model/controller.ts';
import type { ListView } from '../model/list/listView.ts';
import { listViewIcon } from './listViewIcon.ts';
import { kindOfLine, openOnClick, type TreeNode } from './treeNode.ts';
import type { TreeDeps } from './treeDeps.ts';
import { formatNumber } from '../model/formatNumber.ts';

export class ListViewNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView: string;
  /** For whoever makes it a favorite. */
  readonly name: string;
  readonly address: RecordsAddress;
  readonly item: vscode.TreeItem;

  constructor(connection: string, view: ListView, { favorites, totals, watchList }: TreeDeps, isFiltered: boolean) {
    this.connection = connection;
    this.controller = controllerText(view.controller);
    this.listView = view.id;
    this.name = view.name;
    this.address = { kind: 'listView', connection, controller: view.controller, listView: view.id };
    const total = totals.get(connection, this.controller, view.id);
    this.item = new vscode.TreeItem(view.name);
    this.item.id = `${isFiltered ? '=filter/' : ''}${connection}/${this.controller}/${view.id}`;
    const kind = favorites.has(this) ? 'listView favorite' : 'listView';
    this.item.contextValue = kindOfLine(kind, this.address, watchList);
    this.item.description = [
      view.category,
      view.isDefault ? t('default') : undefined,
      total === undefined ? undefined : formatNumber(total),
    ]
      .filter((word) => word !== undefined)
      .join(' · ');
    this.item.iconPath = listViewIcon(view);
    this.item.tooltip = [
      view.name,
      view.category,
      view.isDefault ? t('The default list view') : undefined,
      view.chart ? t('Chart: {0}', view.chart) : undefined,
      total === undefined ? undefined : t('{0} records', formatNumber(total)),
    ]
      .filter((word) => word !== undefined)
      .join('\n');
    this.item.command = openOnClick(this.address);
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
