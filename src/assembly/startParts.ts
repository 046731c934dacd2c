import type * as vscode from 'vscode';
import type { FileVersions } from '../documents/fileVersions.ts';
import type { ErrorReporter } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { KnownTotals } from '../services/lists/knownTotals.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { NewRecords } from '../services/records/newRecords.ts';
import type { Recents } from '../services/remembered/recents.ts';
import type { RecordChanges } from '../services/common/recordChanges.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import type { WatchList } from '../services/watch/watchList.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import type { RecordWriter } from '../services/writes/recordWriter.ts';

/** What is there from the start, for what is assembled at its first use. */
export interface StartParts {
  readonly context: vscode.ExtensionContext;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly listViews: ListViewCache;
  readonly totals: KnownTotals;
  readonly recents: Recents;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
  readonly watchList: WatchList;
  readonly versions: FileVersions;
  readonly writer: RecordWriter;
  readonly log: Log;
  readonly errors: ErrorReporter;
}
