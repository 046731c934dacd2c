import type * as vscode from 'vscode';
import { Lazy } from '../services/common/lazy.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import type { BulkCommandDeps } from './bulk/bulkCommands.ts';
import { type CommandTable, registerCommandTable } from './commandGroup.ts';
import type { ConnectionCommandDeps } from './connections/connectionCommands.ts';
import type { DemoCommandDeps } from './demoCommands.ts';
import type { CompareCommandDeps } from './compare/compareListView.ts';
import type { ExportCommandDeps } from './export/exportRecords.ts';
import type { ImportCommandDeps } from './import/importRecords.ts';
import type { ListCommandDeps } from './lists/listCommands.ts';
import type { PendingCommandDeps } from './pendingCommands.ts';
import type { RecordCommandDeps } from './records/recordCommands.ts';
import type { RequestCommandDeps } from './requestCommands.ts';
import type { TreeCommandDeps } from './treeCommands.ts';
import type { WatchCommandDeps } from './watchCommands.ts';

/** What each group of commands needs. */
export interface CommandDeps {
  readonly connections: ConnectionCommandDeps;
  readonly demo: DemoCommandDeps;
  readonly requests: RequestCommandDeps;
  readonly tree: TreeCommandDeps;
  readonly lists: ListCommandDeps;
  readonly records: RecordCommandDeps;
  readonly pending: PendingCommandDeps;
  readonly watch: WatchCommandDeps;
  readonly bulk: BulkCommandDeps;
  readonly export: ExportCommandDeps & CompareCommandDeps;
  readonly import: ImportCommandDeps;
}

/** Every command and the group that it is loaded with: most windows call few of them, and late. */
export function registerCommands(errors: ErrorReporter, deps: CommandDeps): vscode.Disposable {
  const connections = new Lazy(async () =>
    (await import('./connections/connectionCommands.ts')).connectionCommands(deps.connections),
  );
  const demo = new Lazy(async () => (await import('./demoCommands.ts')).demoCommands(deps.demo));
  const requests = new Lazy(async () => (await import('./requestCommands.ts')).requestCommands(deps.requests));
  const tree = new Lazy(async () => (await import('./treeCommands.ts')).treeCommands(deps.tree));
  const lists = new Lazy(async () => (await import('./lists/listCommands.ts')).listCommands(deps.lists));
  const records = new Lazy(async () => (await import('./records/recordCommands.ts')).recordCommands(deps.records));
  const pending = new Lazy(async () => (await import('./pendingCommands.ts')).pendingCommands(deps.pending));
  const watch = new Lazy(async () => (await import('./watchCommands.ts')).watchCommands(deps.watch));
  const bulk = new Lazy(async () => (await import('./bulk/bulkCommands.ts')).bulkCommands(deps.bulk));
  const exporting = new Lazy(async () => (await import('./export/exportRecords.ts')).exportCommands(deps.export));
  const importing = new Lazy(async () => (await import('./import/importRecords.ts')).importCommands(deps.import));
  const table: CommandTable = {
    addConnection: connections,
    editConnection: connections,
    testConnection: connections,
    removeConnection: connections,
    setToken: connections,
    signOut: connections,
    signup: connections,
    showLicense: connections,
    showOrganization: connections,
    connectionActions: connections,
    startDemo: demo,
    stopDemo: demo,
    resetDemo: demo,
    showLog: requests,
    showRequests: requests,
    clearRequests: requests,
    copyRequestAsCurl: requests,
    refresh: tree,
    refreshAll: tree,
    retry: tree,
    addController: tree,
    removeController: tree,
    filterTree: tree,
    clearFilter: tree,
    addFavorite: tree,
    removeFavorite: tree,
    clearRecents: tree,
    openListView: lists,
    goToRow: lists,
    searchTable: lists,
    goToRecord: lists,
    searchRecords: lists,
    searchAllRecords: lists,
    saveSearch: lists,
    openSearch: lists,
    renameSearch: lists,
    removeSearch: lists,
    openRecord: records,
    openAsForm: records,
    openAsText: records,
    reloadRecord: records,
    addRecord: records,
    duplicateRecord: records,
    deleteRecord: records,
    pasteJson: records,
    compareRecords: records,
    compareAcross: records,
    showHistory: records,
    explainPermission: records,
    copyLink: records,
    copyAsCurl: records,
    copyTypes: records,
    savePending: pending,
    saveAllPending: pending,
    discardPending: pending,
    discardAllPending: pending,
    comparePending: pending,
    watch,
    stopWatching: watch,
    showWatched: watch,
    lookNow: watch,
    bulkEdit: bulk,
    bulkDelete: bulk,
    undoBulk: bulk,
    resumeBulk: bulk,
    showBulkRuns: bulk,
    exportRecords: exporting,
    compareListView: exporting,
    importRecords: importing,
  };
  return registerCommandTable(table, errors);
}
