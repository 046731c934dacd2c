import { t } from '@vscode/l10n';
// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import './platform/displayLanguage.ts';
import * as vscode from 'vscode';
import type { StartParts } from './assembly/startParts.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { FileVersions } from './documents/fileVersions.ts';
import { onFirstRecord, registerLazyTexts } from './documents/lazyDocuments.ts';
import { RecordsFileSystem } from './documents/recordsFileSystem.ts';
import { registerTextLinks } from './documents/textLinks/registerTextLinks.ts';
import { closeOrphans } from './editors/bulk/bulkOrphans.ts';
import { comingBack, Lazy } from './services/common/lazy.ts';
import { LazyEditor } from './editors/lazyEditor.ts';
import { reviveTabs } from './editors/reviveTabs.ts';
import { customEditors, schemes, textSchemes, views, webviewPanels } from './manifest.ts';
import { recordSchemaScheme } from './model/schema/schemaAddress.ts';
import { addressUri } from './platform/addressUri.ts';
import { ConnectionStatus } from './platform/connectionStatus.ts';
import { DemoMemory, tellWhetherDemoRuns } from './platform/demoMemory.ts';
import { withDemoProgress } from './platform/demoProgress.ts';
import { ErrorReporter } from './platform/errors.ts';
import { isSomethingIn } from './platform/leftBehind.ts';
import { Log } from './platform/log.ts';
import { PendingDocuments } from './platform/pendingDocuments.ts';
import { createRecordsView } from './platform/recordsView.ts';
import { SecretTokenVault } from './platform/secrets.ts';
import { SettingProblems } from './platform/settingProblems.ts';
import { SettingsConnectionStore } from './platform/settings.ts';
import { TreeFilter } from './platform/treeFilter.ts';
import { TreeMemory } from './platform/treeMemory.ts';
import { RecordsUriHandler } from './platform/uriHandler.ts';
import { tellWalkthrough } from './platform/walkthroughSteps.ts';
import { AddedControllers } from './services/remembered/addedControllers.ts';
import { Clients } from './services/connections/clients.ts';
import { Connections } from './services/connections/connections.ts';
import { Demo } from './services/demo/demo.ts';
import { Favorites } from './services/remembered/favorites.ts';
import { KnownTotals } from './services/lists/knownTotals.ts';
import { ListViewCache } from './services/lists/listViewCache.ts';
import { NewRecords } from './services/records/newRecords.ts';
import { KeyedMutex } from './services/common/keyedMutex.ts';
import { Recents } from './services/remembered/recents.ts';
import { createRecordApi, type RecordApi } from './services/recordApi.ts';
import { RecordChanges } from './services/common/recordChanges.ts';
import { RecordForms } from './services/records/recordForms.ts';
import { RequestHistory } from './services/connections/requestHistory.ts';
import { WatchList } from './services/watch/watchList.ts';
import { WriteGuard } from './services/connections/writeGuard.ts';
import { IntentFiles } from './services/writes/intentFiles.ts';
import { RecordWriter } from './services/writes/recordWriter.ts';
import { WriteIntents } from './services/writes/writeIntents.ts';
import { registerTools } from './tools/registerTools.ts';
import { dragLines } from './tree/dragLines.ts';
import { createPendingView } from './tree/pendingTree.ts';
import { RecordsTree } from './tree/recordsTree.ts';
import { RequestsTree } from './tree/requestsTree.ts';

// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks

