import * as vscode from 'vscode';
import type { TreeItem } from '../platform/ui/views.ts';
import type { TreeNode } from './treeNode.ts';

/** Longer than VS Code takes to show a view, however busy it is. */
const revealPatienceMs = 10_000;

/**
 * The lines of one view. VS Code mixes up the children of lines that are replaced while it still asks for others
 * (microsoft/vscode#192055), so a line stays the same object as long as its id exists, a redraw names only the lines
 * that differ from what VS Code was given, and nothing is redrawn or revealed before VS Code shows the view.
 */
export abstract class TreeLines implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly #given = new vscode.EventEmitter<void>();
  /** By id, parents before their children. */
  readonly #lines = new Map<string, TreeNode>();
  readonly #parents = new WeakMap<TreeNode, TreeNode>();
  /** The ids that VS Code was given below a line, or on the first level. */
  readonly #givenBelow = new Map<TreeNode | undefined, string>();
  /** What each line looked like when VS Code was given it. */
  readonly #givenLooks = new WeakMap<TreeNode, string>();
  #view: vscode.TreeView<TreeNode> | undefined;
  #isStale = false;
  readonly onDidChangeTreeData = this.#changed.event;

  /** The first level, as far as it is known; undefined before `loadRoots`. */
  protected abstract roots(): readonly TreeNode[] | undefined;
  protected abstract loadRoots(): Promise<void>;

  protected childrenOf(node: TreeNode): readonly TreeNode[] | undefined {
    return node.children ? node.children() : [];
  }

  protected async loadChildren(node: TreeNode): Promise<void> {
    await node.load?.();
  }

  createView(
    id: string,
    options: Omit<vscode.TreeViewOptions<TreeNode>, 'treeDataProvider'>,
  ): vscode.TreeView<TreeNode> {
    const view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
    this.#view = view;
    view.onDidChangeVisibility(() => {
      if (this.#isStale) this.redraw();
    });
    return view;
  }

  /** Has VS Code ask again for the lines that changed; for a hidden view, once it is shown. */
  redraw(): void {
    this.#isStale = this.#view?.visible === false;
    if (this.#isStale) return;
    const changed = this.#changedBelow(undefined);
    for (const line of changed) this.#givenBelow.delete(line);
    if (changed.includes(undefined)) this.#changed.fire(undefined);
    else if (changed.length > 0) this.#changed.fire(changed.filter((line) => line !== undefined));
  }

  /** Selects the line with this id; false when there is none. */
  async reveal(id: string, options: Parameters<vscode.TreeView<TreeNode>['reveal']>[1]): Promise<boolean> {
    const line = await this.find(id);
    const view = this.#view;
    if (!line || !view) return false;
    let top = line;
    for (let above = this.getParent(top); above; above = this.getParent(top)) top = above;
    const isThere = (): boolean => view.visible && this.#givenLooks.has(top);
    if (!(await happens(isThere, [view.onDidChangeVisibility, this.#given.event]))) return false;
    return view.reveal(line, options).then(
      () => true,
      () => false,
    );
  }

  getTreeItem(node: TreeNode): TreeItem {
    this.#givenLooks.set(node, lookOf(node));
    this.#given.fire();
    return node.item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    // until it is answered there is nothing to compare: the answer shows the state at its own time
    this.#givenBelow.delete(node);
    const lines = this.#adopt(await this.#read(node), node);
    this.#dropOthers(lines, node);
    this.#givenBelow.set(node, idsOf(lines));
    return lines;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node);
  }

  /** The line with this id, whether or not VS Code has asked for it; undefined where there is none. */
  async find(id: string): Promise<TreeNode | undefined> {
    let line: TreeNode | undefined;
    do {
      const below = this.#adopt(await this.#read(line), line);
      line = below.find(({ item }) => `${id}/`.startsWith(`${item.id}/`));
    } while (line && line.item.id !== id);
    return line;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#given.dispose();
    this.#view?.dispose();
  }

  async #read(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    for (;;) {
      await (node ? this.loadChildren(node) : this.loadRoots());
      const found = node ? this.childrenOf(node) : this.roots();
      // undefined when it went stale while it was being loaded
      if (found) return found;
    }
  }

  /** Updates the lines that exist already, rather than replacing them. */
  #adopt(fresh: readonly TreeNode[], parent: TreeNode | undefined): TreeNode[] {
    const lines = new Set<TreeNode>();
    for (const node of fresh) {
      const id = node.item.id ?? `${parent?.item.id ?? ''}/=${textOf(node.item.label)}`;
      const line = this.#lines.get(id) ?? node;
      Object.assign(line, node, { children: node.children?.bind(node), load: node.load?.bind(node) });
      Object.assign(line.item, { id });
      this.#lines.set(id, line);
      if (parent) this.#parents.set(line, parent);
      lines.add(line);
    }
    return [...lines];
  }

  #dropOthers(lines: readonly TreeNode[], parent: TreeNode | undefined): void {
    const kept = new Set(lines);
    const gone = new Set<TreeNode | undefined>();
    for (const [id, line] of this.#lines) {
      const above = this.#parents.get(line);
      if (!gone.has(above) && (above !== parent || kept.has(line))) continue;
      gone.add(line);
      this.#lines.delete(id);
      this.#givenBelow.delete(line);
    }
  }

  /** The lines whose own look or whose children differ from what VS Code was given; undefined is the first level. */
  #changedBelow(parent: TreeNode | undefined): (TreeNode | undefined)[] {
    const given = this.#givenBelow.get(parent);
    if (given === undefined) return [];
    const fresh = parent ? this.childrenOf(parent) : this.roots();
    if (!fresh) return [parent];
    const lines = this.#adopt(fresh, parent);
    if (idsOf(lines) !== given) return [parent];
    return lines.flatMap((line) => (lookOf(line) === this.#givenLooks.get(line) ? this.#changedBelow(line) : [line]));
  }
}

function idsOf(lines: readonly TreeNode[]): string {
  return JSON.stringify(lines.map(({ item }) => item.id));
}

/** All that a line shows. Whether it is expanded is for the person to decide, and where it leads follows from its id. */
function lookOf({ item }: TreeNode): string {
  const { label, description, tooltip, contextValue, iconPath, collapsibleState, command } = item;
  const isLeaf = (collapsibleState ?? 0) === vscode.TreeItemCollapsibleState.None;
  return JSON.stringify([label, description, tooltip, contextValue, iconPath, isLeaf, command?.command]);
}

function textOf(label: TreeItem['label']): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}

/** Waits for one of the events to make it true; false when that takes too long. */
async function happens(isTrue: () => boolean, events: readonly vscode.Event<unknown>[]): Promise<boolean> {
  const listening: vscode.Disposable[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    const check = (): void => {
      // VS Code registers a line only after it has been given all those beside it
      if (isTrue()) setTimeout(resolve);
    };
    listening.push(...events.map((event) => event(check)));
    timer = setTimeout(resolve, revealPatienceMs);
    check();
  });
  clearTimeout(timer);
  for (const one of listening) one.dispose();
  return isTrue();
}
