import type * as vscode from 'vscode';
import { FileTextStore } from '../services/common/fileStore.ts';
import { followWatched, startPolling } from '../platform/watchClock.ts';
import type { RecordsChange } from '../services/common/recordChanges.ts';
import { searchInTab } from '../services/remembered/searchTab.ts';
import { watchedSearch } from '../features/table/host/watchedSearch.ts';
import { NamedRecords } from '../services/references/namedRecords.ts';
import { Watcher } from '../services/watch/watcher.ts';
import { WatchMemory } from '../services/watch/watchMemory.ts';
import { createWatchedView } from '../tree/watchedTree.ts';
import type { Services } from './createServices.ts';
import { storageFolder } from './storageFolder.ts';

/** Polls watched records and list views and reports changes. */
export async function createWatchFeature(
  context: vscode.ExtensionContext,
  services: Services,
  onChange: (change: RecordsChange) => void,
) {
  const { connections, clients, changes, watchList, writer, saved } = services;
  const { history } = await writer.get();
  const store = new FileTextStore(storageFolder(context, 'watched'));
  const memory = new WatchMemory(store, () => history.isKept, history.onFailure);
  const watcher = new Watcher({
    list: watchList,
    clients,
    changes,
    memory,
    history,
    references: new NamedRecords(services),
    searchOf: (address) => watchedSearch(searchInTab(saved, address)),
  });
  context.subscriptions.push(
    createWatchedView(watcher, connections),
    startPolling(watcher, watchList.onDidChange),
    followWatched(watcher, onChange),
  );
  return { watcher };
}
