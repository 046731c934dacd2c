import type { AddedControllers } from '../services/addedControllers.ts';
import type { Connections } from '../services/connections.ts';
import type { Demo } from '../services/demo.ts';
import type { Favourites } from '../services/favourites.ts';
import type { KnownTotals } from '../services/knownTotals.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import type { Recents } from '../services/recents.ts';
import type { WatchList } from '../services/watch/watchList.ts';

/** What the lines of the tree are made from. */
export interface TreeParts {
  readonly connections: Connections;
  readonly listViews: ListViewCache;
  readonly added: AddedControllers;
  readonly favourites: Favourites;
  readonly recents: Recents;
  readonly totals: KnownTotals;
  readonly watched: Pick<WatchList, 'has' | 'onDidChange'>;
  readonly demo: Pick<Demo, 'hasFailed' | 'onDidChange'>;
}
