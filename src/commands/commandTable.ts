import { t } from '@vscode/l10n';
import type { ComparedRecords } from '../documents/comparedRecords.ts';
import type { WatchedTexts } from '../documents/watchedTexts.ts';
import type { ConnectionForms } from '../editors/connectionForms.ts';
import type { FormEditor } from '../editors/form/formEditor.ts';
import type { Lazy } from '../editors/lazy.ts';
import type { LicensePages } from '../editors/licensePages.ts';
import type { SignupForms } from '../editors/signupForms.ts';
import type { TableEditor } from '../editors/table/tableEditor.ts';
import type { commands } from '../manifest.ts';
import type { DemoMemory } from '../platform/demoMemory.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { ErrorReporter } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { PendingDocuments } from '../platform/pendingDocuments.ts';
import type { TreeFilter } from '../platform/treeFilter.ts';
import type { AddedControllers } from '../services/remembered/addedControllers.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { ColumnLayouts } from '../services/remembered/columnLayouts.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Demo } from '../services/demo/demo.ts';
import type { ExportMemory } from '../services/export/exportMemory.ts';
import type { PartFiles } from '../services/export/partFiles.ts';
import type { Favorites } from '../services/remembered/favorites.ts';
import type { ListViewCache } from '../services/lists/listViewCache.ts';
import type { NewRecords } from '../services/newRecords.ts';
import type { Recents } from '../services/remembered/recents.ts';
import type { RecordChanges } from '../services/common/recordChanges.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import type { RecordSearch } from '../services/recordSearch.ts';
import type { Watcher } from '../services/watch/watcher.ts';
import type { WatchList } from '../services/watch/watchList.ts';
import type { WriteGuard } from '../services/connections/writeGuard.ts';
import type { RecordWriter } from '../services/writes/recordWriter.ts';
import type { RecordsTree } from '../tree/recordsTree.ts';
import { addConnection } from './connections/addConnection.ts';
import { addController } from './tree/addController.ts';
import { addFavorite } from './tree/addFavorite.ts';
import { addRecord } from './records/addRecord.ts';
import { bulkDelete } from './bulk/bulkDelete.ts';
import { bulkEdit, type BulkCommandParts } from './bulk/bulkEdit.ts';
import { clearFilter } from './tree/clearFilter.ts';
import { clearRecents } from './tree/clearRecents.ts';
import { compareAcross } from './records/compareAcross.ts';
import { comparePending } from './pending/comparePending.ts';
import { compareRecords } from './records/compareRecords.ts';
import { connectionActions } from './connections/connectionActions.ts';
import { copyAsCurl } from './records/copyAsCurl.ts';
import { copyLink } from './records/copyLink.ts';
import { copyTypes } from './records/copyTypes.ts';
import { deleteRecord } from './records/deleteRecord.ts';
import { discardPending } from './pending/discardPending.ts';
import { duplicateRecord } from './records/duplicateRecord.ts';
import { clearRequests } from './requests/clearRequests.ts';
import { copyRequestAsCurl } from './requests/copyRequestAsCurl.ts';
import { editConnection } from './connections/editConnection.ts';
import { exportRecords } from './export/exportRecords.ts';
import { importRecords, type ImportParts } from './import/importRecords.ts';
import { explainPermission } from './records/explainPermission.ts';
import { filterTree } from './tree/filterTree.ts';
import { goToRow } from './lists/goToRow.ts';
import { openAsForm } from './records/openAsForm.ts';
import { openAsText } from './records/openAsText.ts';
import { openListView } from './lists/openListView.ts';
import { openRecord } from './records/openRecord.ts';
import { pasteJson } from './records/pasteJson.ts';
import { refresh } from './tree/refresh.ts';
import { reloadRecord } from './records/reloadRecord.ts';
import { removeConnection } from './connections/removeConnection.ts';
import { removeController } from './tree/removeController.ts';
import { removeFavorite } from './tree/removeFavorite.ts';
import { resumeBulk } from './bulk/resumeBulk.ts';
import { showBulkRuns } from './bulk/showBulkRuns.ts';
import { undoBulk } from './bulk/undoBulk.ts';
import { resetDemo } from './demo/resetDemo.ts';
import { savePending } from './pending/savePending.ts';
import { searchRecords } from './lists/searchRecords.ts';
import { searchTable } from './lists/searchTable.ts';
import { setToken } from './connections/setToken.ts';
import { showLicense } from './connections/showLicense.ts';
import { showLog } from './requests/showLog.ts';
import { showOrganization } from './connections/showOrganization.ts';
import { signup } from './connections/signup.ts';
import { lookNow } from './watch/lookNow.ts';
import { showRequests } from './requests/showRequests.ts';
import { showWatched } from './watch/showWatched.ts';
import { signOut } from './connections/signOut.ts';
import { startDemo } from './demo/startDemo.ts';
import { stopDemo } from './demo/stopDemo.ts';
import { stopWatching } from './watch/stopWatching.ts';
import { testConnection } from './connections/testConnection.ts';
import { watch } from './watch/watch.ts';

