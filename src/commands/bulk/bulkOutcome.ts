import { t } from '@vscode/l10n';
import { sentenceOf } from '../../platform/errorReporter.ts';
import { recordOutcome, type RecordOutcome } from '../../services/bulk/bulkReport.ts';
import type { BulkDraft } from '../../services/bulk/bulkDraft.ts';
import type { ActiveRun, BulkRuns } from '../../services/bulk/bulkRuns.ts';

/** What code gets for a run that it asked for. */
export interface BulkOutcome {
  readonly run: string;
  readonly status: string;
  /** Why it stopped before its end. */
  readonly why?: string;
  readonly done: number;
  readonly failed: number;
  readonly unclear: number;
  readonly unchanged: number;
  readonly refused: number;
  /** The first of them: a report of the run has all. */
  readonly records: readonly RecordOutcome[];
}

/** Of records that code is told of one by one. */
const mostTold = 100_000;

export async function runDraft(draft: BulkDraft, runs: BulkRuns): Promise<BulkOutcome> {
  try {
    return await outcomeOfRun(await runs.begin(draft));
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

export async function outcomeOfRun({ runner, ended }: ActiveRun): Promise<BulkOutcome> {
  const status = await ended;
  const { plan, counts, entries } = runner.ledger;
  const { done, failed, unclear, unchanged, refused } = counts;
  return {
    run: plan.run,
    status,
    ...(runner.reason && { why: sentenceOf(t('The run'), runner.reason) }),
    done,
    failed,
    unclear,
    unchanged,
    refused,
    records: Iterator.from(entries).take(mostTold).map(recordOutcome).toArray(),
  };
}
