import * as vscode from 'vscode';
import { type Connection, isLoopback } from '../model/connection.ts';
import { controllersOf } from '../model/listView.ts';
import type { Clients } from '../services/clients.ts';
import { ControllerNode } from './controllerNode.ts';
import { MessageNode } from './messageNode.ts';
import type { TreeNode } from './treeNode.ts';

export class ConnectionNode implements TreeNode {
  readonly connection: Connection;
  readonly item: vscode.TreeItem;
  readonly #clients: Clients;

  constructor(connection: Connection, clients: Clients) {
    this.connection = connection;
    this.#clients = clients;
    this.item = new vscode.TreeItem(connection.name, vscode.TreeItemCollapsibleState.Expanded);
    this.item.id = connection.id;
    this.item.contextValue = connection.id === 'demo' ? 'connection demo' : 'connection';
    this.item.description = [
      isLoopback(connection.baseUrl) ? '' : new URL(connection.baseUrl).host,
      connection.readOnly ? 'read-only' : '',
    ]
      .filter(Boolean)
      .join(' · ');
    this.item.iconPath = new vscode.ThemeIcon(connection.readOnly ? 'lock' : 'server');
    this.item.tooltip = `${connection.name}\n${connection.baseUrl}${connection.readOnly ? '\nRead-only: nothing can be changed through this connection.' : ''}`;
  }

  async children(): Promise<readonly TreeNode[]> {
    const client = await this.#clients.get(this.connection.id);
    const controllers = controllersOf(await client.listViews());
    if (controllers.length === 0) return [new MessageNode('This service has no list views.')];
    return controllers.map((controller) => new ControllerNode(this.connection, controller, this.#clients));
  }
}
