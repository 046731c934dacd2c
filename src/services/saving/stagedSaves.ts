import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import { type ControllerName, controllerText } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { atFields } from '../../model/form/fieldMessages.ts';
import { compareStaged } from '../../model/list/compareStaged.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { Staged, StagedRecord } from '../../model/list/stagedCells.ts';
import { actionForSave } from '../../model/form/submitAction.ts';
import { type OneAtATime, recordKey } from '../common/oneAtATime.ts';
import { readSettled } from './readSettled.ts';
import type { RecordChanges } from '../common/recordChanges.ts';
import type { SentMarks } from './sentMarks.ts';
import { freshly } from './sentNotes.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';

/** Why a record's cells are still staged. */
export interface StagedProblem {
  readonly sentence: string;
  /** For the cells that it is about; the sentence is for all others. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface SaveOutcome {
  /** What the service has now, sent or found there already. */
  readonly saved: Staged;
  readonly problems: ReadonlyMap<string, StagedProblem>;
}

/** When one record meets these, so would all others. */
const holdsForAll = ['notSignedIn', 'unreachable', 'timedOut', 'notARecordService'];

/** Sends what is staged, record by record: each is read again first, and nothing that the service has is sent. */
export class StagedSaves {
  readonly #guard: WriteGuard;
  readonly #changes: RecordChanges;
  readonly #queue: OneAtATime;
  readonly #marks: SentMarks;

  constructor(guard: WriteGuard, changes: RecordChanges, queue: OneAtATime, marks: SentMarks) {
    this.#guard = guard;
    this.#changes = changes;
    this.#queue = queue;
    this.#marks = marks;
  }

  async save(connection: string, controller: ControllerName, staged: Staged): Promise<SaveOutcome> {
    const client = await this.#guard.client(connection, t('save the staged cells'));
    const saved = new Map<string, StagedRecord>();
    const problems = new Map<string, StagedProblem>();
    const news: string[] = [];
    let stopped: ServiceError | undefined;
    const name = controllerText(controller);
    try {
      for (const [id, cells] of staged) {
        const record = recordKey(connection, controller, id);
        const work = (): RecordOutcome | Promise<RecordOutcome> =>
          stopped
            ? { saved: new Map(), problem: plain(stopped), wasSent: false }
            : saveRecord(client, controller, id, cells, { marks: this.#marks, record });
        const outcome = await this.#queue.run(record, work).catch((error: unknown): RecordOutcome => {
          if (!(error instanceof ServiceError)) throw error;
          if (holdsForAll.includes(error.code)) stopped = error;
          return { saved: new Map(), problem: plain(error), wasSent: false };
        });
        if (outcome.wasSent || outcome.wasChanged) news.push(id);
        if (outcome.saved.size > 0) saved.set(id, outcome.saved);
        if (outcome.problem) problems.set(id, outcome.problem);
      }
    } finally {
      // whatever happened to the others
      if (news.length > 0) this.#changes.tell({ connection, controller: name, ids: news });
    }
    return { saved, problems };
  }
}

interface RecordOutcome {
  readonly saved: StagedRecord;
  readonly problem?: StagedProblem;
  /** Something may have been changed. */
  readonly wasSent: boolean;
  /** Someone else has changed it: whoever shows it shows an old value. */
  readonly wasChanged?: boolean;
}

async function saveRecord(
  client: RecordClient,
  controller: ControllerName,
  id: string,
  cells: StagedRecord,
  { marks, record }: { readonly marks: SentMarks; readonly record: string },
): Promise<RecordOutcome> {
  const form = await readSettled({
    clock: marks.clock,
    until: marks.othersUntil(record, client.connection.network.timeoutMs),
    read: () => client.form(controller, 'edit', id),
    hasArrived: (now) => compareStaged(now, cells).toSend.size === 0,
  });
  const { same, conflicts, toSend } = compareStaged(form, cells);
  if (conflicts.size > 0) {
    // without the values: this one may end up in a log of VS Code's
    const sentence = t(
      'Could not save {0}: it was changed meanwhile. See the marked cells.',
      form.name || t('record {0}', id),
    );
    return { saved: same, problem: { sentence, fields: conflicts }, wasSent: false, wasChanged: true };
  }
  if (toSend.size === 0) return { saved: same, wasSent: false };
  const action = actionForSave(form);
  if (!action) {
    const sentence = t(
      "Could not save {0}: its form offers no plain save. Open it and press one of the form's own buttons.",
      form.name,
    );
    return { saved: same, problem: { sentence, fields: new Map() }, wasSent: false };
  }
  try {
    const values = Object.fromEntries([...toSend].map(([field, { to }]) => [field, to]));
    const notes = marks.notes(record);
    await freshly(notes, notes.put(), () => client.sendSave(form, values, action));
    return { saved: cells, wasSent: true };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // nobody sends it again before it was read again: the next save begins with that
    if (error.effect === 'unknown') {
      const sentence = t(
        '{0} may have been saved: {1}. Save again to find out; what arrived is not sent twice.',
        form.name,
        error.why,
      );
      return { saved: same, problem: { sentence, fields: new Map() }, wasSent: true };
    }
    if (holdsForAll.includes(error.code)) throw error;
    return { saved: same, problem: { sentence: error.message, fields: fieldReasons(form, error) }, wasSent: false };
  } finally {
    await marks.drop(record);
  }
}

function plain({ message }: ServiceError): StagedProblem {
  return { sentence: message, fields: new Map() };
}

function fieldReasons(form: RecordForm, error: ServiceError): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { text, field } of atFields(error.reasons, form.fields)) {
    const name = form.fields.find(({ path }) => path === field)?.at[0];
    if (name !== undefined) reasons.set(name, [reasons.get(name), text].filter(Boolean).join(' '));
  }
  return reasons;
}
