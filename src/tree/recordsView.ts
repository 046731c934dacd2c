import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { addressUri } from '../platform/addressUri.ts';
import type { TreeLines } from './treeLines.ts';
import type { TreeNode } from './treeNode.ts';

export function createRecordsView(tree: TreeLines, expansion: ExpansionState): vscode.TreeView<TreeNode> {
  const view = tree.createView(views.records, { dragAndDropController: dragToEditor, showCollapseAll: true });
  const remember =
    (isExpanded: boolean) =>
    ({ element }: vscode.TreeViewExpansionEvent<TreeNode>): void => {
      // a filter expands and collapses items as needed
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
    // the URI list format requires CRLF
    if (addresses.length > 0) transfer.set(uriList, new vscode.DataTransferItem(addresses.join('\r\n')));
  },
};

const expandedKey = 'tree.expanded';

/** Which tree items the user has expanded and collapsed: VS Code doesn't keep that across windows. */
export class ExpansionState {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Undefined for an item that was never toggled. */
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
