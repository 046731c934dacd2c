import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import type { TreeMemory } from './treeMemory.ts';

interface Line {
  readonly item: vscode.TreeItem;
}

export function createRecordsView<T extends Line>(
  treeDataProvider: vscode.TreeDataProvider<T>,
  dragAndDropController: vscode.TreeDragAndDropController<T>,
  memory: TreeMemory,
): vscode.TreeView<T> {
  const view = vscode.window.createTreeView(views.records, {
    treeDataProvider,
    dragAndDropController,
    showCollapseAll: true,
  });
  const remember =
    (isExpanded: boolean) =>
    ({ element }: vscode.TreeViewExpansionEvent<T>): void => {
      // a filter opens and closes lines as it needs them
      const { id } = element.item;
      if (id !== undefined && !id.startsWith('=filter/')) memory.remember(id, isExpanded);
    };
  view.onDidExpandElement(remember(true));
  view.onDidCollapseElement(remember(false));
  return view;
}
