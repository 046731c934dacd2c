import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { NewRecords } from '../services/newRecords.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { RecordSearch } from '../services/recordSearch.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';

export interface ToolParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly listViews: ListViewCache;
  readonly search: RecordSearch;
  readonly guard: WriteGuard;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
  readonly edits: DocumentEdits;
}
