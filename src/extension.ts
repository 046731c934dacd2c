// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import './platform/displayLanguage.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { createFeatures } from './assembly/createFeatures.ts';
import { createServices } from './assembly/createServices.ts';
import { loadIsPlainQuery } from './assembly/openService.ts';
import { runAfterStart } from './assembly/runAfterStart.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { onFirstRecord } from './documents/lazyDocuments.ts';
import { registerDocuments } from './documents/registerDocuments.ts';
import { registerTextLinks } from './documents/textLinks/registerTextLinks.ts';
import { registerEditors } from './features/registerEditors.ts';
import { KnownSecrets } from './model/connection/knownSecrets.ts';
import { ErrorReporter } from './platform/errorReporter.ts';
import { Log } from './platform/log.ts';
import { runCommand } from './platform/runCommand.ts';
import { redactSecretsInUi } from './platform/ui/plainText.ts';
import { createRecordApi, type RecordApi } from './services/recordApi.ts';
import { registerTools } from './tools/registerTools.ts';
import { registerTrees } from './tree/registerTrees.ts';

/** Every window that shows our view loads what is imported here; everything else is loaded on demand. */
export function activate(context: vscode.ExtensionContext): RecordApi & { readonly runCommand: typeof runCommand } {
  const secrets = new KnownSecrets();
  redactSecretsInUi(secrets);
  const log = new Log();
  const errors = new ErrorReporter(log);
  const services = createServices(context, log, secrets);
  const features = createFeatures(context, services, errors, log);
  const trees = registerTrees(services, context.workspaceState);

  const { connections, requests, listViews, titles, watchList, versions } = services;
  const { records, bulk, watch, textLinks, linkHandler, connectionFormPanels, signupPanels, licensePanels } = features;
  const { tree, view, pending, isPendingShown } = trees;

  context.subscriptions.push(
    log,
    services,
    trees,
    registerDocuments({ connections, versions, records }),
    onFirstRecord(() => void errors.runInBackground(t('Opening it'), () => records.get())),
    registerTextLinks(connections, listViews, () => textLinks.get()),
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await linkHandler.get()).handleUri(uri) }),
    registerEditors({
      titles,
      records,
      bulk,
      connectionFormPanels,
      signupPanels,
      licensePanels,
      isBeingRead: (uri) => versions.isBeingRead(uri),
      log,
    }),
    registerCommands(
      context,
      errors,
      {
        connections: { ...services, pending, tree, connectionFormPanels, signupPanels, licensePanels },
        demo: services,
        requests: { log, requests },
        tree: { ...services, tree, view, records },
        lists: { ...services, tree, view, records },
        records: { ...services, records },
        pending: { ...services, pending, isPendingShown, records },
        watch: { watchList, watch, records },
        bulk: { ...services, records, bulk },
        export: { ...services, records },
        import: { ...services, bulk },
      },
      loadIsPlainQuery,
    ),
    registerTools({ ...services, log, records }),
    runAfterStart(context, services, features, errors),
  );
  return { ...createRecordApi(services), runCommand };
}
