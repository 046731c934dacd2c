import * as vscode from 'vscode';
import { parseControllerName } from '../model/controller.ts';
import type { TreeItem } from '../platform/ui/views.ts';
import type { ExpansionState } from './recordsView.ts';
import { TreeLines } from './treeLines.ts';
import type { RecordsTreeState, TreeDeps, TreeNode } from './treeNode.ts';

/** Connection → controller → list view. Each level is one request, sent when it is expanded. */
export class RecordsTree extends TreeLines {
  readonly #deps: TreeDeps;
  readonly #expansion: ExpansionState;
  readonly #state: RecordsTreeState;

  constructor(deps: TreeDeps, expansion: ExpansionState) {
    const state: RecordsTreeState = { filter: '', failures: new Map() };
    super(async () => (await import('./recordLines.ts')).recordLines(deps, state, this));
    this.#deps = deps;
    this.#expansion = expansion;
    this.#state = state;
    for (const source of [
      deps.connections,
      deps.demo,
      deps.favorites,
      deps.saved,
      deps.recents,
      deps.added,
      deps.watchList,
      deps.rights,
      deps.totals,
    ])
      source.onDidChange(() => this.redraw());
    deps.connections.onDidGoStale(({ id }) => {
      this.#forgetFailures(id);
      this.redraw();
    });
    deps.requests.onDidReturn((id) => {
      this.#forgetFailures(id);
      this.redraw();
    });
  }

  get filter(): string {
    return this.#state.filter;
  }

  set filter(typed: string) {
    this.#state.filter = typed.trim();
    this.redraw();
  }

  /** Reloads one controller, one connection or everything; other items don't move or collapse. */
  refresh(connection?: string, controller?: string): void {
    const name = controller === undefined ? undefined : parseControllerName(controller);
    this.#deps.listViews.evict(connection, name);
    this.#forgetFailures(connection, name);
    this.redraw();
  }

  /** Uses the item's own id, or the id of its filtered counterpart while a filter is set. */
  override reveal(...[id, options]: Parameters<TreeLines['reveal']>): Promise<boolean> {
    return super.reveal(this.filter === '' ? id : `=filter/${id}`, options);
  }

  override getTreeItem(node: TreeNode): TreeItem {
    const item = super.getTreeItem(node);
    const isExpanded = item.id === undefined ? undefined : this.#expansion.isExpanded(item.id);
    if (isExpanded !== undefined && (item.collapsibleState ?? 0) !== vscode.TreeItemCollapsibleState.None)
      item.collapsibleState = isExpanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed;
    return item;
  }

  /** Clears the failures of everything, of a connection or of one of its controllers. */
  #forgetFailures(connection?: string, controller?: string): void {
    for (const [id, { node }] of this.#state.failures)
      if (
        (connection === undefined || node.connection === connection) &&
        (controller === undefined || node.controller === controller)
      )
        this.#state.failures.delete(id);
  }
}
