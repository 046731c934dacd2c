import * as vscode from 'vscode';
import { addressUri } from '../platform/addressUri.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import { Lazy } from '../services/common/lazy.ts';
import type { LoadedServices, Services } from './createServices.ts';
import { loadIsPlainQuery } from './openService.ts';

export type Features = ReturnType<typeof createFeatures>;

type CreateFeature<T> = (
  context: vscode.ExtensionContext,
  services: LoadedServices,
  errors: ErrorReporter,
  log: Log,
) => T;

/** Features that few windows need; each is loaded and created on first use. */
export function createFeatures(context: vscode.ExtensionContext, services: Services, errors: ErrorReporter, log: Log) {
  const loaded = new Lazy(async () => (await import('./loadServices.ts')).loadServices(context, services));
  const featureOf = <T>(load: () => Promise<CreateFeature<T>>): Lazy<T> =>
    new Lazy(async () => {
      const [create, all] = await Promise.all([load(), loaded.get()]);
      return create(context, all, errors, log);
    });
  const records = featureOf(async () => (await import('./recordsFeature.ts')).createRecordsFeature);
  const bulk = featureOf(async () => (await import('./bulkFeature.ts')).createBulkFeature);
  const watch = new Lazy(async () =>
    (await import('./watchFeature.ts')).createWatchFeature(context, services, (change) =>
      records.now?.documents.onRecordsChanged(change),
    ),
  );
  const textLinks = new Lazy(async () => {
    const { TextLinks } = await import('../documents/textLinks/textLinks.ts');
    return new TextLinks({ ...services, forms: services.recordForms, isPlainQuery: await loadIsPlainQuery() });
  });
  const { connections, clients, guard } = services;
  const linkHandler = new Lazy(async () => {
    const { RecordsUriHandler } = await import('../platform/uriHandler.ts');
    return new RecordsUriHandler(connections, errors, await loadIsPlainQuery(), async (address, query) => {
      await (await records.get()).tables.openLink(addressUri(address), query);
    });
  });
  const pages = { extension: context.extensionUri, connections, clients, guard, log };
  const connectionFormPanels = new Lazy(async () => {
    const { ConnectionFormPanels } = await import('../features/connection/host/connectionFormPanels.ts');
    return new ConnectionFormPanels({ ...pages, lookUps: services.lookUpViews });
  });
  const licensePanels = new Lazy(
    async () => new (await import('../features/account/host/accountPanels.ts')).LicensePanels(pages),
  );
  const signupPanels = new Lazy(async () => {
    const { SignupPanels } = await import('../features/account/host/accountPanels.ts');
    return new SignupPanels({
      ...pages,
      licenses: licensePanels,
      connectionStatus: (await loaded.get()).connectionStatus,
    });
  });
  return { records, bulk, watch, textLinks, linkHandler, connectionFormPanels, licensePanels, signupPanels };
}
