import * as vscode from 'vscode';
import { parseControllerName } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { ExpansionState } from './recordsView.ts';
import type { FailureNode } from './messageNodes.ts';
import type { TreeDeps, TreeNode } from './treeNode.ts';
import type { TreeItem } from '../platform/ui/views.ts';

/** Connection → controller → list view. Each level is one request, made when it is opened. */
export class RecordsTree implements vscode.TreeDataProvider<TreeNode> {
  readonly #deps: TreeDeps;
  readonly #expansion: ExpansionState;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  /** The lines as VS Code knows them, by the id of their items. */
  readonly #lines = new Map<string, TreeNode>();
  readonly #parents = new WeakMap<TreeNode, TreeNode>();
  /** Why there is nothing below these lines. A service that is down is not asked again just because they are drawn anew. */
  readonly #failures = new Map<TreeNode['item']['id'], { readonly node: TreeNode; readonly error: unknown }>();
  readonly onDidChangeTreeData = this.#changed.event;
  #filter = '';

  constructor(deps: TreeDeps, expansion: ExpansionState) {
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
    ])
      source.onDidChange(() => this.#redraw());
    deps.connections.onDidGoStale(({ id }) => this.#forgetFailures(id));
    deps.requests.onDidReturn((id) => {
      if (this.#forgetFailures(id)) this.#redraw();
    });
    deps.totals.onDidChange(({ connection, controller }) => {
      for (const id of [`${connection}/${controller}`, `=filter/${connection}/${controller}`, '=favorites'])
        if (this.#lines.has(id)) this.#redraw(id);
    });
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(typed: string) {
    this.#filter = typed.trim();
    this.#redraw();
  }

  /** Asks the service again for one controller, one connection or everything; nothing else moves or closes. */
  refresh(connection?: string, controller?: string): void {
    const name = controller === undefined ? undefined : parseControllerName(controller);
    this.#deps.listViews.forget(connection, name);
    this.#forgetFailures(connection, name);
    const prefix = this.#filter === '' ? '' : '=filter/';
    this.#redraw(connection && `${prefix}${[connection, ...(name ? [controller] : [])].join('/')}`);
  }

  getTreeItem({ item }: TreeNode): TreeItem {
    const isExpanded = item.id === undefined ? undefined : this.#expansion.isExpanded(item.id);
    if (isExpanded !== undefined && (item.collapsibleState ?? 0) !== vscode.TreeItemCollapsibleState.None)
      item.collapsibleState = isExpanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed;
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const { FailureNode, rootNodes } = await import('./rootNodes.ts');
    const children = node ? await this.#below(node, FailureNode) : rootNodes(this.#deps, this.#filter);
    if (!node) this.#lines.clear();
    for (const child of children) {
      if (child.item.id !== undefined) this.#lines.set(child.item.id, child);
      if (node) this.#parents.set(child, node);
    }
    return [...children];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node);
  }

  /** The line with this id, whether or not VS Code has asked for it; undefined where there is none. */
  async find(id: string): Promise<TreeNode | undefined> {
    const { FailureNode: Failure, findLine, rootNodes } = await import('./rootNodes.ts');
    return findLine(id, rootNodes(this.#deps, this.#filter), async (node) => {
      const lines = await this.#below(node, Failure);
      for (const line of lines) this.#parents.set(line, node);
      return lines;
    });
  }

  async #below(node: TreeNode, Failure: typeof FailureNode): Promise<readonly TreeNode[]> {
    const failed = this.#failures.get(node.item.id);
    if (failed) return [new Failure(failed.error, node)];
    try {
      return await node.children();
    } catch (error) {
      // someone has asked again meanwhile, and that answer is on its way
      if (error instanceof ServiceError && error.code === 'canceled') return [];
      this.#failures.set(node.item.id, { node, error });
      return [new Failure(error, node)];
    }
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

  #redraw(id?: string): void {
    this.#changed.fire(id === undefined ? undefined : this.#lines.get(id));
  }
}
