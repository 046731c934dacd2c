import * as vscode from 'vscode';
import { parseControllerName } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { TreeItem } from '../platform/ui/views.ts';
import type { ExpansionState } from './recordsView.ts';
import { TreeLines } from './treeLines.ts';
import type { TreeDeps, TreeNode } from './treeNode.ts';

/** Connection → controller → list view. Each level is one request, made when it is opened. */
export class RecordsTree extends TreeLines {
  readonly #deps: TreeDeps;
  readonly #expansion: ExpansionState;
  /** Why there is nothing below these lines. A service that is down is not asked again just because they are redrawn. */
  readonly #failures = new Map<TreeNode['item']['id'], { readonly node: TreeNode; readonly error: unknown }>();
  #nodes: typeof import('./rootNodes.ts') | undefined;
  #filter = '';

  constructor(deps: TreeDeps, expansion: ExpansionState) {
    super();
    this.#deps = deps;
    this.#expansion = expansion;
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
      if (this.#forgetFailures(id)) this.redraw();
    });
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(typed: string) {
    this.#filter = typed.trim();
    this.redraw();
  }

  /** Asks the service again for one controller, one connection or everything; nothing else moves or closes. */
  refresh(connection?: string, controller?: string): void {
    const name = controller === undefined ? undefined : parseControllerName(controller);
    this.#deps.listViews.forget(connection, name);
    this.#forgetFailures(connection, name);
    this.redraw();
  }

  /** By its id without a filter; with one, the line that stands for it there. */
  override reveal(...[id, options]: Parameters<TreeLines['reveal']>): Promise<boolean> {
    return super.reveal(this.#filter === '' ? id : `=filter/${id}`, options);
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

  protected override async loadRoots(): Promise<void> {
    this.#nodes ??= await import('./rootNodes.ts');
  }

  protected override roots(): readonly TreeNode[] | undefined {
    return this.#nodes?.rootNodes(this.#deps, this.#filter);
  }

  protected override async loadChildren(node: TreeNode): Promise<void> {
    if (this.#failures.has(node.item.id)) return;
    try {
      await node.load?.();
    } catch (error) {
      // canceled by a refresh, whose own answer is on its way
      if (error instanceof ServiceError && error.code === 'canceled') return;
      this.#failures.set(node.item.id, { node, error });
    }
  }

  protected override childrenOf(node: TreeNode): readonly TreeNode[] | undefined {
    const failed = this.#failures.get(node.item.id);
    return failed && this.#nodes ? [new this.#nodes.FailureNode(failed.error, node)] : super.childrenOf(node);
  }

  /** Of everything, of a connection or of one of its controllers. Answers whether there were any. */
  #forgetFailures(connection?: string, controller?: string): boolean {
    const found = [...this.#failures].filter(
      ([, { node }]) =>
        (connection === undefined || node.connection === connection) &&
        (controller === undefined || node.controller === controller),
    );
    for (const [id] of found) this.#failures.delete(id);
    return found.length > 0;
  }
}
