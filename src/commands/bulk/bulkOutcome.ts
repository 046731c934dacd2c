import { t } from '@vscode/l10n';
import { sentenceOf } from '../../platform/errorReporter.ts';
import { recordOutcome, type RecordOutcome } from '../../services/bulk/bulkReport.ts';
import type { PreparedRun } from '../../services/bulk/preparedRun.ts';
import type { ActiveRun, BulkRuns } from '../../services/bulk/bulkRuns.ts';

/** Result of a run started by code. */
export interface BulkOutcome {
  readonly run: string;
  readonly status: string;
  /** Why the run stopped early. */
  readonly why?: string;
  readonly done: number;
  readonly failed: number;
  readonly unclear: number;
  readonly unchanged: number;
  readonly refused: number;
  /** The first records only; the run's report has all of them. */
  readonly records: readonly RecordOutcome[];
}

/** Max number of records reported individually to code. */
const maxReportedRecords = 100_000;

export async function runDraft(draft: PreparedRun, runs: BulkRuns): Promise<BulkOutcome> {
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
    records: Iterator.from(entries).take(maxReportedRecords).map(recordOutcome).toArray(),
  };
}
