import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { contextKeys, views } from '../manifest.ts';
import { addressUri } from '../platform/addressUri.ts';
import type { TreeNode } from './treeNode.ts';
import { setViewMessage } from '../platform/ui/views.ts';

export function createRecordsView(
  treeDataProvider: vscode.TreeDataProvider<TreeNode>,
  expansion: ExpansionState,
): vscode.TreeView<TreeNode> {
  const view = vscode.window.createTreeView(views.records, {
    treeDataProvider,
    dragAndDropController: dragToEditor,
    showCollapseAll: true,
  });
  const remember =
    (isExpanded: boolean) =>
    ({ element }: vscode.TreeViewExpansionEvent<TreeNode>): void => {
      // a filter opens and closes lines as it needs them
      const { id } = element.item;
      if (id !== undefined && !id.startsWith('=filter/')) expansion.remember(id, isExpanded);
    };
  view.onDidExpandElement(remember(true));
  view.onDidCollapseElement(remember(false));
  return view;
}

const uriList = 'text/uri-list';

/** List views and records can be dragged to an editor group, which opens them there. Nothing can be dropped here. */
export const dragToEditor: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: [uriList],
  dropMimeTypes: [],
  handleDrag(nodes, transfer) {
    const addresses = nodes.flatMap(({ address }) => (address ? [addressUri(address).toString()] : []));
    // the list's lines end as its standard says
    if (addresses.length > 0) transfer.set(uriList, new vscode.DataTransferItem(addresses.join('\r\n')));
  },
};

const expandedKey = 'tree.expanded';

/** Which lines of the tree a person has opened and closed: VS Code itself forgets that with the window. */
export class ExpansionState {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Undefined for a line that was never touched. */
  isExpanded(id: string): boolean | undefined {
    return this.#all()[id];
  }

  remember(id: string, isExpanded: boolean): void {
    void this.#state.update(expandedKey, { ...this.#all(), [id]: isExpanded });
  }

  #all(): Readonly<Record<string, boolean>> {
    return this.#state.get(expandedKey) ?? {};
  }
}

/** The filter of the Records view: the tree shows less, the view says so, and a button takes it back. */
export class TreeFilter {
  readonly #apply: (text: string) => void;
  readonly #view: { message?: string | undefined };
  #text = '';

  constructor(view: { message?: string | undefined }, apply: (text: string) => void) {
    this.#view = view;
    this.#apply = apply;
  }

  get text(): string {
    return this.#text;
  }

  set(typed: string): void {
    const text = typed.trim();
    if (text === this.#text) return;
    this.#text = text;
    setViewMessage(this.#view, text === '' ? undefined : t('Filter: {0}', text));
    void vscode.commands.executeCommand('setContext', contextKeys.filtered, text !== '');
    this.#apply(text);
  }
}
