import { t } from '@vscode/l10n';
import { canBeUndone } from '../../model/bulk/bulkLedger.ts';
import type { BulkCommandParts } from './bulkEdit.ts';
import { type BulkOutcome, runDraft } from './bulkOutcome.ts';
import { isTrue, property } from '../commandArgument.ts';
import { pickBulkRun } from './pickBulkRun.ts';

/** Shows what would be written back first, unless code confirms it. */
export const undoBulk =
  ({ planner, runs, bulkPanels }: BulkCommandParts) =>
  async (argument?: unknown): Promise<BulkOutcome | undefined> => {
    const run =
      property(argument, 'run') ?? (await pickBulkRun(runs, t('Which run should be undone?'), canBeUndone)).plan.run;
    if (isTrue(argument, 'confirmed')) {
      const never = new AbortController().signal;
      return runDraft(await planner.prepareUndo(await runs.ledger(run), () => undefined, never), runs);
    }
    // says why where it cannot be undone
    await runs.ledger(run);
    const { session } = (await bulkPanels.get()).open({ kind: 'run', run });
    await session.opened;
    await session.planUndo();
    return undefined;
  };
