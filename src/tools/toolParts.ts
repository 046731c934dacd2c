import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import type { NewRecords } from '../services/newRecords.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { RecordSearch } from '../services/recordSearch.ts';
import type { WriteGuard } from '../services/writeGuard.ts';

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
