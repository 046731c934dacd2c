import * as vscode from 'vscode';
import type { Connections } from '../services/connections/connections.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import type { TreeNode } from './treeNode.ts';
import type { TreeItem } from '../platform/ui/views.ts';

/** Many requests may come at once: they are drawn together. */
const pauseMs = 200;

/** The requests of this window, the latest first. */
export class RequestsTree implements vscode.TreeDataProvider<TreeNode> {
  readonly #history: RequestHistory;
  readonly #connections: Pick<Connections, 'get'>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(history: RequestHistory, connections: Pick<Connections, 'get' | 'onDidChange'>) {
    this.#history = history;
    this.#connections = connections;
    const drawSoon = (): void => {
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined;
        this.#changed.fire();
      }, pauseMs);
    };
    history.onDidChange(drawSoon);
    connections.onDidChange(drawSoon);
  }

  getTreeItem({ item }: TreeNode): TreeItem {
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node) return [...(await node.children())];
    const { RequestNode } = await import('./requestNodes.ts');
    return this.#history.all().map((request) => {
      // as it is called now, or was while it was there
      const name = this.#connections.get(request.connection)?.name ?? request.connectionName;
      return new RequestNode(request, name);
    });
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#changed.dispose();
  }
}
