import type { SavedSearch } from '../../../services/remembered/savedSearches.ts';
import type { WatchedSearch } from '../../../services/watch/watcher.ts';
import { tableQuery } from '../tableProtocol.ts';
import { listQuery } from './tableQuery.ts';

/** The query to watch for a saved search; undefined if the search no longer exists, is unreadable, or doesn't narrow a list. */
export function watchedSearch(saved: SavedSearch | undefined): WatchedSearch | undefined {
  const query = tableQuery.safeParse(saved?.query).data;
  if (!saved || !query || query.find) return undefined;
  const { sort: _, ...conditions } = listQuery(query);
  return { name: saved.name, query: conditions };
}
