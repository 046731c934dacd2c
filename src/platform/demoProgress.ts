import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { formatNumber } from '../model/formatNumber.ts';
import type { DemoProgress } from '../services/demo/demoProcess.ts';
import { withProgress } from './ui/notifications.ts';

/** Shows progress in the tree view, and a notification only if there is something to wait for. */
export async function withDemoProgress<T>(start: (onProgress: DemoProgress) => Promise<T>): Promise<T> {
  return withProgress({ location: { viewId: views.records }, title: t('Starting the demo') }, async () => {
    const ended = Promise.withResolvers<void>();
    let report: ((message: string) => void) | undefined;
    let isShown = false;
    const onProgress: DemoProgress = (done, total) => {
      if (!isShown && done < total) {
        isShown = true;
        // it may be over before VS Code shows it
        void withProgress(
          { location: vscode.ProgressLocation.Notification, title: t('Preparing the demo') },
          (progress) => {
            report = (message) => progress.report({ message });
            return ended.promise;
          },
        );
      }
      report?.(t('{0} of {1} records', formatNumber(done), formatNumber(total)));
    };
    try {
      return await start(onProgress);
    } finally {
      ended.resolve();
    }
  });
}
