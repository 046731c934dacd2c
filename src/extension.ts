import { t } from '@vscode/l10n';
// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import './platform/displayLanguage.ts';
import * as vscode from 'vscode';
import { registerCommands } from './commands/index.ts';
import { ComparedRecords } from './documents/comparedRecords.ts';
import { registerRecordDiagnostics } from './documents/recordDiagnostics.ts';
import { registerRecordSchemas } from './documents/recordSchemas.ts';
import { closeOrphans } from './editors/bulkOrphans.ts';
import { registerTextLinks } from './documents/textLinks/registerTextLinks.ts';
import { comingBack, Late } from './editors/late.ts';
import { RecordsDocuments } from './documents/recordsDocuments.ts';
import { WatchedTexts } from './documents/watchedTexts.ts';
import { showAdded } from './editors/addedRecord.ts';
import { FormEditor } from './editors/formEditor.ts';
import { reviveTabs } from './editors/reviveTabs.ts';
import { TableEditor } from './editors/tableEditor.ts';
import { customEditors, views, webviewPanels } from './manifest.ts';
import { schemaAddress } from './model/schemaAddress.ts';
import { addressUri } from './platform/addressUri.ts';
import { showRunProgress } from './platform/bulkProgress.ts';
import { bulkConcurrency } from './platform/bulkSettings.ts';
import { ConnectionStatus } from './platform/connectionStatus.ts';
import { DemoMemory, tellWhetherDemoRuns } from './platform/demoMemory.ts';
import { withDemoProgress } from './platform/demoProgress.ts';
import { DocumentEdits } from './platform/documentEdits.ts';
import { FileByteStore, FileTextStore } from './platform/fileStore.ts';
import { ErrorGate } from './platform/errors.ts';
import { offerInterrupted } from './platform/interruptedRuns.ts';
import { Log } from './platform/log.ts';
import { PendingDocuments } from './platform/pendingDocuments.ts';
import { createRecordsView } from './platform/recordsView.ts';
import { SecretTokenVault } from './platform/secrets.ts';
import { SettingProblems } from './platform/settingProblems.ts';
import { SettingsConnectionStore } from './platform/settings.ts';
import { TreeFilter } from './platform/treeFilter.ts';
import { TreeMemory } from './platform/treeMemory.ts';
import { followWatched } from './platform/followWatched.ts';
import { watchClock } from './platform/watchClock.ts';
import { RecordsUriHandler } from './platform/uriHandler.ts';
import { tellWalkthrough } from './platform/walkthroughSteps.ts';
import { AddedControllers } from './services/addedControllers.ts';
import { BulkPlanner } from './services/bulk/bulkPlanner.ts';
import { BulkRuns } from './services/bulk/bulkRuns.ts';
import { JournalFolder } from './services/bulk/journalFolder.ts';
import { Clients } from './services/clients.ts';
import { ColumnLayouts } from './services/columnLayouts.ts';
import { Connections } from './services/connections.ts';
import { Demo } from './services/demo.ts';
import { ExportMemory } from './services/export/exportMemory.ts';
import { Favourites } from './services/favourites.ts';
import { PartFiles } from './services/export/partFiles.ts';
import { ImportMemory } from './services/import/importMemory.ts';
import { LastSeen } from './services/lastSeen.ts';
import { KnownTotals } from './services/knownTotals.ts';
import { ListViewCache } from './services/listViewCache.ts';
import { NewRecords } from './services/newRecords.ts';
import { OneAtATime } from './services/oneAtATime.ts';
import { Recents } from './services/recents.ts';
import { RecordDrafts } from './services/records/recordDrafts.ts';
import { RecordChanges } from './services/recordChanges.ts';
import { createRecordApi, type RecordApi } from './services/recordApi.ts';
import { RecordForms } from './services/recordForms.ts';
import { RecordSearch } from './services/recordSearch.ts';
import { RecordPages } from './services/recordPages.ts';
import { RequestHistory } from './services/requestHistory.ts';
import { StagedProblems } from './services/stagedProblems.ts';
import { StagedSaves } from './services/stagedSaves.ts';
import { TableViews } from './services/tableViews.ts';
import { Watcher } from './services/watch/watcher.ts';
import { WatchList } from './services/watch/watchList.ts';
import { WriteGuard } from './services/writeGuard.ts';
import { registerTools } from './tools/index.ts';
import { dragLines } from './tree/dragLines.ts';
import { createPendingView } from './tree/pendingTree.ts';
import { createWatchedView } from './tree/watchedTree.ts';
import { RecordsTree } from './tree/recordsTree.ts';
import { RequestsTree } from './tree/requestsTree.ts';

