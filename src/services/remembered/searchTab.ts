import type { ListViewAddress } from '../../model/address/address.ts';
import type { SavedSearch, SavedSearches, SearchLocation } from './savedSearches.ts';

/** Identifies the tab of a saved search. */
export function searchId({ id, name }: Pick<SavedSearch, 'id' | 'name'>): string {
  return id ?? name;
}

/** Returns the saved search that a tab shows; undefined for a list view, and for a removed search. */
export function searchInTab(
  saved: Pick<SavedSearches, 'in'>,
  { connection, controller, listView, search }: ListViewAddress,
): SavedSearch | undefined {
  const own = saved.in(connection, controller).filter((one) => one.listView === listView);
  return own.find((one) => searchId(one) === search);
}

/** Returns the id for a search to be saved: that of the one it replaces, or a unique one. */
export function idForSearch(
  saved: Pick<SavedSearches, 'in'>,
  location: SearchLocation,
  name: string,
): string | undefined {
  const own = saved.in(location.connection, location.controller).filter((one) => one.listView === location.listView);
  const before = own.find((one) => one.name === name);
  if (before) return before.id;
  return own.some((one) => searchId(one) === name) ? `${name} ${Date.now()}` : undefined;
}
