import type { Uri } from 'vscode';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { ErrorGate } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Clients } from '../services/clients.ts';
import type { ColumnLayouts } from '../services/columnLayouts.ts';
import type { Connections } from '../services/connections.ts';
import type { KnownTotals } from '../services/knownTotals.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import type { Recents } from '../services/recents.ts';
import type { RecordChanges } from '../services/recordChanges.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { RecordPages } from '../services/recordPages.ts';
import type { TableViews } from '../services/tableViews.ts';
import type { StagedProblems } from '../services/stagedProblems.ts';
import type { WriteGuard } from '../services/writeGuard.ts';

/** What every table shares. */
export interface TableParts {
  readonly extension: Uri;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly pages: RecordPages;
  readonly forms: RecordForms;
  readonly problems: StagedProblems;
  readonly layouts: ColumnLayouts;
  readonly views: TableViews;
  readonly listViews: ListViewCache;
  readonly totals: KnownTotals;
  readonly recents: Recents;
  readonly edits: DocumentEdits;
  readonly gate: ErrorGate;
  readonly log: Log;
}