export interface CommandParts extends BulkCommandParts, ImportParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly added: AddedControllers;
  readonly favorites: Favorites;
  readonly recents: Recents;
  readonly search: RecordSearch;
  readonly requests: RequestHistory;
  readonly filter: TreeFilter;
  readonly forms: Lazy<ConnectionForms>;
  readonly signups: Lazy<SignupForms>;
  readonly licenses: Lazy<LicensePages>;
  readonly guard: WriteGuard;
  readonly writer: RecordWriter;
  readonly listViews: ListViewCache;
  readonly tables: TableEditor;
  readonly layouts: ColumnLayouts;
  readonly exports: ExportMemory;
  /** What the thread of an export runs. */
  readonly exportScript: string;
  readonly partFiles: PartFiles;
  readonly changes: RecordChanges;
  readonly recordForms: RecordForms;
  readonly recordEditor: FormEditor;
  readonly newRecords: NewRecords;
  readonly compared: ComparedRecords;
  readonly pending: PendingDocuments;
  readonly watchList: WatchList;
  readonly watcher: Watcher;
  readonly watchedTexts: WatchedTexts;
  readonly edits: DocumentEdits;
  readonly demo: Demo;
  readonly memory: DemoMemory;
  readonly tree: RecordsTree;
  readonly log: Log;
  readonly errors: ErrorReporter;
}

type Command = (argument?: never, second?: never) => unknown;

export type CommandTable = Record<keyof typeof commands, readonly [title: string, command: Command]>;

/** The table of commands. One that the manifest names and this table lacks does not compile. */
export function commandTable(parts: CommandParts): CommandTable {
  const { connections, clients, added, favorites, recents, filter, forms, demo, memory, tree, log } = parts;
  const { tables, recordEditor, signups, licenses, guard, recordForms } = parts;
  return {
    addConnection: [t('Adding the connection'), addConnection(connections, parts.requests)],
    removeConnection: [t('Removing the connection'), removeConnection(connections, demo, memory)],
    setToken: [t('Setting the token'), setToken(connections)],
    signOut: [t('Signing out'), signOut(connections)],
    startDemo: [t('Starting the demo'), startDemo(demo, memory)],
    stopDemo: [t('Stopping the demo'), stopDemo(demo, memory)],
    resetDemo: [t('Resetting the demo'), resetDemo(demo, memory)],
    refresh: [t('Refreshing'), refresh(tree, tables, recordEditor)],
    retry: [t('Trying again'), refresh(tree, tables, recordEditor)],
    showLog: [t('Showing the log'), showLog(log)],
    addController: [t('Adding the controller'), addController(connections, clients, added)],
    removeController: [t('Removing the controller'), removeController(added)],
    filterTree: [t('Filtering'), filterTree(filter)],
    clearFilter: [t('Clearing the filter'), clearFilter(filter)],
    addFavorite: [t('Adding the favorite'), addFavorite(favorites)],
    removeFavorite: [t('Removing the favorite'), removeFavorite(favorites)],
    editConnection: [t('Opening the connection'), editConnection(connections, forms)],
    testConnection: [t('Testing the connection'), testConnection(connections, parts.requests)],
    connectionActions: [t('The action'), connectionActions(connections)],
    openListView: [t('Opening the list view'), openListView(parts)],
    openRecord: [t('Opening the record'), openRecord(parts)],
    copyLink: [t('Copying the link'), copyLink()],
    copyAsCurl: [t('Copying as curl'), copyAsCurl(clients)],
    goToRow: [t('Going to the row'), goToRow(tables)],
    signup: [t('Signing up'), signup(connections, guard, signups)],
    showLicense: [t('Showing the license'), showLicense(connections, licenses)],
    showOrganization: [t('Asking who you are'), showOrganization(connections, clients)],
    goToRecord: [t('Going to a record'), searchRecords(t('Go to Record'), parts)],
    searchRecords: [t('Searching records'), searchRecords(t('Search Records'), parts)],
    showRequests: [t('Showing the requests'), showRequests()],
    clearRequests: [t('Clearing the requests'), clearRequests(parts.requests)],
    copyRequestAsCurl: [t('Copying as curl'), copyRequestAsCurl()],
    searchTable: [t('Searching'), searchTable(tables)],
    exportRecords: [t('Exporting'), exportRecords(parts)],
    importRecords: [t('Importing'), importRecords(parts)],
    addRecord: [t('Adding a record'), addRecord(parts)],
    duplicateRecord: [t('Duplicating the record'), duplicateRecord(parts)],
    deleteRecord: [t('Deleting the record'), deleteRecord(parts)],
    reloadRecord: [t('Reading the record again'), reloadRecord(parts)],
    pasteJson: [t('Pasting'), pasteJson(parts)],
    openAsForm: [t('Opening the form'), openAsForm(parts)],
    openAsText: [t('Opening the text'), openAsText(parts)],
    watch: [t('Watching'), watch(parts.watchList)],
    stopWatching: [t('Stopping the watch'), stopWatching(parts.watchList)],
    showWatched: [t('Showing what has changed'), showWatched(parts)],
    lookNow: [t('Looking'), lookNow(parts.watcher)],
    compareRecords: [t('Comparing'), compareRecords(parts)],
    compareAcross: [t('Comparing'), compareAcross(parts)],
    explainPermission: [t('Explaining the permission'), explainPermission(parts)],
    copyTypes: [t('Copying the type'), copyTypes(recordForms)],
    savePending: [t('Saving'), savePending(parts.pending)],
    discardPending: [t('Discarding'), discardPending(parts.pending)],
    comparePending: [t('Comparing'), comparePending(parts.compared)],
    bulkEdit: [t('Editing the records'), bulkEdit(parts)],
    bulkDelete: [t('Deleting the records'), bulkDelete(parts)],
    undoBulk: [t('Undoing the run'), undoBulk(parts)],
    resumeBulk: [t('Resuming the run'), resumeBulk(parts)],
    showBulkRuns: [t('Showing the runs'), showBulkRuns(parts)],
    clearRecents: [t('Clearing what was opened lately'), clearRecents(recents)],
  };
}
