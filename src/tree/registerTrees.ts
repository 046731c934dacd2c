import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { PendingDocuments } from '../platform/pendingDocuments.ts';
import { createRecordsView } from '../platform/recordsView.ts';
import { TreeFilter } from '../platform/treeFilter.ts';
import { TreeMemory } from '../platform/treeMemory.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { dragLines } from './dragLines.ts';
import { createPendingView } from './pendingTree.ts';
import { RecordsTree } from './recordsTree.ts';
import { RequestsTree } from './requestsTree.ts';
import type { TreeDeps } from './treeDeps.ts';

/** The views that are there from the start: records, pending changes, requests. What is watched comes with the first. */
export function registerTrees(deps: TreeDeps & { readonly requests: RequestHistory }, state: vscode.Memento) {
  const memory = new TreeMemory(state);
  const tree = new RecordsTree(deps, memory);
  const view = createRecordsView(tree, dragLines, memory);
  const filter = new TreeFilter(view, (text) => {
    tree.filter = text;
  });
  const pending = new PendingDocuments(deps.recents);
  const requestsTree = new RequestsTree(deps.requests);
  const registered = vscode.Disposable.from(
    view,
    pending,
    createPendingView(pending, deps.connections),
    requestsTree,
    vscode.window.registerTreeDataProvider(views.requests, requestsTree),
  );
  return { tree, filter, pending, dispose: () => registered.dispose() };
}
