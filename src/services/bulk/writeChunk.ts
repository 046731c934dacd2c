import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import { bracketKey, writeValue } from '../../api/form/writeValue.ts';
import type { RunPlan } from '../../model/bulk/bulkJournal.ts';
import type { LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { noPlainSave, planEdit } from '../../model/bulk/bulkPlan.ts';
import { changedValue, isChangeOf } from '../../model/bulk/bulkChange.ts';
import type { ControllerName } from '../../model/controller.ts';
import type { FileValue } from '../../model/form/fieldValue.ts';
import type { BulkResult } from '../../model/form/saveResult.ts';
import { recordValue, type RecordForm } from '../../model/form/recordForm.ts';
import { actionForSave } from '../../model/form/submitAction.ts';
import { inParallel } from './inParallel.ts';
import { readBack } from './readBack.ts';
import { freshly, type SentNotes } from '../saving/sentNotes.ts';
import { failure, type Outcome } from './writeRecord.ts';

/** So many records go to the service's own endpoint at once: an address has its limits, and so has a transaction. */
export const chunkSize = 100;

type Report = (entry: LedgerEntry, outcome: Outcome) => void;

/** Some records by the service's own endpoint. What it answers is its own business, so each record is read back. */
export async function writeChunk(
  client: RecordClient,
  controller: ControllerName,
  plan: RunPlan,
  entries: readonly LedgerEntry[],
  parts: {
    readonly concurrency: number;
    readonly notes: SentNotes;
    readonly report: Report;
  },
): Promise<void> {
  const ids = entries.map(({ id }) => id);
  const all = (outcome: Outcome): void => entries.forEach((entry) => parts.report(entry, outcome));
  let result: BulkResult;
  try {
    const send = await prepared(client, controller, plan, ids);
    if (typeof send === 'string') return all({ kind: 'failed', why: send });
    result = await freshly(parts.notes, parts.notes.put(), send);
  } catch (error) {
    return all(failure(error));
  }
  await inParallel(entries, parts.concurrency, async (entry) => {
    const outcome = await readBack(client, controller, entry);
    parts.report(entry, judged(outcome, result, entry.id));
  });
}

/** Why it cannot be sent, as a sentence; else what sends it. */
async function prepared(
  client: RecordClient,
  controller: ControllerName,
  plan: RunPlan,
  ids: readonly string[],
): Promise<string | (() => Promise<BulkResult>)> {
  if (plan.kind === 'delete') return () => client.sendBulkDelete(controller, ids);
  // the names of the fields and of the action are those of a record's form
  const form = await client.form(controller, 'edit', ids[0]);
  const action = actionForSave(form);
  if (!action) return noPlainSave(form);
  const entries = changeEntries(form, plan, client.connection.choices.emptyValue);
  return typeof entries === 'string' ? entries : () => client.sendBulkEdit(controller, ids, entries, action);
}

function changeEntries(
  form: RecordForm,
  plan: RunPlan,
  emptyValue: 'null' | 'empty',
): (readonly [string, string | FileValue])[] | string {
  const entries: (readonly [string, string | FileValue])[] = [];
  for (const change of plan.changes) {
    const field = form.fields.find((one) => isChangeOf(change, one));
    const planned = planEdit(form, [change]);
    if (!field || planned.kind === 'refused')
      return planned.kind === 'refused' ? planned.why : t('The form has no field “{0}”.', change.field);
    const { value } = changedValue(field, recordValue(form, field), change);
    const written = writeValue(field.path, value, { empty: emptyValue === 'null' ? 'null' : '', closed: new Set() });
    for (const [key, text] of written) {
      if (text === undefined || bracketKey(field.path) === undefined)
        return t('“{0}” holds something that cannot be written into a request.', field.label);
      entries.push([key, text]);
    }
  }
  return entries;
}

/** What was read, in the light of what the service said about the record. */
function judged(outcome: Outcome, { refused }: BulkResult, id: string): Outcome {
  const why = refused.get(id);
  if (outcome.kind === 'waiting')
    return { kind: 'failed', why: why ?? t('The service took it and did not change the record, without saying why.') };
  // a service may write a value its own way, such as without the spaces around it
  const isWritten = outcome.kind === 'unclear' && outcome.isOther && why === undefined;
  return isWritten ? { kind: 'done', said: t('The service wrote it in its own way.') } : outcome;
}
