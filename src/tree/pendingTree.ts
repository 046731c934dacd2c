import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import type { PendingDocuments } from '../platform/pendingDocuments.ts';
import type { Connections } from '../services/connections/connections.ts';
import { PendingNode } from './pendingNode.ts';

/** The view of everything that is not saved yet, with their number on the activity bar. */
export function createPendingView(pending: PendingDocuments, connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<PendingNode>(views.pending, {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: ({ item }) => item,
      getChildren: (node) => (node ? [] : pending.all.map((one) => new PendingNode(one, connections))),
    },
  });
  const show = (): void => {
    const count = pending.all.length;
    const tooltip = count === 1 ? t('1 unsaved list view or record') : t('{0} unsaved list views and records', count);
    view.badge = count === 0 ? undefined : { value: count, tooltip };
    changed.fire();
  };
  show();
  return vscode.Disposable.from(view, changed, pending.onDidChange(show), connections.onDidChange(show));
}
