import type * as vscode from 'vscode';
import { WatchedTexts } from '../documents/watchedTexts.ts';
import { followWatched, watchClock } from '../platform/watchClock.ts';
import type { RecordsChange } from '../services/common/recordChanges.ts';
import { Watcher } from '../services/watch/watcher.ts';
import { createWatchedView } from '../tree/watchedTree.ts';
import type { Services } from './createServices.ts';

/** What looks at records and list views that are watched, and tells what has changed. */
export function createWatchFeature(
  context: vscode.ExtensionContext,
  { connections, clients, changes, watchList }: Services,
  hear: (change: RecordsChange) => void,
) {
  const watcher = new Watcher({ list: watchList, clients, changes });
  const watchedTexts = new WatchedTexts();
  context.subscriptions.push(
    createWatchedView(watcher, connections),
    watchedTexts.register(),
    watchClock(watcher, watchList.onDidChange),
    followWatched(watcher, hear),
  );
  return { watcher, watchedTexts };
}
