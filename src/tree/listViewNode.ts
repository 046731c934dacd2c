import * as vscode from 'vscode';
import type { Connection } from '../model/connection.ts';
import { controllerText } from '../model/controller.ts';
import type { ChartKind, ListView } from '../model/listView.ts';
import type { TreeNode } from './treeNode.ts';

const chartIcons: Readonly<Record<ChartKind, string>> = {
  line: 'graph-line',
  pie: 'pie-chart',
  bar: 'graph',
  gauge: 'dashboard',
  geo: 'globe',
  other: 'graph-scatter',
};

export class ListViewNode implements TreeNode {
  readonly item: vscode.TreeItem;

  constructor(connection: Connection, view: ListView) {
    this.item = new vscode.TreeItem(view.name);
    this.item.id = `${connection.id}/${controllerText(view.controller)}/${view.id}`;
    this.item.contextValue = 'listView';
    this.item.description = [view.category, view.isDefault ? 'default' : undefined]
      .filter((word) => word !== undefined)
      .join(' · ');
    this.item.iconPath = new vscode.ThemeIcon(
      view.chart ? chartIcons[view.chart] : view.isDefault ? 'star-full' : 'table',
    );
    this.item.tooltip = [view.name, view.category, view.chart ? `Chart: ${view.chart}` : undefined]
      .filter((word) => word !== undefined)
      .join('\n');
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
