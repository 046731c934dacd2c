import type * as vscode from 'vscode';
import type { FileVersions } from '../documents/fileVersions.ts';
import type { ErrorGate } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Clients } from '../services/clients.ts';
import type { Connections } from '../services/connections.ts';
import type { KnownTotals } from '../services/knownTotals.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import type { NewRecords } from '../services/newRecords.ts';
import type { OneAtATime } from '../services/oneAtATime.ts';
import type { Recents } from '../services/recents.ts';
import type { RecordChanges } from '../services/recordChanges.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { WatchList } from '../services/watch/watchList.ts';
import type { WriteGuard } from '../services/writeGuard.ts';

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
  /** For all who save records: none is saved twice at once. */
  readonly queue: OneAtATime;
  readonly log: Log;
  readonly gate: ErrorGate;
}
