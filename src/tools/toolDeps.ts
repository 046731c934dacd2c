import type { Lazy } from '../services/common/lazy.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { Log } from '../platform/log.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { NewRecords } from '../services/records/newRecords.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import type { AddedControllers } from '../services/remembered/addedControllers.ts';

export interface ToolDeps {
  readonly log: Log;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly listViews: ListViewCache;
  readonly added: AddedControllers;
  readonly guard: WriteGuard;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
  readonly records: Lazy<{ readonly edits: DocumentEdits }>;
}
