import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { runConnectionName } from '../model/bulk/bulkJournal.ts';
import type { BulkLedger } from '../model/bulk/bulkLedger.ts';
import { timeLeft } from '../model/bulk/bulkPace.ts';
import { formatNumber, formatPreciseNumber } from '../model/formatNumber.ts';
import { numberSetting } from './settings.ts';
import { runCommand } from './runCommand.ts';
import type { BulkRunner } from '../services/bulk/bulkRunner.ts';
import type { ActiveRun, BulkRuns } from '../services/bulk/bulkRuns.ts';
import type { Connections } from '../services/connections/connections.ts';
import { showError, showInformation, showWarning, withProgress } from './ui/notifications.ts';

const updateInterval = 300;

/** The page that shows the run. */
export interface RunPage {
  readonly isInFront: boolean;
  show(): void;
}

/**
 * The run's page shows its progress. While another tab is active, shows a cancelable notification, and a message at the
 * end.
 */
export async function showRunProgress({ runner, ended }: ActiveRun, page: RunPage): Promise<void> {
  let notice: RunNotice | undefined;
  const follow = (): void => {
    if (page.isInFront) {
      notice?.close();
      notice = undefined;
    } else (notice ??= openNotice(runner)).update();
  };
  const timer = setInterval(follow, updateInterval);
  await ended.finally(() => {
    clearInterval(timer);
    notice?.close();
  });
  if (!page.isInFront) await notifyEnd(runner, page);
}

interface RunNotice {
  update(): void;
  close(): void;
}

function openNotice(runner: BulkRunner): RunNotice {
  const over = Promise.withResolvers<void>();
  let report = (): void => undefined;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: runner.ledger.plan.title,
    cancellable: true,
  };
  void withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => runner.cancel());
    let shown = 0;
    report = () => {
      const { total } = runner.ledger;
      const share = total === 0 ? 100 : (doneIn(runner.ledger) / total) * 100;
      progress.report({ message: progressWords(runner).join(' · '), increment: share - shown });
      shown = share;
    };
    await over.promise;
  });
  return { update: () => report(), close: () => over.resolve() };
}

/** "120 of 300", "45 records a second", "4 s left". */
export function progressWords(runner: BulkRunner): string[] {
  const { ledger, pace, status } = runner;
  const done = doneIn(ledger);
  const count = t('{0} of {1}', formatNumber(done), formatNumber(ledger.total));
  if (status === 'paused') return [count, t('paused')];
  if (status === 'canceling') return [count, t('canceling')];
  const rate = pace.rate(Date.now());
  const left = timeLeft(ledger.total - done, rate);
  const speed =
    rate === undefined
      ? []
      : [t('{0} records a second', rate < 10 ? formatPreciseNumber(rate, 1) : formatNumber(Math.round(rate)))];
  return [count, ...speed, ...(left === undefined ? [] : [left])];
}

function doneIn({ counts }: BulkLedger): number {
  return counts.done + counts.failed + counts.unclear;
}

async function notifyEnd({ ledger, status, reason }: BulkRunner, page: RunPage): Promise<void> {
  const { plan, counts, total } = ledger;
  const open = t('Show');
  const summary = [plan.title, formatNumber(counts.done), formatNumber(total)] as const;
  const failed = counts.failed + counts.unclear;
  const chosen =
    status === 'stopped'
      ? await showError(t('{0}: {1} of {2} done, then it stopped. {3}', ...summary, reason?.message ?? ''), open)
      : failed > 0
        ? await showWarning(t('{0}: {1} of {2} done, {3} failed.', ...summary, formatNumber(failed)), open)
        : await showInformation(
            status === 'canceled'
              ? t('{0}: {1} of {2} done, then it was canceled.', ...summary)
              : t('{0}: {1} of {2} done.', ...summary),
            open,
          );
  if (chosen === open) page.show();
}

/**
 * Offers to resume a run that was interrupted when its window closed, once, in the next window. Deletes old journals
 * first.
 */
export async function offerInterrupted(runs: BulkRuns, connections: Pick<Connections, 'get'>): Promise<void> {
  await runs.cleanUp(numberSetting('journalKeepDays'));
  for (const { plan, counts, total } of await runs.interrupted()) {
    const [resume, show, later] = [t('Resume'), t('Show'), t('Later')] as const;
    const chosen = await showWarning(
      t(
        '“{0}” ({1}) was interrupted: {2} of {3} are done.',
        plan.title,
        runConnectionName(plan, connections),
        formatNumber(counts.done),
        formatNumber(total),
      ),
      resume,
      show,
      later,
    );
    if (chosen === resume) await call('resumeBulk', plan.run);
    if (chosen === show) await call('showBulkRuns', plan.run);
  }
}

/** The command has already reported its failure; the next run is offered anyway. */
async function call(command: 'resumeBulk' | 'showBulkRuns', run: string): Promise<void> {
  await runCommand(command, { run }).then(undefined, () => undefined);
}
