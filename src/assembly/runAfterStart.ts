import { readdir } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Features } from './createFeatures.ts';
import { type Services, storageFolder } from './createServices.ts';
import { syncDemoContextKey } from '../platform/demoStart.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';

/** What a window does by itself once it is there, and nobody waits for. */
export function runAfterStart(
  context: vscode.ExtensionContext,
  { connections, rights, watchList, demo, demoAutoStart }: Services,
  { records, watch, bulk }: Features,
  errors: ErrorReporter,
): vscode.Disposable {
  const watchWhatIsListed = (): void => {
    if (watchList.shown().length > 0) void errors.runInBackground(t('Looking'), () => watch.get());
  };
  const listening = [watchList.onDidChange(watchWhatIsListed)];
  const afterStart = setImmediate(() => {
    listening.push(syncDemoContextKey(demo));
    void errors.runInBackground(t('Preparing the menus'), async () => {
      const { syncWriteOffers } = await import('../platform/writeOffers.ts');
      context.subscriptions.push(syncWriteOffers(connections, rights));
    });
    void errors.runInBackground(t('Following the walkthrough'), async () => {
      const { trackWalkthrough } = await import('../platform/walkthroughSteps.ts');
      context.subscriptions.push(trackWalkthrough(connections, demo));
    });
    watchWhatIsListed();
    if (demoAutoStart.isWanted())
      void errors.runInBackground(t('Starting the demo'), async () => {
        const { withDemoProgress } = await import('../platform/demoProgress.ts');
        return withDemoProgress((onProgress) => demo.start(onProgress));
      });
    void errors.runInBackground(t('Looking for interrupted runs'), async () => {
      if (await hasFiles(storageFolder(context, 'bulk'))) await (await bulk.get()).offerInterrupted();
    });
    void errors.runInBackground(t('Clearing up after exports'), async () => {
      const folder = storageFolder(context, 'exports');
      if (!(await hasFiles(folder))) return;
      const { PartialFiles } = await import('../services/export/partialFiles.ts');
      await new PartialFiles(folder).cleanUp();
    });
  });
  // whoever has opened the view opens a table or a form next
  const atRest = setTimeout(() => {
    if (connections.all().length > 0) records.get().catch(() => undefined); // whoever opens one hears why it fails
  }, 1_500);
  return {
    dispose: () => {
      clearImmediate(afterStart);
      clearTimeout(atRest);
      for (const one of listening) one.dispose();
    },
  };
}

/** Whether earlier windows have left something in the folder. */
async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
