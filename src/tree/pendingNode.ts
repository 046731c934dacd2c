import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { shortName } from '../model/controller.ts';
import { deniedMarks, whyNotAllowed } from '../model/writePermission.ts';
import { connectionThemeColor } from '../platform/connectionStatus.ts';
import type { PendingDocument } from '../platform/pendingDocuments.ts';
import type { Connections } from '../services/connections/connections.ts';
import { openOnClick, type TreeNode } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

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
}
