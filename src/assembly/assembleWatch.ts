import { WatchedTexts } from '../documents/watchedTexts.ts';
import { followWatched } from '../platform/followWatched.ts';
import { watchClock } from '../platform/watchClock.ts';
import type { RecordsChange } from '../services/common/recordChanges.ts';
import { Watcher } from '../services/watch/watcher.ts';
import { createWatchedView } from '../tree/watchedTree.ts';
import type { StartParts } from './startParts.ts';

/** What looks at records and list views that are watched, and tells what has changed. */
export function assembleWatch(start: StartParts, hear: (change: RecordsChange) => void) {
  const { context, connections, clients, changes, watchList } = start;
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
