import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { BulkRuns } from '../services/bulk/bulkRuns.ts';
import { journalKeepDays } from './bulkSettings.ts';
import { formatNumber } from '../model/formatNumber.ts';
import { runCommand } from './runCommand.ts';

/** A run that was under way when its window went is offered once in the next one. Old journals go first. */
export async function offerInterrupted(runs: BulkRuns): Promise<void> {
  await runs.cleanUp(journalKeepDays());
  for (const { plan, counts, total } of await runs.interrupted()) {
    const [resume, show, later] = [t('Resume'), t('Show'), t('Later')] as const;
    const chosen = await vscode.window.showWarningMessage(
      t(
        '“{0}” ({1}) was interrupted: {2} of {3} are done.',
        plan.title,
        plan.connectionName,
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

/** A failure was told by the command itself, and the next run is offered all the same. */
async function call(command: 'resumeBulk' | 'showBulkRuns', run: string): Promise<void> {
  await runCommand(command, { run }).then(undefined, () => undefined);
}
