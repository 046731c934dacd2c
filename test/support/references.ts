import type { Clients } from '../../src/services/connections/clients.ts';
import type { Connections } from '../../src/services/connections/connections.ts';
import { ListViewCache } from '../../src/services/lists/listViewCache.ts';
import type { ReferenceDeps } from '../../src/services/references/lookUp.ts';
import { NamedRecords } from '../../src/services/references/namedRecords.ts';
import { ControllerEntries } from '../../src/services/references/controllerEntries.ts';
import { ChosenControllers } from '../../src/services/remembered/chosenControllers.ts';
import { plainMemory } from './memory.ts';

/** For filters that look up no names. */
export const noNames = { namesWith: async (): Promise<readonly never[]> => [] };

/** Dependencies shared by all reference code in a window. */
export function referenceDeps(
  connections: Connections,
  clients: Clients,
): ReferenceDeps & { readonly listViews: ListViewCache } {
  return {
    clients,
    listViews: new ListViewCache(connections, clients),
    added: { get: () => [] },
    chosen: new ChosenControllers(plainMemory(), connections),
    entries: new ControllerEntries(plainMemory(), connections, clients),
  };
}

export function namedRecords(connections: Connections, clients: Clients): NamedRecords {
  return new NamedRecords(referenceDeps(connections, clients));
}
