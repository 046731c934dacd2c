import * as vscode from 'vscode';
import type { RecordAddress } from '../model/address/address.ts';
import type { RecordWriter } from '../services/writes/recordWriter.ts';
import { FileVersions } from '../documents/fileVersions.ts';
import type { ConnectionStatus } from '../platform/connectionStatus.ts';
import { DemoAutoStart } from '../platform/demoStart.ts';
import type { Log } from '../platform/log.ts';
import { SecretTokenVault } from '../platform/secretTokenVault.ts';
import type { KnownSecrets } from '../model/connection/knownSecrets.ts';
import { SettingsConnectionStore } from '../platform/settings.ts';
import { Lazy } from '../services/common/lazy.ts';
import { RecordChanges } from '../services/common/recordChanges.ts';
import { Clients } from '../services/connections/clients.ts';
import { Connections } from '../services/connections/connections.ts';
import { RequestHistory } from '../services/connections/requestHistory.ts';
import { WriteGuard } from '../services/connections/writeGuard.ts';
import { Demo } from '../services/demo/demo.ts';
import { KnownTotals } from '../services/lists/knownTotals.ts';
import { ListViewCache } from '../services/lists/listViewCache.ts';
import { KnownRights } from '../services/records/knownRights.ts';
import { NewRecords } from '../services/records/newRecords.ts';
import { RecordForms } from '../services/records/recordForms.ts';
import { AddedControllers } from '../services/remembered/addedControllers.ts';
import { ControllerEntries } from '../services/references/controllerEntries.ts';
import { ChosenControllers } from '../services/remembered/chosenControllers.ts';
import { LookUpViewMemory } from '../services/remembered/lookUpViewMemory.ts';
import { Favorites } from '../services/remembered/favorites.ts';
import { SavedSearches } from '../services/remembered/savedSearches.ts';
import { SerialMemento } from '../services/remembered/memento.ts';
import { Recents } from '../services/remembered/recents.ts';
import { TabTitles } from '../services/remembered/tabTitles.ts';
import { setTabTitle } from '../platform/ui/views.ts';
import { WatchList } from '../services/watch/watchList.ts';
import { openService } from './openService.ts';
import { storageFolder } from './storageFolder.ts';

export type Services = ReturnType<typeof createServices>;

/** Services, including those loaded on first use. */
export type LoadedServices = Omit<Services, 'writer'> & {
  readonly writer: RecordWriter;
  readonly connectionStatus: ConnectionStatus;
};

/** Services created on activation. Each consumer declares the subset it needs in its own types. */
export function createServices(context: vscode.ExtensionContext, log: Log, secrets: KnownSecrets) {
  const globalState = new SerialMemento(context.globalState);
  const problems = new Lazy(async () => new (await import('../platform/settingProblems.ts')).SettingProblems(log));
  const store = new SettingsConnectionStore((found) => {
    if (found.length > 0 || problems.now) void problems.get().then(({ report }) => report(found));
  });
  const plainHttp = new Lazy(async () => {
    const { PlainHttpConsent } = await import('../services/connections/plainHttpConsent.ts');
    const { confirmPlainHttp } = await import('../platform/confirmations.ts');
    return new PlainHttpConsent(globalState, confirmPlainHttp);
  });
  const connections = new Connections(store, new SecretTokenVault(context.secrets), secrets, plainHttp);
  const requests = new RequestHistory(log);
  const lookUpViews = new LookUpViewMemory(connections);
  const clients = new Clients(connections, openService, requests, lookUpViews);
  const guard = new WriteGuard(connections, clients);
  const changes = new RecordChanges();
  const demo = new Demo(connections, {
    script: context.asAbsolutePath('dist/demo.js'),
    folder: storageFolder(context, 'demo'),
  });
  const listViews = new ListViewCache(connections, clients);
  const writer = new Lazy(async () => {
    const { createWriter } = await import('./createWriter.ts');
    return createWriter(context, storageFolder, guard, changes, connections, log);
  });
  const recents = new Recents(globalState, connections);
  const forgetStored = async (about: string | RecordAddress): Promise<number> =>
    (await import('./eraseStoredData.ts')).eraseStoredData(context, await writer.get(), about);
  connections.onErase(forgetStored);
  return {
    globalState,
    connections,
    requests,
    clients,
    lookUpViews,
    guard,
    changes,
    writer,
    forgetStored,
    listViews,
    totals: new KnownTotals(connections),
    recordForms: new RecordForms(clients, changes, connections),
    newRecords: new NewRecords(),
    rights: new KnownRights(connections),
    versions: new FileVersions(),
    added: new AddedControllers(globalState, connections),
    chosen: new ChosenControllers(globalState, connections),
    entries: new ControllerEntries(globalState, connections, clients),
    favorites: new Favorites(globalState, connections),
    saved: new SavedSearches(globalState, connections),
    recents,
    titles: new TabTitles<vscode.WebviewPanel>(connections, recents, listViews, setTabTitle),
    watchList: new WatchList(globalState, connections),
    demo,
    demoAutoStart: new DemoAutoStart(globalState),
    dispose: () => vscode.Disposable.from(clients, demo).dispose(),
  };
}
