import { lookInterval } from '../../platform/watchClock.ts';
import type { Watcher } from '../../services/watch/watcher.ts';

/** At all that is watched, without waiting for its time. */
export const lookNow = (watcher: Watcher) => (): Promise<void> => watcher.lookNow(lookInterval());
