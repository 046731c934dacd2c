import * as vscode from 'vscode';
import type { Connection } from '../model/connection.ts';
import { controllerText } from '../model/controller.ts';
import type { Controller } from '../model/listView.ts';
import type { Clients } from '../services/clients.ts';
import { ListViewNode } from './listViewNode.ts';
import type { TreeNode } from './treeNode.ts';

export class ControllerNode implements TreeNode {
  readonly item: vscode.TreeItem;
  readonly #connection: Connection;
  readonly #controller: Controller;
  readonly #clients: Clients;

  constructor(connection: Connection, controller: Controller, clients: Clients) {
    this.#connection = connection;
    this.#controller = controller;
    this.#clients = clients;
    const { name } = controller;
    this.item = new vscode.TreeItem(name.controller, vscode.TreeItemCollapsibleState.Collapsed);
    this.item.id = `${connection.id}/${controllerText(name)}`;
    this.item.contextValue = 'controller';
    this.item.description = name.module;
    this.item.iconPath = new vscode.ThemeIcon('database');
    this.item.tooltip = controllerText(name);
  }

  async children(): Promise<readonly TreeNode[]> {
    const client = await this.#clients.get(this.#connection.id);
    const inFull = await client.listViews(this.#controller.name);
    // the full answer knows the charts, the first one the categories
    const categories = new Map(this.#controller.listViews.map((view) => [view.id, view.category]));
    return inFull.map(
      (view) => new ListViewNode(this.#connection, { ...view, category: view.category ?? categories.get(view.id) }),
    );
  }
}
