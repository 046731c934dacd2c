import { t } from '@vscode/l10n';
import type { BulkCommandParts } from './bulkEdit.ts';
import { type BulkOutcome, outcome } from './bulkOutcome.ts';
import { isTrue, property } from '../commandArgument.ts';
import { isResumable, pickBulkRun } from './pickBulkRun.ts';

/** Goes on with what was interrupted or canceled; code that confirms it gets the outcome in the end. */
export const resumeBulk =
  ({ runs, bulkPanels }: BulkCommandParts) =>
  async (argument?: unknown): Promise<BulkOutcome | undefined> => {
    const run =
      property(argument, 'run') ?? (await pickBulkRun(runs, t('Which run should go on?'), isResumable)).plan.run;
    const active = await runs.resume(run);
    if (isTrue(argument, 'confirmed')) return outcome(active);
    (await bulkPanels.get()).open({ kind: 'run', run });
    return undefined;
  };
