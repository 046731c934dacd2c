import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { noPlainSave } from '../../model/bulk/bulkPlan.ts';
import { cellsNow, plannedValues } from '../../model/bulk/plannedCell.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { actionForSave } from '../../model/form/submitAction.ts';
import { freshly, type SentNotes } from '../saving/sentNotes.ts';

/** What became of one record. */
export type Outcome =
  | { readonly kind: 'done'; readonly said?: string; readonly made?: string }
  /** It had no effect. */
  | { readonly kind: 'failed'; readonly why: string }
  /** It had no effect, and others would meet the same. */
  | { readonly kind: 'trouble'; readonly error: ServiceError }
  /** It was sent, and must be read back before anything else is done to it. */
  | { readonly kind: 'unknown'; readonly trouble: ServiceError }
  /** It was read back, and has not arrived. */
  | { readonly kind: 'waiting' }
  /** It was read back, and that does not tell: it has yet another value, or cannot be read. */
  | { readonly kind: 'unclear'; readonly why: string; readonly isOther: boolean };

/** When one record meets these, so would all others. */
const holdsForAll = ['notSignedIn', 'unreachable', 'timedOut', 'notARecordService', 'cancelled'];

export async function writeEdit(
  client: RecordClient,
  controller: ControllerName,
  { id, cells }: LedgerEntry,
  notes: SentNotes,
): Promise<Outcome> {
  // the disk and the service work at the same time
  const notedAt = notes.put();
  try {
    const form = await client.form(controller, 'edit', id);
    const found = cellsNow(form, cells);
    if (found.kind === 'after') return { kind: 'done', said: t('The service had these values already.') };
    if (found.kind === 'other') return { kind: 'failed', why: t('It was changed since the preview: {0}.', found.why) };
    const action = actionForSave(form);
    if (!action) return { kind: 'failed', why: noPlainSave(form) };
    const { messages } = await freshly(notes, notedAt, () => client.sendSave(form, plannedValues(cells), action));
    return done(messages);
  } catch (error) {
    return failure(error);
  }
}

export async function writeDelete(
  client: RecordClient,
  controller: ControllerName,
  { id }: LedgerEntry,
  notes: SentNotes,
): Promise<Outcome> {
  try {
    const { messages } = await freshly(notes, notes.put(), () => client.sendDelete(controller, id));
    return done(messages);
  } catch (error) {
    return failure(error);
  }
}

/** A new record. Where its outcome stays unknown it is for a person to look for it: nobody could tell it from another. */
export async function writeAdd(
  client: RecordClient,
  form: RecordForm,
  { cells }: LedgerEntry,
  notes: SentNotes,
): Promise<Outcome> {
  const action = actionForSave(form);
  if (!action) return { kind: 'failed', why: noPlainSave(form) };
  try {
    const { id, messages } = await freshly(notes, notes.put(), () =>
      client.sendSave(form, plannedValues(cells), action),
    );
    return { ...done(messages), ...(id !== undefined && { made: id }) };
  } catch (error) {
    return failure(error);
  }
}

export function failure(error: unknown): Outcome {
  if (!(error instanceof ServiceError)) throw error;
  if (error.effect === 'unknown') return { kind: 'unknown', trouble: error };
  return holdsForAll.includes(error.code) ? { kind: 'trouble', error } : { kind: 'failed', why: error.message };
}

function done(messages: readonly ServiceMessage[]): Extract<Outcome, { kind: 'done' }> {
  const said = messages.map(({ text }) => text).join(' ');
  return said === '' ? { kind: 'done' } : { kind: 'done', said };
}

/** When a run goes on: a new record that was being sent is not to be found by its id, and must not become two. */
export function giveUpSentAdds(entries: readonly LedgerEntry[], put: (line: JournalLine) => void): void {
  for (const { id, action, state } of entries)
    if (action === 'add' && state === 'sent')
      put({ type: 'unclear', id, why: unclearAdd(t('the window was closed before the service answered.')) });
}

/** About a new record that was sent. `why` is a sentence. */
export function unclearAdd(why: string): string {
  return t('Nobody can tell whether it was added: {0} Look for it in the list before it is sent again.', why);
}