export function activate(context: vscode.ExtensionContext): RecordApi {
  const log = new Log();
  const gate = new ErrorGate(log);
  const store = new SettingsConnectionStore(new SettingProblems(log).tell);
  const connections = new Connections(store, new SecretTokenVault(context.secrets));
  const requests = new RequestHistory(log);
  const requestsTree = new RequestsTree(requests);
  const clients = new Clients(connections, requests);
  const guard = new WriteGuard(connections, clients);
  const changes = new RecordChanges();
  const demo = new Demo(connections, {
    script: context.asAbsolutePath('dist/demo.js'),
    folder: vscode.Uri.joinPath(context.globalStorageUri, 'demo').fsPath,
  });
  const memory = new DemoMemory(context.globalState);
  const remembered = {
    added: new AddedControllers(context.globalState, connections),
    favourites: new Favourites(context.globalState, connections),
    recents: new Recents(context.globalState, connections),
  };
  const watchList = new WatchList(context.globalState, connections);
  const totals = new KnownTotals();
  const seen = new LastSeen(connections, changes);
  const listViews = new ListViewCache(connections, clients);
  const treeMemory = new TreeMemory(context.workspaceState);
  const tree = new RecordsTree({ connections, listViews, totals, demo, watched: watchList, ...remembered }, treeMemory);
  const view = createRecordsView(tree, dragLines, treeMemory);
  const filter = new TreeFilter(view, (text) => {
    tree.filter = text;
  });

  const edits = new DocumentEdits();
  const problems = new StagedProblems();
  const queue = new OneAtATime();
  const saves = new StagedSaves(guard, changes, queue);
  const kept = (folder: string): string => vscode.Uri.joinPath(context.globalStorageUri, folder).fsPath;
  const drafts = new RecordDrafts({
    clients,
    guard,
    changes,
    queue,
    store: new FileTextStore(kept('drafts')),
    files: new FileByteStore(kept('files')),
    seen,
    schemaOf: schemaAddress,
  });
  const shared = { connections, clients, guard, changes, listViews, edits, problems };
  const documents = new RecordsDocuments({ ...shared, saves, drafts });
  const recordForms = new RecordForms(clients, changes);
  const layouts = new ColumnLayouts(context.globalState, connections);
  const compared = new ComparedRecords(recordForms);
  const pending = new PendingDocuments(remembered.recents);
  const newRecords = new NewRecords();
  const tables = new TableEditor({
    ...shared,
    extension: context.extensionUri,
    pages: new RecordPages(clients, seen),
    forms: recordForms,
    layouts,
    views: new TableViews(context.globalState, connections),
    recents: remembered.recents,
    totals,
    gate,
    log,
  });

  const journals = new JournalFolder(vscode.Uri.joinPath(context.globalStorageUri, 'bulk').fsPath);
  const planner = new BulkPlanner(guard, journals, bulkConcurrency);
  const runs = new BulkRuns({ connections, guard, changes, folder: journals, concurrency: bulkConcurrency });
  const extension = context.extensionUri;
  const bulkPanels = new Late(async () => {
    const { BulkPanels } = await import('./editors/bulkPanels.ts');
    return new BulkPanels({ extension, connections, planner, runs, gate, log });
  });
  const progress = runs.onDidStart(async (run) => {
    await showRunProgress(run, (await bulkPanels.get()).pageOf(run.runner.ledger.plan.run));
  });

  const recordEditor = new FormEditor({
    ...shared,
    extension: context.extensionUri,
    drafts,
    layouts,
    recents: remembered.recents,
    newRecords,
    submit: (document, address, action) => documents.records.submit(document, address, action),
    holdSave: (document, sentence) => documents.records.hold(document, sentence),
    readAgain: (uri) => documents.readAgain(uri),
    gate,
    log,
  });

  const watcher = new Watcher({ list: watchList, clients, changes });
  const watchedTexts = new WatchedTexts();

  const forms = new Late(async () => {
    const { ConnectionForms } = await import('./editors/connectionForms.ts');
    return new ConnectionForms({ extension, connections, requests, log });
  });
  const partFiles = new PartFiles(vscode.Uri.joinPath(context.globalStorageUri, 'exports').fsPath);
  const search = new RecordSearch({ connections, clients, listViews, added: remembered.added });
  const licences = new Late(async () => {
    const { LicencePages } = await import('./editors/licencePages.ts');
    return new LicencePages({ extension, connections, clients, guard, requests, log });
  });
  const signups = new Late(async () => {
    const { SignupForms } = await import('./editors/signupForms.ts');
    return new SignupForms({ extension, connections, guard, licences, requests, log });
  });
  const links = new RecordsUriHandler(connections, gate, (address, query) => {
    const uri = addressUri(address);
    tables.showQuery(uri, query);
    return vscode.commands.executeCommand('vscode.open', uri);
  });

  context.subscriptions.push(
    log,
    clients,
    demo,
    tellWhetherDemoRuns(demo),
    tellWalkthrough({ connections, runs }),
    view,
    requestsTree,
    vscode.window.registerTreeDataProvider(views.requests, requestsTree),
    new ConnectionStatus(connections),
    vscode.window.registerUriHandler(links),
    vscode.window.registerWebviewPanelSerializer(webviewPanels.connection, comingBack(forms)),
    vscode.window.registerWebviewPanelSerializer(webviewPanels.signup, comingBack(signups)),
    vscode.window.registerWebviewPanelSerializer(webviewPanels.licence, comingBack(licences)),
    vscode.window.registerWebviewPanelSerializer(webviewPanels.bulk, comingBack(bulkPanels)),
    closeOrphans((column) => bulkPanels.now?.isIn(column) ?? false),
    runs,
    progress,
    pending,
    createPendingView(pending, connections),
    createWatchedView(watcher, connections),
    watchedTexts.register(),
    watchClock(watcher, watchList.onDidChange),
    followWatched(watcher, (change) => documents.hear(change)),
    documents.register(),
    documents.records.onDidAdd(({ document, id }) => void showAdded(document, id, clients)),
    compared.register(),
    registerRecordSchemas({ forms: recordForms, drafts }),
    registerTextLinks({ connections, listViews, forms: recordForms }),
    tables.register(),
    recordEditor.register(),
    registerRecordDiagnostics({ drafts }),
    reviveTabs({
      viewType: customEditors.table,
      isResolved: (uri, column) => tables.isResolved(uri, column),
      onReopen: (uri, isUnderWay) => tables.onReopen(uri, isUnderWay),
      log,
    }),
    registerTools({ connections, clients, listViews, search, guard, recordForms, newRecords, edits }, log),
    reviveTabs({
      viewType: customEditors.form,
      isResolved: (uri, column) => recordEditor.isResolved(uri, column),
      log,
    }),
    registerCommands({
      listViews,
      planner,
      runs,
      bulkPanels,
      tables,
      layouts,
      exports: new ExportMemory(context.globalState),
      exportScript: context.asAbsolutePath('dist/exportWorker.js'),
      partFiles,
      imports: new ImportMemory(context.globalState),
      guard,
      changes,
      edits,
      recordForms,
      recordEditor,
      compared,
      pending,
      watchList,
      watcher,
      watchedTexts,
      newRecords,
      connections,
      clients,
      demo,
      memory,
      tree,
      filter,
      forms,
      signups,
      licences,
      log,
      gate,
      ...remembered,
      requests,
      search,
    }),
  );
  if (memory.isWanted())
    void gate.pass(t('Starting the demo'), () => withDemoProgress((onProgress) => demo.start(onProgress)), {
      isCode: false,
      connection: undefined,
    });

  void gate.pass(t('Looking for interrupted runs'), () => offerInterrupted(runs), {
    isCode: false,
    connection: undefined,
  });

  void gate.pass(t('Clearing up after exports'), () => partFiles.cleanUp(), { isCode: false, connection: undefined });

  return createRecordApi(connections, clients, guard, changes);
}
