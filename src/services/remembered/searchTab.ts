import type { ListViewAddress } from '../../model/address/address.ts';
import type { SavedSearch, SavedSearches, SearchPlace } from './savedSearches.ts';

/** What the tab of a saved search is known by. */
export function searchId({ id, name }: Pick<SavedSearch, 'id' | 'name'>): string {
  return id ?? name;
}

/** The saved search that a tab shows; undefined for a list view, and for one that was removed. */
export function searchInTab(
  saved: Pick<SavedSearches, 'in'>,
  { connection, controller, listView, search }: ListViewAddress,
): SavedSearch | undefined {
  const own = saved.in(connection, controller).filter((one) => one.listView === listView);
  return own.find((one) => searchId(one) === search);
}

/** For a search that is to be saved: that of the one it replaces, or one that no other has. */
export function idForSearch(saved: Pick<SavedSearches, 'in'>, place: SearchPlace, name: string): string | undefined {
  const own = saved.in(place.connection, place.controller).filter((one) => one.listView === place.listView);
  const before = own.find((one) => one.name === name);
  if (before) return before.id;
  return own.some((one) => searchId(one) === name) ? `${name} ${Date.now()}` : undefined;
}
