import type { AddedControllers } from '../services/remembered/addedControllers.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Demo } from '../services/demo/demo.ts';
import type { Favorites } from '../services/remembered/favorites.ts';
import type { KnownTotals } from '../services/lists/knownTotals.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { Recents } from '../services/remembered/recents.ts';
import type { WatchList } from '../services/watch/watchList.ts';

/** What the lines of the tree are made from. */
export interface TreeDeps {
  readonly connections: Connections;
  readonly listViews: ListViewCache;
  readonly added: AddedControllers;
  readonly favorites: Favorites;
  readonly recents: Recents;
  readonly totals: KnownTotals;
  readonly watchList: Pick<WatchList, 'has' | 'onDidChange'>;
  readonly demo: Pick<Demo, 'hasFailed' | 'onDidChange'>;
}
