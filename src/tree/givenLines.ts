import * as vscode from 'vscode';
import type { TreeItem } from '../platform/ui/views.ts';
import type { TreeNode } from './treeNode.ts';

/** Longer than VS Code takes to show a view, however busy it is. */
const revealPatienceMs = 10_000;

/** Where the lines of a view come from. */
export interface LineSource {
  roots(): readonly TreeNode[];
  /** As those of the node itself, where they are left out. */
  readonly children?: (node: TreeNode) => readonly TreeNode[] | undefined;
  readonly load?: (node: TreeNode) => Promise<unknown>;
}

/** The lines of one view as VS Code was given them, and how they differ from those that there are now. */
export class GivenLines {
  readonly #source: LineSource;
  readonly #given = new vscode.EventEmitter<void>();
  /** By id, parents before their children. */
  readonly #lines = new Map<string, TreeNode>();
  readonly #parents = new WeakMap<TreeNode, TreeNode>();
  /** The ids that VS Code was given below a line, or on the first level. */
  readonly #ids = new Map<TreeNode | undefined, string>();
  /** What each line looked like when VS Code was given it. */
  readonly #looks = new WeakMap<TreeNode, string>();

  constructor(source: LineSource) {
    this.#source = source;
  }

  /** For VS Code, which knows the line from now on. */
  giveItem(node: TreeNode): TreeItem {
    this.#looks.set(node, lookOf(node));
    this.#given.fire();
    return node.item;
  }

  /** For VS Code. */
  async giveChildren(node: TreeNode | undefined): Promise<TreeNode[]> {
    // until it is answered there is nothing to compare: the answer shows the state at its own time
    this.#ids.delete(node);
    const lines = this.#adopt(await this.#read(node), node);
    this.#dropOthers(lines, node);
    this.#ids.set(node, idsOf(lines));
    return lines;
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node);
  }

  /** The line with this id, whether or not VS Code has asked for it. */
  async find(id: string): Promise<TreeNode | undefined> {
    let line: TreeNode | undefined;
    do {
      const below = this.#adopt(await this.#read(line), line);
      line = below.find(({ item }) => `${id}/`.startsWith(`${item.id}/`));
    } while (line && line.item.id !== id);
    return line;
  }

  /** The lines for VS Code to ask for again, as few as possible; undefined is the first level. */
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
    if (!(await happens(isThere, [view.onDidChangeVisibility, this.#given.event]))) return false;
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
