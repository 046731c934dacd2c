import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import type { RecordsAddress } from '../model/address/address.ts';
import { shortName } from '../model/controller.ts';
import { deniedMarks, whyNotAllowed } from '../model/writePermission.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { PendingDocument, PendingDocuments } from '../platform/pendingDocuments.ts';
import type { Connections } from '../services/connections/connections.ts';
import { openOnClick, type TreeNode } from './treeNode.ts';
import { createTreeItem, setViewBadge, type TreeItem } from '../platform/ui/views.ts';

/** The view of everything that is not saved yet, with their number on the activity bar. */
export function createPendingView(
  pending: PendingDocuments,
  connections: Connections,
): vscode.Disposable & { readonly isVisible: () => boolean } {
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
    setViewBadge(view, count, tooltip);
    changed.fire();
  };
  show();
  const registered = vscode.Disposable.from(view, changed, pending.onDidChange(show), connections.onDidChange(show));
  return { isVisible: () => view.visible, dispose: () => registered.dispose() };
}

const icons: Readonly<Record<RecordsAddress['kind'], string>> = {
  record: 'note',
  newRecord: 'new-file',
  listView: 'table',
};

/** One list view or record with unsaved changes. */
export class PendingNode implements TreeNode {
  readonly pending: PendingDocument;
  readonly connection: string;
  readonly controller: string;
  readonly address: RecordsAddress;
  readonly item: TreeItem;

  constructor(pending: PendingDocument, connections: Connections) {
    const { address, uri, name } = pending;
    const of = connections.get(address.connection);
    this.pending = pending;
    this.connection = address.connection;
    this.controller = address.controller;
    this.address = address;
    this.item = createTreeItem({
      label: name,
      id: uri.toString(),
      contextValue: [`pending ${address.kind}`, ...deniedMarks(of)].join(' '),
      description: [shortName(address.controller), of?.name ?? address.connection].join(' · '),
      iconPath: new vscode.ThemeIcon(icons[address.kind], connectionThemeColor(of?.color)),
      tooltip: [
        name,
        this.controller,
        of?.name ?? address.connection,
        t('Not saved yet'),
        of && whyNotAllowed('edit', of),
      ],
      command: openOnClick(address),
    });
  }

  async children(): Promise<readonly TreeNode[]> {
    return [];
  }
}
