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
  const connections = group(
    () => import('./connections/connectionCommands.ts'),
    (loaded) => loaded.connectionCommands(deps.connections),
  );
  const demo = group(
    () => import('./demoCommands.ts'),
    (loaded) => loaded.demoCommands(deps.demo),
  );
  const requests = group(
    () => import('./requestCommands.ts'),
    (loaded) => loaded.requestCommands(deps.requests),
  );
  const tree = group(
    () => import('./treeCommands.ts'),
    (loaded) => loaded.treeCommands(deps.tree),
  );
  const lists = group(
    () => import('./lists/listCommands.ts'),
    (loaded) => loaded.listCommands(deps.lists),
  );
  const records = group(
    () => import('./records/recordCommands.ts'),
    (loaded) => loaded.recordCommands(deps.records),
  );
  const pending = group(
    () => import('./pendingCommands.ts'),
    (loaded) => loaded.pendingCommands(deps.pending),
  );
  const watch = group(
    () => import('./watchCommands.ts'),
    (loaded) => loaded.watchCommands(deps.watch),
  );
  const bulk = group(
    () => import('./bulk/bulkCommands.ts'),
    (loaded) => loaded.bulkCommands(deps.bulk),
  );
  const exporting = group(
    () => import('./export/exportRecords.ts'),
    (loaded) => loaded.exportCommands(deps.export),
  );
  const importing = group(
    () => import('./import/importRecords.ts'),
    (loaded) => loaded.importCommands(deps.import),
  );
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
    showChangeAsJson: records,
    forgetRecord: records,
    explainPermission: records,
    copyLink: records,
    copyAsCurl: records,
    copyTypes: records,
    savePending: pending,
    saveAllPending: pending,
    discardPending: pending,
    discardAllPending: pending,
    comparePending: pending,
    planPending: pending,
    watch,
    stopWatching: watch,
    showWatched: watch,
    lookNow: watch,
    bulkEdit: bulk,
    bulkDelete: bulk,
    undoBulk: bulk,
    resumeBulk: bulk,
    showBulkRuns: bulk,
    showPlan: bulk,
    exportRecords: exporting,
    compareListView: exporting,
    importRecords: importing,
  };
  return registerCommandTable(table, errors);
}

/** Loaded with the first of its commands. */
function group<Loaded, Commands>(load: () => Promise<Loaded>, make: (loaded: Loaded) => Commands): Lazy<Commands> {
  return new Lazy(async () => make(await load()));
}
