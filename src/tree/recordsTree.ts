import * as vscode from 'vscode';
import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import { ConnectionNode } from './connectionNode.ts';
import { FailureNode } from './failureNode.ts';
import type { TreeNode } from './treeNode.ts';

/** Connection → controller → list view. Each level is one request, made when it is opened. */
export class RecordsTree implements vscode.TreeDataProvider<TreeNode> {
  readonly #connections: Connections;
  readonly #clients: Clients;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(connections: Connections, clients: Clients) {
    this.#connections = connections;
    this.#clients = clients;
    connections.onDidChange(() => this.refresh());
  }

  refresh(node?: TreeNode): void {
    this.#changed.fire(node);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return node.item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) return this.#connections.all().map((connection) => new ConnectionNode(connection, this.#clients));
    try {
      return [...(await node.children())];
    } catch (error) {
      return [new FailureNode(error, node)];
    }
  }
}
