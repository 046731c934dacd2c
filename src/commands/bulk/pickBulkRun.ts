import { t } from '@vscode/l10n';
import type { BulkLedger } from '../../model/bulk/bulkLedger.ts';
import { UserError } from '../../platform/errors.ts';
import { pickOne } from '../../platform/pickOne.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import { dateAndTime, formatNumber } from '../../model/formatNumber.ts';

/** Lets a person choose among the runs that fit. */
export async function pickBulkRun(
  runs: BulkRuns,
  placeHolder: string,
  fits: (ledger: BulkLedger) => boolean = () => true,
): Promise<BulkLedger> {
  const all = (await runs.list()).filter(fits);
  if (all.length === 0)
    throw new UserError(t('There is no bulk run for that. Runs are kept for as long as the settings say.'));
  const picked = await pickOne(
    all.map((ledger) => ({
      label: ledger.plan.title,
      description: `${ledger.plan.connectionName} · ${ledger.plan.controller}`,
      detail: `${dateAndTime(ledger.plan.startedAt)} · ${standing(ledger, runs)}`,
      ledger,
    })),
    { placeHolder, matchOnDescription: true, matchOnDetail: true },
  );
  return picked.ledger;
}

export function isResumable({ counts }: BulkLedger): boolean {
  return counts.waiting + counts.sent > 0;
}

function standing(ledger: BulkLedger, runs: BulkRuns): string {
  const { counts, total, ended, undoneBy, plan } = ledger;
  const failed = counts.failed + counts.unclear;
  const words = [
    t('{0} of {1} done', formatNumber(counts.done), formatNumber(total)),
    failed > 0 ? t('{0} failed', formatNumber(failed)) : undefined,
    runs.active(plan.run) ? t('running') : ended === undefined ? t('interrupted') : undefined,
    ended === 'canceled' ? t('canceled') : undefined,
    undoneBy === undefined ? undefined : t('undone'),
  ];
  return words.filter((word) => word !== undefined).join(' · ');
}