/** Every window that shows our view pays for what is imported here; what is used later is loaded then. */
export function activate(context: vscode.ExtensionContext): RecordApi {
  const log = new Log();
  const errors = new ErrorReporter(log);
  const store = new SettingsConnectionStore(new SettingProblems(log).tell);
  const connections = new Connections(store, new SecretTokenVault(context.secrets));
  const requests = new RequestHistory(log);
  const requestsTree = new RequestsTree(requests);
  const clients = new Clients(connections, requests);
  const guard = new WriteGuard(connections, clients);
  const changes = new RecordChanges();
  const kept = (folder: string): string => vscode.Uri.joinPath(context.globalStorageUri, folder).fsPath;
  const intents = new WriteIntents(new IntentFiles(kept('intents')));
  const demo = new Demo(connections, { script: context.asAbsolutePath('dist/demo.js'), folder: kept('demo') });
  const demoMemory = new DemoMemory(context.globalState);
  const remembered = {
    added: new AddedControllers(context.globalState, connections),
    favorites: new Favorites(context.globalState, connections),
    recents: new Recents(context.globalState, connections),
  };
  const listViews = new ListViewCache(connections, clients);
  const start: StartParts & typeof remembered = {
    context,
    connections,
    clients,
    guard,
    changes,
    listViews,
    totals: new KnownTotals(connections),
    recordForms: new RecordForms(clients, changes, connections),
    newRecords: new NewRecords(),
    watchList: new WatchList(context.globalState, connections),
    versions: new FileVersions(),
    writer: new RecordWriter({ guard, changes, queue: new KeyedMutex(), intents }),
    ...remembered,
    log,
    errors,
  };
  const treeMemory = new TreeMemory(context.workspaceState);
  const tree = new RecordsTree({ ...start, watched: start.watchList, demo }, treeMemory);
  const view = createRecordsView(tree, dragLines, treeMemory);
  const filter = new TreeFilter(view, (text) => {
    tree.filter = text;
  });
  const pending = new PendingDocuments(remembered.recents);

  const records = new Lazy(async () => (await import('./assembly/assembleRecords.ts')).assembleRecords(start));
  const bulk = new Lazy(async () => (await import('./assembly/assembleBulk.ts')).assembleBulk(start, kept('bulk')));
  const watch = new Lazy(async () => {
    const { assembleWatch } = await import('./assembly/assembleWatch.ts');
    return assembleWatch(start, (change) => records.now?.documents.hear(change));
  });
  const textLinks = new Lazy(async () => {
    const { TextLinks } = await import('./documents/textLinks/textLinks.ts');
    return new TextLinks({ ...start, forms: start.recordForms });
  });
  const pages = { extension: context.extensionUri, connections, clients, guard, requests, log };
  const forms = new Lazy(async () => new (await import('./editors/connectionForms.ts')).ConnectionForms(pages));
  const licenses = new Lazy(async () => new (await import('./editors/licensePages.ts')).LicensePages(pages));
  const signups = new Lazy(async () => {
    const { SignupForms } = await import('./editors/signupForms.ts');
    return new SignupForms({ ...pages, licenses });
  });

  const tableEditor = new LazyEditor(async () => (await records.get()).tables);
  const formEditor = new LazyEditor(async () => (await records.get()).recordEditor);
  const links = new RecordsUriHandler(connections, errors, async (address, query) => {
    const uri = addressUri(address);
    (await records.get()).tables.showQuery(uri, query);
    await vscode.commands.executeCommand('vscode.open', uri);
  });
  const watchWhatIsThere = (): void => {
    if (start.watchList.shown().length > 0) void byItself(t('Looking'), () => watch.get());
  };

  context.subscriptions.push(
    log,
    clients,
    intents,
    demo,
    tellWhetherDemoRuns(demo),
    tellWalkthrough(connections, demo),
    view,
    requestsTree,
    vscode.window.registerTreeDataProvider(views.requests, requestsTree),
    new ConnectionStatus(connections),
    vscode.window.registerUriHandler(links),
    vscode.window.registerWebviewPanelSerializer(
      webviewPanels.connection,
      comingBack(() => forms.get()),
    ),
    vscode.window.registerWebviewPanelSerializer(
      webviewPanels.signup,
      comingBack(() => signups.get()),
    ),
    vscode.window.registerWebviewPanelSerializer(
      webviewPanels.license,
      comingBack(() => licenses.get()),
    ),
    vscode.window.registerWebviewPanelSerializer(
      webviewPanels.bulk,
      comingBack(async () => (await bulk.get()).bulkPanels.get()),
    ),
    closeOrphans((column) => bulk.now?.bulkPanels.now?.isIn(column) ?? false),
    pending,
    createPendingView(pending, connections),
    start.watchList.onDidChange(watchWhatIsThere),
    vscode.workspace.registerFileSystemProvider(
      schemes.records,
      new RecordsFileSystem(async () => (await records.get()).documents, start.versions),
      { isCaseSensitive: true },
    ),
    vscode.window.registerCustomEditorProvider(customEditors.table, tableEditor),
    vscode.window.registerCustomEditorProvider(customEditors.form, formEditor),
    onFirstRecord(() => void byItself(t('Opening it'), () => records.get())),
    registerLazyTexts(recordSchemaScheme, async () => (await records.get()).schemas),
    registerLazyTexts(textSchemes.compared, async () => (await records.get()).compared),
    registerLazyTexts(textSchemes.watched, async () => (await watch.get()).watchedTexts),
    registerTextLinks(connections, listViews, () => textLinks.get()),
    reviveTabs({
      viewType: customEditors.table,
      editor: tableEditor,
      onReopen: (uri, isUnderWay) => records.now?.tables.onReopen(uri, isUnderWay),
      log,
    }),
    reviveTabs({
      viewType: customEditors.form,
      editor: formEditor,
      log,
    }),
    registerTools(log, { ...start, records }),
    registerCommands(errors, {
      connections: {
        connections,
        clients,
        guard,
        requests,
        demo,
        demoMemory,
        connectionForms: forms,
        signupForms: signups,
        licensePages: licenses,
      },
      demo: { demo, demoMemory },
      requests: { log, requests },
      tree: { tree, filter, connections, clients, ...remembered, records },
      lists: { connections, clients, listViews, ...remembered, records },
      records: { ...start, records },
      pending: { pending, records },
      watch: { watchList: start.watchList, watch },
      bulk: { connections, listViews, added: remembered.added, guard, records, bulk },
      export: {
        connections,
        clients,
        listViews,
        added: remembered.added,
        records,
        globalState: context.globalState,
        exportScript: context.asAbsolutePath('dist/exportWorker.js'),
        exportFolder: kept('exports'),
      },
      import: { connections, listViews, added: remembered.added, guard, bulk, globalState: context.globalState },
    }),
  );

  // nobody waits for these
  const afterStart = setImmediate(() => {
    watchWhatIsThere();
    if (demoMemory.isWanted())
      void byItself(t('Starting the demo'), () => withDemoProgress((onProgress) => demo.start(onProgress)));
    void byItself(t('Looking for interrupted runs'), async () => {
      if (await isSomethingIn(kept('bulk'))) await (await bulk.get()).offerInterrupted();
    });
    void byItself(t('Clearing up after exports'), async () => {
      if (await isSomethingIn(kept('exports')))
        await new (await import('./services/export/partFiles.ts')).PartFiles(kept('exports')).cleanUp();
    });
  });
  context.subscriptions.push({ dispose: () => clearImmediate(afterStart) });

  function byItself(what: string, action: () => unknown): Promise<unknown> {
    return errors.run(what, action, { isCode: false, connection: undefined });
  }

  return createRecordApi(start);
}
