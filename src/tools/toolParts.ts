import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import type { RecordSearch } from '../services/recordSearch.ts';

export interface ToolParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly listViews: ListViewCache;
  readonly search: RecordSearch;
}
