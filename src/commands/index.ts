import * as vscode from 'vscode';
import type { ComparedRecords } from '../documents/comparedRecords.ts';
import type { ConnectionForms } from '../editors/connectionForms.ts';
import type { LicencePages } from '../editors/licencePages.ts';
import type { SignupForms } from '../editors/signupForms.ts';
import type { TableEditor } from '../editors/tableEditor.ts';
import { commands } from '../manifest.ts';
import type { DemoMemory } from '../platform/demoMemory.ts';
import type { DocumentEdits } from '../platform/documentEdits.ts';
import type { ErrorGate } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { PendingDocuments } from '../platform/pendingDocuments.ts';
import type { TreeFilter } from '../platform/treeFilter.ts';
import type { AddedControllers } from '../services/addedControllers.ts';
import type { Clients } from '../services/clients.ts';
import type { ColumnLayouts } from '../services/columnLayouts.ts';
import type { Connections } from '../services/connections.ts';
import type { Demo } from '../services/demo.ts';
import type { ExportMemory } from '../services/export/exportMemory.ts';
import type { Favourites } from '../services/favourites.ts';
import type { ListViewCache } from '../services/listViewCache.ts';
import type { NewRecords } from '../services/newRecords.ts';
import type { Recents } from '../services/recents.ts';
import type { RecordChanges } from '../services/recordChanges.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { RequestHistory } from '../services/requestHistory.ts';
import type { RecordSearch } from '../services/recordSearch.ts';
import type { WriteGuard } from '../services/writeGuard.ts';
import type { RecordsTree } from '../tree/recordsTree.ts';
import { addConnection } from './addConnection.ts';
import { addController } from './addController.ts';
import { addFavourite } from './addFavourite.ts';
import { addRecord } from './addRecord.ts';
import { bulkDelete } from './bulkDelete.ts';
import { bulkEdit, type BulkCommandParts } from './bulkEdit.ts';
import { clearFilter } from './clearFilter.ts';
import { clearRecents } from './clearRecents.ts';
import { callerOf } from './commandArgument.ts';
import { compareAcross } from './compareAcross.ts';
import { comparePending } from './comparePending.ts';
import { compareRecords } from './compareRecords.ts';
import { connectionActions } from './connectionActions.ts';
import { copyAsCurl } from './copyAsCurl.ts';
import { copyLink } from './copyLink.ts';
import { copyTypes } from './copyTypes.ts';
import { deleteRecord } from './deleteRecord.ts';
import { discardPending } from './discardPending.ts';
import { duplicateRecord } from './duplicateRecord.ts';
import { clearRequests } from './clearRequests.ts';
import { copyRequestAsCurl } from './copyRequestAsCurl.ts';
import { editConnection } from './editConnection.ts';
import { exportRecords } from './exportRecords.ts';
import { importRecords, type ImportParts } from './importRecords.ts';
import { explainPermission } from './explainPermission.ts';
import { filterTree } from './filterTree.ts';
import { goToRow } from './goToRow.ts';
import { openListView } from './openListView.ts';
import { openRecord } from './openRecord.ts';
import { pasteJson } from './pasteJson.ts';
import { refresh } from './refresh.ts';
import { reloadRecord } from './reloadRecord.ts';
import { removeConnection } from './removeConnection.ts';
import { removeController } from './removeController.ts';
import { removeFavourite } from './removeFavourite.ts';
import { resumeBulk } from './resumeBulk.ts';
import { showBulkRuns } from './showBulkRuns.ts';
import { undoBulk } from './undoBulk.ts';
import { resetDemo } from './resetDemo.ts';
import { savePending } from './savePending.ts';
import { searchRecords } from './searchRecords.ts';
import { searchTable } from './searchTable.ts';
import { setToken } from './setToken.ts';
import { showLicense } from './showLicense.ts';
import { showLog } from './showLog.ts';
import { showOrganisation } from './showOrganisation.ts';
import { signup } from './signup.ts';
import { showRequests } from './showRequests.ts';
import { signOut } from './signOut.ts';
import { startDemo } from './startDemo.ts';
import { stopDemo } from './stopDemo.ts';
import { testConnection } from './testConnection.ts';

export interface CommandParts extends BulkCommandParts, ImportParts {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly added: AddedControllers;
  readonly favourites: Favourites;
  readonly recents: Recents;
  readonly search: RecordSearch;
  readonly requests: RequestHistory;
  readonly filter: TreeFilter;
  readonly forms: ConnectionForms;
  readonly signups: SignupForms;
  readonly licences: LicencePages;
  readonly guard: WriteGuard;
  readonly listViews: ListViewCache;
  readonly tables: TableEditor;
  readonly layouts: ColumnLayouts;
  readonly exports: ExportMemory;
  readonly changes: RecordChanges;
  readonly recordForms: RecordForms;
  readonly newRecords: NewRecords;
  readonly compared: ComparedRecords;
  readonly pending: PendingDocuments;
  readonly edits: DocumentEdits;
  readonly demo: Demo;
  readonly memory: DemoMemory;
  readonly tree: RecordsTree;
  readonly log: Log;
  readonly gate: ErrorGate;
}

