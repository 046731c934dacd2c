import * as vscode from 'vscode';
import type { TreeItem } from '../platform/ui/views.ts';
import type { TreeNode } from './treeNode.ts';

/** Timeout: longer than VS Code takes to show a view even when busy. */
const revealTimeoutMs = 10_000;

/** Source of a view's tree items. */
export interface LineSource {
  roots(): readonly TreeNode[];
  /** Defaults to the node's own. */
  readonly children?: (node: TreeNode) => readonly TreeNode[] | undefined;
  readonly load?: (node: TreeNode) => Promise<unknown>;
}

/** The tree items of a view as given to VS Code, and how they differ from the current ones. */
export class TreeItemCache {
  readonly #source: LineSource;
  readonly #given = new vscode.EventEmitter<void>();
  /** By id, parents before their children. */
  readonly #lines = new Map<string, TreeNode>();
  readonly #parents = new WeakMap<TreeNode, TreeNode>();
  /** Ids given to VS Code below an item, or at the root. */
  readonly #ids = new Map<TreeNode | undefined, string>();
  /** Appearance of each item when it was given to VS Code. */
  readonly #looks = new WeakMap<TreeNode, string>();

  constructor(source: LineSource) {
    this.#source = source;
  }

  /** Returns an item to VS Code, which knows it from now on. */
  giveItem(node: TreeNode): TreeItem {
    this.#looks.set(node, lookOf(node));
    this.#given.fire();
    return node.item;
  }

  /** Returns the children that VS Code requests. */
  async giveChildren(node: TreeNode | undefined): Promise<TreeNode[]> {
    // nothing to compare until this resolves: the result reflects the state at that time
    this.#ids.delete(node);
    const lines = this.#adopt(await this.#read(node), node);
    this.#dropOthers(lines, node);
    this.#ids.set(node, idsOf(lines));
    return lines;
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node);
  }

  /** Finds an item by id, whether or not VS Code has requested it. */
  async find(id: string): Promise<TreeNode | undefined> {
    let line: TreeNode | undefined;
    do {
      const below = this.#adopt(await this.#read(line), line);
      line = below.find(({ item }) => `${id}/`.startsWith(`${item.id}/`));
    } while (line && line.item.id !== id);
    return line;
  }

  /** The smallest set of items VS Code must refresh; undefined is the root. */
  takeChanged(): (TreeNode | undefined)[] {
    const changed = this.#changedBelow(undefined);
    for (const line of changed) this.#ids.delete(line);
    return changed;
  }

  async reveal(
    id: string,
    view: vscode.TreeView<TreeNode>,
    options: Parameters<vscode.TreeView<TreeNode>['reveal']>[1],
  ): Promise<boolean> {
    const line = await this.find(id);
    if (!line) return false;
    let top = line;
    for (let above = this.parentOf(top); above; above = this.parentOf(top)) top = above;
    const isThere = (): boolean => view.visible && this.#looks.has(top);
    if (!(await waitUntil(isThere, [view.onDidChangeVisibility, this.#given.event]))) return false;
    return view.reveal(line, options).then(
      () => true,
      () => false,
    );
  }

  async #read(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (!node) return this.#source.roots();
    for (;;) {
      await (this.#source.load ? this.#source.load(node) : node.load?.());
      const found = this.#childrenOf(node);
      // undefined when it went stale while it was being loaded
      if (found) return found;
    }
  }

  #childrenOf(node: TreeNode): readonly TreeNode[] | undefined {
    if (this.#source.children) return this.#source.children(node);
    return node.children ? node.children() : [];
  }

  /** Updates existing items instead of replacing them. */
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
      this.#ids.delete(line);
    }
  }

  #changedBelow(parent: TreeNode | undefined): (TreeNode | undefined)[] {
    const given = this.#ids.get(parent);
    if (given === undefined) return [];
    const fresh = parent ? this.#childrenOf(parent) : this.#source.roots();
    if (!fresh) return [parent];
    const lines = this.#adopt(fresh, parent);
    if (idsOf(lines) !== given) return [parent];
    return lines.flatMap((line) => (lookOf(line) === this.#looks.get(line) ? this.#changedBelow(line) : [line]));
  }
}

function idsOf(lines: readonly TreeNode[]): string {
  return JSON.stringify(lines.map(({ item }) => item.id));
}

/**
 * Everything an item shows. Excludes whether it is expanded, which is up to the user, and its target, which follows
 * from its id.
 */
function lookOf({ item }: TreeNode): string {
  const { label, description, tooltip, contextValue, iconPath, collapsibleState, command } = item;
  const isLeaf = (collapsibleState ?? 0) === vscode.TreeItemCollapsibleState.None;
  return JSON.stringify([label, description, tooltip, contextValue, iconPath, isLeaf, command?.command]);
}

function textOf(label: TreeItem['label']): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}

/** Waits until an event makes the condition true; false on timeout. */
async function waitUntil(isTrue: () => boolean, events: readonly vscode.Event<unknown>[]): Promise<boolean> {
  const listening: vscode.Disposable[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    const check = (): void => {
      // VS Code registers an item only after it has received all its siblings
      if (isTrue()) setTimeout(resolve);
    };
    listening.push(...events.map((event) => event(check)));
    timer = setTimeout(resolve, revealTimeoutMs);
    check();
  });
  clearTimeout(timer);
  for (const one of listening) one.dispose();
  return isTrue();
}
