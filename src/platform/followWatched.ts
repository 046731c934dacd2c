import * as vscode from 'vscode';
import { controllerText } from '../model/controller.ts';
import type { RecordsChange } from '../services/common/recordChanges.ts';
import type { Watcher } from '../services/watch/watcher.ts';
import { addressOfUri } from './addressUri.ts';
import { uriOf } from './openRecords.ts';

/** A watched record that is open follows what others do to it; whoever goes to its tab has looked. */
export function followWatched(watcher: Watcher, hear: (change: RecordsChange) => void): vscode.Disposable {
  const see = (): void => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const uri = tab && uriOf(tab);
    const address = uri && addressOfUri(uri);
    if (address && address.kind !== 'newRecord') watcher.see(address);
  };
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      // the dot of a tab that was in front already is no look
      if ([...opened, ...changed].some(({ isActive, group }) => isActive && group.isActive)) see();
    }),
    watcher.onNews((address) => {
      const { connection, controller } = address;
      if (address.kind === 'record') hear({ connection, controller: controllerText(controller), ids: [address.id] });
    }),
  );
}