type Command = (argument?: never, second?: never) => unknown;

/** The table of commands. One that the manifest names and this table lacks does not compile. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  const { connections, clients, added, favourites, recents, filter, forms, demo, memory, tree, log, gate } = parts;
  const { listViews, tables, signups, licences, guard, recordForms } = parts;
  const table: Record<keyof typeof commands, readonly [title: string, command: Command]> = {
    addConnection: ['Adding the connection', addConnection(connections, parts.requests)],
    removeConnection: ['Removing the connection', removeConnection(connections, demo)],
    setToken: ['Setting the token', setToken(connections)],
    signOut: ['Signing out', signOut(connections)],
    startDemo: ['Starting the demo', startDemo(demo, memory)],
    stopDemo: ['Stopping the demo', stopDemo(demo, memory)],
    resetDemo: ['Resetting the demo', resetDemo(demo, memory)],
    refresh: ['Refreshing', refresh(tree, tables)],
    retry: ['Trying again', refresh(tree, tables)],
    showLog: ['Showing the log', showLog(log)],
    addController: ['Adding the controller', addController(connections, clients, added)],
    removeController: ['Removing the controller', removeController(added)],
    filterTree: ['Filtering', filterTree(filter)],
    clearFilter: ['Clearing the filter', clearFilter(filter)],
    addFavourite: ['Adding the favourite', addFavourite(favourites)],
    removeFavourite: ['Removing the favourite', removeFavourite(favourites)],
    editConnection: ['Opening the connection', editConnection(connections, forms)],
    testConnection: ['Testing the connection', testConnection(connections, parts.requests)],
    connectionActions: ['The action', connectionActions(connections)],
    openListView: ['Opening the list view', openListView(connections, listViews, tables)],
    openRecord: ['Opening the record', openRecord(connections, listViews)],
    copyLink: ['Copying the link', copyLink()],
    copyAsCurl: ['Copying as curl', copyAsCurl(clients)],
    goToRow: ['Going to the row', goToRow(tables)],
    signup: ['Signing up', signup(connections, guard, signups)],
    showLicense: ['Showing the licence', showLicense(connections, clients, licences)],
    showOrganisation: ['Asking who you are', showOrganisation(connections, clients)],
    goToRecord: ['Going to a record', searchRecords('Go to Record', parts)],
    searchRecords: ['Searching records', searchRecords('Search Records', parts)],
    showRequests: ['Showing the requests', showRequests()],
    clearRequests: ['Clearing the requests', clearRequests(parts.requests)],
    copyRequestAsCurl: ['Copying as curl', copyRequestAsCurl()],
    searchTable: ['Searching', searchTable(tables)],
    exportRecords: ['Exporting', exportRecords(parts)],
    importRecords: ['Importing', importRecords(parts)],
    addRecord: ['Adding a record', addRecord(parts)],
    duplicateRecord: ['Duplicating the record', duplicateRecord(parts)],
    deleteRecord: ['Deleting the record', deleteRecord(parts)],
    reloadRecord: ['Reading the record again', reloadRecord(parts)],
    pasteJson: ['Pasting', pasteJson(parts)],
    compareRecords: ['Comparing', compareRecords(parts)],
    compareAcross: ['Comparing', compareAcross(parts)],
    explainPermission: ['Explaining the permission', explainPermission(parts)],
    copyTypes: ['Copying the type', copyTypes(recordForms)],
    savePending: ['Saving', savePending(parts.pending)],
    discardPending: ['Discarding', discardPending(parts.pending)],
    comparePending: ['Comparing', comparePending(parts.compared)],
    bulkEdit: ['Editing the records', bulkEdit(parts)],
    bulkDelete: ['Deleting the records', bulkDelete(parts)],
    undoBulk: ['Undoing the run', undoBulk(parts)],
    resumeBulk: ['Resuming the run', resumeBulk(parts)],
    showBulkRuns: ['Showing the runs', showBulkRuns(parts)],
    clearRecents: ['Clearing what was opened lately', clearRecents(recents)],
  };
  return vscode.Disposable.from(
    ...Object.entries(table).map(([name, [title, command]]) =>
      vscode.commands.registerCommand(commands[name as keyof typeof commands], (argument?: unknown, second?: unknown) =>
        gate.pass(title, () => command(argument as never, second as never), callerOf(argument)),
      ),
    ),
  );
}
