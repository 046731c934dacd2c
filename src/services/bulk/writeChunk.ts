import { t } from '@vscode/l10n';
import type { RecordService, UniformChange } from '../../service/recordService.ts';
import { type RunPlan, runSourceOf } from '../../model/bulk/bulkJournal.ts';
import type { LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { planEdit, uniformValues } from '../../model/bulk/bulkPlan.ts';
import { cellsNow } from '../../model/bulk/plannedCell.ts';
import { ServiceError } from '../../model/errors.ts';
import { recordName, type RecordForm } from '../../model/form/recordForm.ts';
import { inParallel } from '../common/inParallel.ts';
import { wordsOf } from '../writes/settleDoubt.ts';
import type { Intent } from '../writes/writeIntents.ts';
import {
  assertUnchanged,
  type EntryContext,
  isToEdit,
  type Outcome,
  entryOutcome,
  readBack,
  withWords,
} from './writeEntry.ts';

/** So many records go to the service's own endpoint at once: an address has its limits, and so has a transaction. */
export const chunkSize = 100;

/**
 * Some records by the service's own endpoint, each as the plan saw it; those that were changed since are left out. What
 * the endpoint answers is its own business, so each record is read back.
 */
export async function writeChunk(
  { writer, plan, controller, user }: EntryContext,
  entries: readonly LedgerEntry[],
  options: {
    readonly client: () => Promise<RecordService>;
    readonly concurrency: number;
    readonly intentOf: (ids: readonly string[]) => Intent;
    readonly report: (entry: LedgerEntry, outcome: Outcome) => void;
  },
): Promise<void> {
  const { concurrency, intentOf, report } = options;
  const { connection, baseUrl: madeFor } = plan;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const client = await options.client();
  const { left, sent, outcome } = await writer.many({ connection, controller }, [...byId.keys()], {
    doing: plan.title,
    through: runSourceOf(plan),
    madeFor,
    user,
    concurrency,
    intentOf,
    isOneOfMany: true,
    hasArrived: (form, id) => plan.kind === 'edit' && cellsNow(form, byId.get(id)?.cells ?? []).kind === 'after',
    check: (form, id) => {
      const entry = byId.get(id);
      if (!entry) return false;
      if (plan.kind === 'edit') return isToEdit(form, entry) && isStillAllowed(form, plan);
      assertUnchanged(form, entry);
      return true;
    },
    ...(plan.kind === 'edit' && { change: (form) => uniformChange(form, plan) }),
  });
  for (const [id, one] of left) {
    const entry = byId.get(id);
    if (entry) report(entry, entryOutcome(one));
  }
  await inParallel(sent, concurrency, async (id) => {
    const entry = byId.get(id);
    if (!entry) return;
    if (outcome.kind !== 'done' && !outcome.error.doubt) return report(entry, entryOutcome(outcome));
    const why = outcome.kind === 'done' ? outcome.refused.get(id) : outcome.error.message;
    const one = judged(await readBack(client, controller, entry), why);
    const messages = outcome.kind === 'done' ? outcome.messages : wordsOf(outcome.error);
    const own = outcome.kind === 'done' && why !== undefined ? [why] : [];
    report(entry, one.kind === 'done' ? withWords(one, [...own, ...messages.map(({ text }) => text)]) : one);
  });
}

/** Throws for a record whose form would refuse it by now: one of them must not keep all others out. */
function isStillAllowed(form: RecordForm, { changes }: RunPlan): boolean {
  const planned = planEdit(form, changes);
  if (planned.kind === 'refused') throw refusal(form, planned.why);
  return planned.kind === 'change';
}

function refusal(form: RecordForm, why: string): ServiceError {
  return new ServiceError('notAllowed', { doing: t('save {0}', recordName(form)), why: why.replace(/\.$/, '') });
}

function uniformChange(form: RecordForm, plan: RunPlan): UniformChange {
  const uniform = uniformValues(form, plan.changes);
  if (uniform.problem !== undefined) throw refusal(form, uniform.problem);
  return { form, values: uniform.values, fields: uniform.fields };
}

/** What was read, in the light of what the service said about the record. */
function judged(outcome: Outcome, why: string | undefined): Outcome {
  if (outcome.kind === 'waiting')
    return { kind: 'failed', why: why ?? t('The service took it and did not change the record, without saying why.') };
  // a service may write a value its own way, such as without the spaces around it
  const isWritten = outcome.kind === 'unclear' && outcome.isOther && why === undefined;
  return isWritten ? { kind: 'done', said: t('The service wrote it in its own way.') } : outcome;
}
