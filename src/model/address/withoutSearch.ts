import type { ListViewAddress, RecordsAddress } from './address.ts';

/** The list view itself, where the address is that of a saved search: what leaves the tab is about that. */
export function withoutSearch<A extends RecordsAddress>(address: A): Exclude<A, ListViewAddress> | ListViewAddress {
  if (address.kind !== 'listView') return address as Exclude<A, ListViewAddress>;
  const { kind, connection, controller, listView } = address;
  return { kind, connection, controller, listView };
}
