import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { cellsNow } from '../../model/bulk/plannedCell.ts';
import type { ControllerName } from '../../model/controller.ts';
import { failure, type Outcome } from './writeRecord.ts';

/** Looks at a record whose write was sent, to tell whether it arrived. */
export async function readBack(client: RecordClient, controller: ControllerName, entry: LedgerEntry): Promise<Outcome> {
  try {
    return entry.action === 'edit'
      ? await afterEdit(client, controller, entry)
      : await afterDelete(client, controller, entry);
  } catch (error) {
    const outcome = failure(error);
    // still as unknown as before
    if (outcome.kind === 'trouble') return { kind: 'unknown', trouble: outcome.error };
    if (outcome.kind !== 'failed') return outcome;
    return {
      kind: 'unclear',
      isOther: false,
      why: t('It was sent, and what became of it cannot be read: {0} Look at the record.', outcome.why),
    };
  }
}

async function afterEdit(client: RecordClient, controller: ControllerName, entry: LedgerEntry): Promise<Outcome> {
  const now = cellsNow(await client.form(controller, 'edit', entry.id), entry.cells);
  if (now.kind === 'after') return { kind: 'done' };
  if (now.kind === 'before') return { kind: 'waiting' };
  return {
    kind: 'unclear',
    isOther: true,
    why: t('It was sent, and {0}, which is neither the old nor the new value. Look at the record.', now.why),
  };
}

async function afterDelete(client: RecordClient, controller: ControllerName, entry: LedgerEntry): Promise<Outcome> {
  try {
    const form = await client.form(controller, 'view', entry.id);
    return form.isDeleted ? { kind: 'done' } : { kind: 'waiting' };
  } catch (error) {
    const outcome = failure(error);
    // it was there when the run was planned
    if (outcome.kind === 'failed' && isGone(error)) return { kind: 'done' };
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'notFound';
}
