import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatNumber } from '../model/formatNumber.ts';
import { withProgress } from './ui/notifications.ts';

type Tell = (done: number, of: number | undefined) => void;

/** Min interval between updates: faster ones are unreadable. */
const pace = 250;

/** Shows a cancelable notification with count and rate. */
export async function withCountProgress<T>(
  title: string,
  work: (report: Tell, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const start = performance.now();
    let reportedAt = start;
    let share = 0;
    const report: Tell = (done, of) => {
      const now = performance.now();
      if (now - reportedAt < pace) return;
      reportedAt = now;
      const rate = Math.round((done * 1000) / (now - start));
      const percent = of === undefined || of === 0 ? 0 : Math.min(100, (done * 100) / of);
      progress.report({
        message:
          of === undefined
            ? t('{0}, {1} a second', formatNumber(done), formatNumber(rate))
            : t('{0} of {1}, {2} a second', formatNumber(done), formatNumber(of), formatNumber(rate)),
        increment: Math.max(0, percent - share),
      });
      share = Math.max(share, percent);
    };
    return work(report, stop.signal);
  });
}
