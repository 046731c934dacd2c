import type * as vscode from 'vscode';
import { Lazy } from '../services/common/lazy.ts';
import { offerInterrupted, showRunProgress } from '../platform/bulkProgress.ts';
import { numberSetting } from '../platform/settings.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import { completeRunStep } from '../platform/walkthroughSteps.ts';
import { BulkPlanner } from '../services/bulk/bulkPlanner.ts';
import { BulkRuns } from '../services/bulk/bulkRuns.ts';
import { JournalFolder } from '../services/bulk/journalFolder.ts';
import { NamedRecords } from '../services/references/namedRecords.ts';
import type { LoadedServices } from './createServices.ts';
import { storageFolder } from './storageFolder.ts';

/** Bulk runs, their journals and their pages. */
export function createBulkFeature(
  context: vscode.ExtensionContext,
  {
    globalState,
    connections,
    connectionStatus,
    clients,
    guard,
    changes,
    writer,
    listViews,
    added,
    chosen,
    entries,
  }: LoadedServices,
  errors: ErrorReporter,
  log: Log,
) {
  const journals = new JournalFolder(storageFolder(context, 'bulk'));
  const concurrency = (): number => numberSetting('bulkConcurrency');
  const references = new NamedRecords({ clients, listViews, added, chosen, entries });
  const planner = new BulkPlanner(guard, journals, concurrency, references);
  const runs = new BulkRuns({ guard, changes, writer, folder: journals, concurrency });
  const sources = { connections, connectionStatus, clients, listViews, added, chosen, entries };
  const pages = { extension: context.extensionUri, ...sources, planner, runs, errors, log };
  const bulkPanels = new Lazy(async () => {
    const { BulkPanels } = await import('../features/bulk/host/bulkPanels.ts');
    return new BulkPanels(pages);
  });
  const importPanels = new Lazy(async () => {
    const { ImportPanels } = await import('../features/import/host/importPanels.ts');
    return new ImportPanels({ ...pages, guard, globalState, bulkPanels });
  });
  context.subscriptions.push(
    runs,
    runs.onDidStart(async (run) => {
      const { ledger } = run.runner;
      // the run's page shows why it failed
      void run.ended.catch(() => undefined).then(() => completeRunStep(ledger));
      await showRunProgress(run, (await bulkPanels.get()).pageOf(ledger.plan.run));
    }),
  );
  return { planner, runs, bulkPanels, importPanels, offerInterrupted: () => offerInterrupted(runs, connections) };
}
