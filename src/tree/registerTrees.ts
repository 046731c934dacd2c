import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { PendingDocuments } from '../platform/pendingDocuments.ts';
import { createRecordsView, TreeFilter, ExpansionState } from './recordsView.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { createPendingView } from './pendingTree.ts';
import { RecordsTree } from './recordsTree.ts';
import { RequestsTree } from './requestsTree.ts';
import type { TreeDeps } from './treeNode.ts';

/** The views that are there from the start: records, pending changes, requests. What is watched comes with the first. */
export function registerTrees(
  deps: Omit<TreeDeps, 'requests'> & { readonly requests: RequestHistory },
  state: vscode.Memento,
) {
  const expansion = new ExpansionState(state);
  const tree = new RecordsTree(deps, expansion);
  const view = createRecordsView(tree, expansion);
  const filter = new TreeFilter(view, (text) => {
    tree.filter = text;
  });
  const pending = new PendingDocuments(deps.recents);
  const pendingView = createPendingView(pending, deps.connections);
  const requestsTree = new RequestsTree(deps.requests, deps.connections);
  const registered = vscode.Disposable.from(
    view,
    pending,
    pendingView,
    requestsTree,
    vscode.window.registerTreeDataProvider(views.requests, requestsTree),
  );
  return { tree, filter, pending, isPendingShown: pendingView.isVisible, dispose: () => registered.dispose() };
}
