import type { ListViewAddress, RecordsAddress } from './address.ts';

/**
 * Replaces the address of a saved search with that of its list view: anything that leaves the tab refers to the list
 * view.
 */
export function withoutSearch<A extends RecordsAddress>(address: A): Exclude<A, ListViewAddress> | ListViewAddress {
  if (address.kind !== 'listView') return address as Exclude<A, ListViewAddress>;
  const { kind, connection, controller, listView } = address;
  return { kind, connection, controller, listView };
}
