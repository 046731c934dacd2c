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
