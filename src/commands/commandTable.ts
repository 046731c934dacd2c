import { t } from '@vscode/l10n';
import type { CommandName } from '../platform/runCommand.ts';
import type { BulkCommandDeps } from './bulk/bulkCommands.ts';
import type { CompareCommandDeps } from './compare/compareListView.ts';
import type { ConnectionCommandDeps } from './connections/connectionCommands.ts';
import type { DemoCommandDeps } from './demoCommands.ts';
import type { ExportCommandDeps } from './export/exportRecords.ts';
import type { ImportCommandDeps } from './import/importRecords.ts';
import type { ListCommandDeps } from './lists/listCommands.ts';
import type { PendingCommandDeps } from './pendingCommands.ts';
import type { RecordCommandDeps } from './records/recordCommands.ts';
import type { RequestCommandDeps } from './requestCommands.ts';
import type { TreeCommandDeps } from './treeCommands.ts';
import type { WatchCommandDeps } from './watchCommands.ts';

/** Dependencies of the commands, by topic. */
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

export interface LoadedCommand {
  /** Shown to the user if the command fails unexpectedly. */
  readonly doing: string;
  /** Any extension can call a command, so its arguments may be anything. */
  readonly run: (argument: unknown, second: unknown) => unknown;
}

type CommandLoader = () => Promise<LoadedCommand>;

/** A command that declares arguments but has no row here doesn't compile. */
type CommandTable = { readonly [Name in CommandName]: CommandLoader };

