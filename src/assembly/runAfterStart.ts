import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Features } from './createFeatures.ts';
import type { Services } from './createServices.ts';
import { syncDemoContextKey } from '../platform/demoStart.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';

/** Background work after activation; nothing waits for it. */
export function runAfterStart(
  context: vscode.ExtensionContext,
  services: Services,
  features: Features,
  errors: ErrorReporter,
): vscode.Disposable {
  const { connections, rights, watchList, demo, demoAutoStart } = services;
  const { records, watch } = features;
  const watchWhatIsListed = (): void => {
    if (watchList.shown().length > 0) void errors.runInBackground(t('Checking for changes'), () => watch.get());
  };
  const listening = [watchList.onDidChange(watchWhatIsListed)];
  const afterStart = setImmediate(() => {
    listening.push(syncDemoContextKey(demo));
    void errors.runInBackground(t('Preparing the menus'), async () => {
      const { syncPermissionContextKeys } = await import('../platform/writeOffers.ts');
      context.subscriptions.push(syncPermissionContextKeys(connections, rights));
    });
    void errors.runInBackground(t('Tracking the walkthrough progress'), async () => {
      const { trackWalkthrough } = await import('../platform/walkthroughSteps.ts');
      context.subscriptions.push(trackWalkthrough(connections, demo));
    });
    watchWhatIsListed();
    if (demoAutoStart.isWanted())
      void errors.runInBackground(t('Starting the demo'), async () => {
        const { withDemoProgress } = await import('../platform/demoProgress.ts');
        return withDemoProgress((onProgress) => demo.start(onProgress));
      });
    void errors.runInBackground(t('Cleaning up'), async () => {
      const { cleanUp } = await import('./cleanUp.ts');
      cleanUp(context, services, features, errors);
    });
  });
  // opening the view is usually followed by opening a table or a form, so preload them
  const atRest = setTimeout(() => {
    if (connections.all().length > 0) records.get().catch(() => undefined); // the error is reported when one is opened
  }, 1_500);
  return {
    dispose: () => {
      clearImmediate(afterStart);
      clearTimeout(atRest);
      for (const one of listening) one.dispose();
    },
  };
}
