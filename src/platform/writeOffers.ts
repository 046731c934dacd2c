import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import { whyNotAllowed, type WriteOperation } from '../model/writePermission.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { KnownRights } from '../services/records/knownRights.ts';
import { addressedTabs } from './addressedTabs.ts';

/** Sets the context keys that hide commands the connections don't permit from the palette and our editor titles. */
export function syncPermissionContextKeys(connections: Connections, rights: KnownRights): vscode.Disposable {
  const set = (key: string, value: unknown): void => void vscode.commands.executeCommand('setContext', key, value);
  let sent = '';
  const show = (): void => {
    const tabs = addressedTabs();
    const all = connections.all();
    const without = (operation: WriteOperation): string[] =>
      tabs.flatMap(({ uri, address }) => {
        const connection = connections.get(address.connection);
        return whyNotAllowed(operation, connection, rights.get(address)) === undefined ? [] : [uri.toString()];
      });
    const keys = {
      // without a connection nothing is hidden: the commands ask for one, and users can find them from the start
      [contextKeys.readOnly]: all.length > 0 && all.every((one) => whyNotAllowed('add', one) !== undefined),
      [contextKeys.notAddable]: without('add'),
      [contextKeys.notEditable]: without('edit'),
      [contextKeys.notDeletable]: without('delete'),
    };
    const now = JSON.stringify(keys);
    if (now === sent) return;
    sent = now;
    for (const [key, value] of Object.entries(keys)) set(key, value);
  };
  show();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(show),
    connections.onDidChange(show),
    rights.onDidChange(show),
  );
}
