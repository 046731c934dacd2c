import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import { ServiceError } from '../../model/errors.ts';
import type { FormValues } from '../../model/fieldValue.ts';
import type { RecordForm } from '../../model/recordForm.ts';
import { actionForSave } from '../../model/submitAction.ts';
import type { AddJournal } from './addJournal.ts';

export interface PlannedAdd {
  readonly place: number;
  readonly values: FormValues;
}

/** `unclear`: it was sent, and nobody can tell whether it arrived. `waiting`: it was not sent. */
export interface AddOutcome {
  readonly place: number;
  readonly state: 'added' | 'failed' | 'unclear' | 'waiting';
  readonly id?: string;
  readonly why?: string;
}

/** When one record meets these, so would all others. */
const stopsAll = ['notSignedIn', 'unreachable', 'timedOut', 'notARecordService', 'cancelled'];

export interface AddWork {
  readonly client: Pick<RecordClient, 'save'>;
  readonly form: RecordForm;
  readonly adds: readonly PlannedAdd[];
  readonly journal: Pick<AddJournal, 'put'>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** One after the other, each sent once: a new record whose outcome is unknown is never sent again by itself. */
export async function addRecords({ client, form, adds, journal, onProgress, signal }: AddWork): Promise<AddOutcome[]> {
  const outcomes: AddOutcome[] = [];
  let stopped: string | undefined;
  for (const { place, values } of adds) {
    if (signal.aborted) stopped ??= t('it was cancelled');
    if (stopped !== undefined) {
      outcomes.push({ place, state: 'waiting', why: t('It was not sent: {0}.', stopped) });
      continue;
    }
    journal.put({ type: 'sent', place });
    const { outcome, isEnd } = await addOne(client, form, place, values);
    if (outcome.state === 'added')
      journal.put({ type: 'added', place, ...(outcome.id !== undefined && { id: outcome.id }) });
    else if (outcome.state !== 'waiting') journal.put({ type: outcome.state, place, why: outcome.why ?? '' });
    outcomes.push(outcome);
    if (isEnd) stopped = outcome.why?.replace(/\.$/, '') ?? t('the service is not there');
    onProgress(outcomes.length);
  }
  return outcomes;
}

async function addOne(
  client: Pick<RecordClient, 'save'>,
  form: RecordForm,
  place: number,
  values: FormValues,
): Promise<{ readonly outcome: AddOutcome; readonly isEnd: boolean }> {
  const action = actionForSave(form);
  if (!action) return { outcome: { place, state: 'failed', why: t('The form offers no plain save.') }, isEnd: true };
  try {
    // without a signal: what is under way is waited for, so that its outcome is known
    const { id } = await client.save(form, values, action);
    return { outcome: { place, state: 'added', ...(id !== undefined && { id }) }, isEnd: false };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const state = error.effect === 'unknown' ? 'unclear' : 'failed';
    return { outcome: { place, state, why: error.message }, isEnd: stopsAll.includes(error.code) };
  }
}
