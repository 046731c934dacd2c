import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { canBeUndone } from '../../model/bulk/bulkLedger.ts';
import { property } from '../commandArgument.ts';
import type { BulkCommandParts } from './bulkEdit.ts';
import { isResumable, pickBulkRun } from './pickBulkRun.ts';

interface Action extends vscode.QuickPickItem {
  readonly run: () => unknown;
}

/** Opens the one that is named, or lists them all with what can be done with each. */
export const showBulkRuns =
  ({ runs, bulkPanels }: BulkCommandParts) =>
  async (argument?: unknown): Promise<void> => {
    const named = property(argument, 'run');
    if (named !== undefined) {
      await runs.ledger(named);
      (await bulkPanels.get()).open({ kind: 'run', run: named });
      return;
    }
    const ledger = await pickBulkRun(runs, t('Bulk runs, the newest first'));
    const { run, title } = ledger.plan;
    const isActive = runs.active(run) !== undefined;
    const command = (label: string, icon: string, called: string): Action => ({
      label: `$(${icon}) ${label}`,
      run: () => vscode.commands.executeCommand(called, { run }),
    });
    const actions: Action[] = [
      { label: t('$(go-to-file) Open'), run: async () => (await bulkPanels.get()).open({ kind: 'run', run }) },
      ...(isResumable(ledger) && !isActive ? [command(t('Resume'), 'debug-continue', commands.resumeBulk)] : []),
      ...(canBeUndone(ledger) && !isActive ? [command(t('Undo…'), 'discard', commands.undoBulk)] : []),
      ...(isActive ? [] : [{ label: t('$(trash) Delete its Journal…'), run: () => remove() }]),
    ];
    const picked = await vscode.window.showQuickPick(actions, {
      title,
      placeHolder: t('What should be done with it?'),
    });
    await picked?.run();

    async function remove(): Promise<void> {
      const yes = t('Delete');
      const detail = t('The records stay as they are; the run can no longer be resumed or undone.');
      const chosen = await vscode.window.showWarningMessage(
        t('Delete the journal of “{0}”?', title),
        { modal: true, detail },
        yes,
      );
      if (chosen === yes) await runs.delete(run);
    }
  };
