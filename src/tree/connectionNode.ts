import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Connection, isLoopback } from '../model/connection/connection.ts';
import { controllerText } from '../model/controller.ts';
import type { Controller } from '../model/list/listView.ts';
import { filterControllers } from '../model/list/listViewFilter.ts';
import { connectionShade } from '../platform/connectionShade.ts';
import { ControllerNode } from './controllerNode.ts';
import { MessageNode } from './messageNode.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeDeps } from './treeDeps.ts';

export class ConnectionNode implements TreeNode {
  readonly connection: string;
  readonly item: vscode.TreeItem;
  readonly #deps: TreeDeps;
  readonly #filter: string;

  /** An empty filter shows everything. */
  constructor(connection: Connection, deps: TreeDeps, filter: string) {
    const { id, name, baseUrl, readOnly, color } = connection;
    this.connection = id;
    this.#deps = deps;
    this.#filter = filter;
    this.item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
    this.item.id = filter === '' ? id : `=filter/${id}`;
    this.item.contextValue = `connection ${deps.connections.isKept(id) ? 'own' : 'demo'}`;
    this.item.description = [isLoopback(baseUrl) ? '' : new URL(baseUrl).host, readOnly ? t('read-only') : '']
      .filter(Boolean)
      .join(' · ');
    this.item.iconPath = new vscode.ThemeIcon(readOnly ? 'lock' : 'server', connectionShade(color));
    this.item.tooltip = [name, baseUrl, readOnly ? t('Read-only: nothing can be changed through this connection.') : '']
      .filter(Boolean)
      .join('\n');
  }

  async children(): Promise<readonly TreeNode[]> {
    const added = this.#deps.added.of(this.connection);
    const listed = await this.#deps.listViews.controllers(this.connection);
    const names = new Set(listed.map(({ name }) => controllerText(name)));
    const byHand = added
      .filter((name) => !names.has(controllerText(name)))
      .map((name): Controller => ({ name, listViews: [] }));
    const all = [...listed, ...byHand];
    if (all.length === 0)
      return [new MessageNode(t('This service has no list views. Add a controller by its name.'), this.connection)];
    if (this.#filter === '')
      return all.map((controller) => new ControllerNode(this.connection, controller, this.#deps));
    const found = filterControllers(all, this.#filter);
    if (found.length === 0) return [new MessageNode(t('Nothing here has that name.'))];
    return found.map((controller) => new ControllerNode(this.connection, controller, this.#deps, controller));
  }
}
