import type { WatchList } from '../../services/watch/watchList.ts';
import { watchable } from './watch.ts';

export const stopWatching =
  (list: WatchList) =>
  (argument?: unknown): Promise<void> =>
    list.remove(watchable(argument));
