import * as vscode from 'vscode';
import type { TreeItem } from '../platform/ui/views.ts';
import type { TreeItemCache, LineSource } from './treeItemCache.ts';
import type { TreeNode } from './treeNode.ts';

/**
 * The items of a view. VS Code mixes up the children of items that are replaced while it is still requesting others
 * (microsoft/vscode#192055). So an item stays the same object as long as its id exists, a redraw names only items that
 * differ from what VS Code was given, and nothing is redrawn or revealed before VS Code shows the view.
 */
export class TreeLines implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #load: () => Promise<LineSource>;
  readonly #changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #loading: Promise<TreeItemCache> | undefined;
  #lines: TreeItemCache | undefined;
  #view: vscode.TreeView<TreeNode> | undefined;
  #isStale = false;

  /** Loads the source when VS Code requests the first item. */
  constructor(load: () => Promise<LineSource>) {
    this.#load = load;
  }

  createView(
    id: string,
    options: Omit<vscode.TreeViewOptions<TreeNode>, 'treeDataProvider'> = {},
  ): vscode.TreeView<TreeNode> {
    const view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
    this.#view = view;
    view.onDidChangeVisibility(() => {
      if (this.#isStale) this.redraw();
    });
    return view;
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  /** Makes VS Code refresh the changed items; for a hidden view, once it is shown. */
  redraw(): void {
    this.#isStale = this.#view?.visible === false;
    const changed = this.#isStale ? [] : (this.#lines?.takeChanged() ?? []);
    const lines = changed.filter((line) => line !== undefined);
    if (lines.length < changed.length) this.#changed.fire(undefined);
    else if (lines.length > 0) this.#changed.fire(lines);
  }

  /** Selects the item with this id once VS Code has it; false if there is none. */
  async reveal(id: string, options: Parameters<TreeItemCache['reveal']>[2]): Promise<boolean> {
    return this.#view !== undefined && (await this.#loaded()).reveal(id, this.#view, options);
  }

  getTreeItem(node: TreeNode): TreeItem {
    return this.#lines?.giveItem(node) ?? node.item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return (await this.#loaded()).giveChildren(node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#lines?.parentOf(node);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#view?.dispose();
  }

  #loaded(): Promise<TreeItemCache> {
    this.#loading ??= (async () => {
      const { TreeItemCache: Lines } = await import('./treeItemCache.ts');
      return (this.#lines = new Lines(await this.#load()));
    })();
    return this.#loading;
  }
}