export function commandTable(deps: CommandDeps): CommandTable {
  const connections = from(() => import('./connections/connectionCommands.ts'), deps.connections);
  const demo = from(() => import('./demoCommands.ts'), deps.demo);
  const requests = from(() => import('./requestCommands.ts'), deps.requests);
  const tree = from(() => import('./treeCommands.ts'), deps.tree);
  const lists = from(() => import('./lists/listCommands.ts'), deps.lists);
  const profiling = from(() => import('./lists/profileColumn.ts'), deps.lists);
  const records = from(() => import('./records/recordCommands.ts'), deps.records);
  const history = from(() => import('./records/showHistory.ts'), deps.records);
  const forgetting = from(() => import('./records/forgetRecord.ts'), deps.records);
  const pending = from(() => import('./pendingCommands.ts'), deps.pending);
  const watching = from(() => import('./watchCommands.ts'), deps.watch);
  const bulk = from(() => import('./bulk/bulkCommands.ts'), deps.bulk);
  const exporting = from(() => import('./export/exportRecords.ts'), deps.export);
  const comparingLists = from(() => import('./compare/compareListView.ts'), deps.export);
  const importing = from(() => import('./import/importRecords.ts'), deps.import);
  return {
    addConnection: connections(t('Adding the connection'), (module) => module.addConnection),
    editConnection: connections(t('Opening the connection'), (module) => module.editConnection),
    testConnection: connections(t('Testing the connection'), (module) => module.testConnection),
    removeConnection: connections(t('Removing the connection'), (module) => module.removeConnection),
    setToken: connections(t('Setting the token'), (module) => module.setToken),
    signOut: connections(t('Signing out'), (module) => module.signOut),
    signup: connections(t('Signing up'), (module) => module.signUp),
    showLicense: connections(t('Showing the license'), (module) => module.showLicense),
    showOrganization: connections(t('Showing the organization'), (module) => module.showOrganization),
    connectionActions: connections(t('The action'), (module) => module.connectionActions),
    startDemo: demo(t('Starting the demo'), (module) => module.startDemo),
    stopDemo: demo(t('Stopping the demo'), (module) => module.stopDemo),
    resetDemo: demo(t('Resetting the demo'), (module) => module.resetDemo),
    showLog: requests(t('Showing the log'), (module) => module.showLog),
    showRequests: requests(t('Showing the requests'), (module) => module.showRequests),
    clearRequests: requests(t('Clearing the requests'), (module) => module.clearRequests),
    copyRequestAsCurl: requests(t('Copying as curl'), (module) => module.copyRequestAsCurl),
    refresh: tree(t('Refreshing'), (module) => module.refresh),
    refreshAll: tree(t('Refreshing'), (module) => module.refreshAll),
    retry: tree(t('Retrying'), (module) => module.refresh),
    addController: tree(t('Adding the controller'), (module) => module.addController),
    removeController: tree(t('Removing the controller'), (module) => module.removeController),
    filterTree: tree(t('Filtering'), (module) => module.filterTree),
    clearFilter: tree(t('Clearing the filter'), (module) => module.clearFilter),
    addFavorite: tree(t('Adding the favorite'), (module) => module.addFavorite),
    removeFavorite: tree(t('Removing the favorite'), (module) => module.removeFavorite),
    clearRecents: tree(t('Clearing the recent items'), (module) => module.clearRecents),
    openListView: lists(t('Opening the list view'), (module) => module.openListView),
    profileColumn: profiling(t('Profiling the column'), (module) => module.profileColumn),
    goToRow: lists(t('Going to the row'), (module) => module.goToRow),
    searchTable: lists(t('Searching'), (module) => module.searchTable),
    goToRecord: lists(t('Going to a record'), (module) => module.goToRecord),
    searchRecords: lists(t('Searching records'), (module) => module.searchRecords),
    searchAllRecords: lists(t('Searching records'), (module) => module.searchAllRecords),
    saveSearch: lists(t('Saving the search'), (module) => module.saveSearch),
    openSearch: lists(t('Opening the saved search'), (module) => module.openSearch),
    renameSearch: lists(t('Renaming the saved search'), (module) => module.renameSearch),
    removeSearch: lists(t('Removing the saved search'), (module) => module.removeSearch),
    openRecord: records(t('Opening the record'), (module) => module.openRecord),
    openAsForm: records(t('Opening the form'), (module) => module.openAsForm),
    openAsText: records(t('Opening the text'), (module) => module.openAsText),
    reloadRecord: records(t('Reloading the record'), (module) => module.reloadRecord),
    addRecord: records(t('Adding a record'), (module) => module.addRecord),
    duplicateRecord: records(t('Duplicating the record'), (module) => module.duplicateRecord),
    deleteRecord: records(t('Deleting the record'), (module) => module.deleteRecord),
    pasteJson: records(t('Pasting'), (module) => module.pasteJson),
    compareRecords: records(t('Comparing'), (module) => module.compareRecords),
    compareAcross: records(t('Comparing'), (module) => module.compareAcross),
    showHistory: history(t('Showing the history'), (module) => module.showHistory),
    showChangeAsJson: records(t('Showing the changes'), (module) => module.showChangeAsJson),
    forgetRecord: forgetting(t('Forgetting the record'), (module) => module.forgetRecord),
    explainPermission: records(t('Explaining the permission'), (module) => module.explainPermission),
    copyLink: records(t('Copying the link'), (module) => module.copyLink),
    copyAsCurl: records(t('Copying as curl'), (module) => module.copyAsCurl),
    copyTypes: records(t('Copying the type'), (module) => module.copyTypes),
    savePending: pending(t('Saving'), (module) => module.savePending),
    saveAllPending: pending(t('Saving'), (module) => module.saveAllPending),
    saveInFront: pending(t('Saving'), (module) => module.saveInFront),
    discardPending: pending(t('Discarding'), (module) => module.discardPending),
    discardAllPending: pending(t('Discarding'), (module) => module.discardAllPending),
    comparePending: pending(t('Comparing'), (module) => module.comparePending),
    planPending: pending(t('Making a plan'), (module) => module.planPending),
    watch: watching(t('Watching'), (module) => module.watch),
    stopWatching: watching(t('Stopping the watch'), (module) => module.stopWatching),
    showWatched: watching(t('Showing what has changed'), (module) => module.showWatched),
    lookNow: watching(t('Checking for changes'), (module) => module.lookNow),
    bulkEdit: bulk(t('Editing the records'), (module) => module.bulkEdit),
    bulkDelete: bulk(t('Deleting the records'), (module) => module.bulkDelete),
    undoBulk: bulk(t('Undoing the run'), (module) => module.undoBulk),
    resumeBulk: bulk(t('Resuming the run'), (module) => module.resumeBulk),
    showBulkRuns: bulk(t('Showing the runs'), (module) => module.showBulkRuns),
    showPlan: bulk(t('Showing the plan'), (module) => module.showPlan),
    exportRecords: exporting(t('Exporting'), (module) => module.exportRecords),
    compareListView: comparingLists(t('Comparing'), (module) => module.compareListView),
    importRecords: importing(t('Importing'), (module) => module.importRecords),
  };
}

/** Commands of a module, which is loaded with the first of them that is called. */
function from<Module, Deps>(load: () => Promise<Module>, deps: Deps) {
  type Run = (argument: unknown, deps: Deps, second: unknown) => unknown;
  return (doing: string, pick: (module: Module) => Run): CommandLoader =>
    async () => {
      const run = pick(await load());
      return { doing, run: (argument, second) => run(argument, deps, second) };
    };
}
