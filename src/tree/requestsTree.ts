import * as vscode from 'vscode';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { RequestNode } from './requestNode.ts';

/** Many requests may come at once: they are drawn together. */
const pauseMs = 200;

/** The requests of this window, the latest first. */
export class RequestsTree implements vscode.TreeDataProvider<RequestNode> {
  readonly #history: RequestHistory;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(history: RequestHistory) {
    this.#history = history;
    history.onDidChange(() => {
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined;
        this.#changed.fire();
      }, pauseMs);
    });
  }

  getTreeItem({ item }: RequestNode): vscode.TreeItem {
    return item;
  }

  getChildren(node?: RequestNode): RequestNode[] {
    return node ? [] : this.#history.all().map((request) => new RequestNode(request));
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#changed.dispose();
  }
}
