import type { ListViewAddress } from '../../../model/address/address.ts';
import type { Profiler } from '../../../services/profile/profiler.ts';
import type { Lazy } from '../../../services/common/lazy.ts';
import type { ReferenceSources } from '../../../services/references/referencedControllers.ts';
import type { NamedRecords } from '../../../services/references/namedRecords.ts';
import type { TextDocument, Uri, WebviewPanel } from 'vscode';
import type { ConnectionStatus } from '../../../platform/connectionStatus.ts';
import type { DocumentEdits } from '../../../platform/documentEdits.ts';
import type { ErrorReporter } from '../../../platform/errorReporter.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import type { ColumnLayouts, TableViews } from '../../../services/remembered/listViewMementos.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import type { KnownTotals } from '../../../services/lists/knownTotals.ts';
import type { ListViewCache } from '../../../services/lists/listViewCache.ts';
import type { Recents } from '../../../services/remembered/recents.ts';
import type { SavedSearches } from '../../../services/remembered/savedSearches.ts';
import type { TabTitles } from '../../../services/remembered/tabTitles.ts';
import type { RecordChanges } from '../../../services/common/recordChanges.ts';
import type { RecordForms } from '../../../services/records/recordForms.ts';
import type { RecordPages } from '../../../services/lists/recordPages.ts';
import type { OwnWrites } from '../../../services/staging/ownWrites.ts';
import type { StagedProblems } from '../../../services/staging/stagedSaves.ts';
import type { WatchList } from '../../../services/watch/watchList.ts';
import type { WriteGuard } from '../../../services/connections/writeGuard.ts';

/** Dependencies shared by all tables. */
export interface TableDeps extends ReferenceSources {
  readonly extension: Uri;
  readonly connections: Connections;
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly pages: RecordPages;
  readonly forms: RecordForms;
  readonly references: Pick<NamedRecords, 'find' | 'namesWith'>;
  readonly watchList: Pick<WatchList, 'shown' | 'onDidChange'>;
  readonly problems: StagedProblems;
  readonly written: Pick<OwnWrites, 'get'>;
  readonly layouts: ColumnLayouts;
  readonly views: TableViews;
  readonly listViews: ListViewCache;
  readonly totals: KnownTotals;
  readonly recents: Recents;
  readonly saved: Pick<SavedSearches, 'in' | 'onDidChange'>;
  readonly titles: TabTitles<WebviewPanel>;
  readonly edits: DocumentEdits;
  readonly profiler: Lazy<Pick<Profiler, 'start'>>;
  /** Saves the cells before VS Code saves the document. Returns the reason if cells stay unsaved. */
  readonly submit: (document: TextDocument, address: ListViewAddress) => Promise<string | undefined>;
  /** True if a table has already saved the document and VS Code is about to mark it as saved. */
  readonly isSavedAhead: (document: TextDocument) => boolean;
  /** Called when a table failed to load its rows. */
  readonly onFailedRead: () => void;
  readonly errors: ErrorReporter;
  readonly log: Log;
}
