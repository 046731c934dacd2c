import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { RecordAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import { changedUnits } from '../../model/draft/fieldChange.ts';
import { changedBy } from '../../model/form/headingFacts.ts';
import type { JsonObject } from '../../model/json.ts';
import { withArrived } from '../../model/draft/arrived.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { mergeRecord, type RecordMerge } from '../../model/draft/recordMerge.ts';
import { readRecordText } from '../../model/draft/recordText.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import { isAway } from '../lists/lastSeen.ts';
import { bothNotes, freshly } from '../saving/sentNotes.ts';
import { recordKey } from '../common/oneAtATime.ts';
import type { SentMarks } from '../saving/sentMarks.ts';
import { afterAttempt, attemptNotes } from './afterAttempt.ts';
import { withFiles } from './chosenFiles.ts';
import type { Draft } from './draft.ts';
import { actionIn } from './saveAction.ts';
import { conflictIn, notSent, outcomeUnknown, refusedIn, refuseIn } from './saveRefusals.ts';
import type { ByteStore } from '../common/stores.ts';

export interface SavedRecord {
  /** Undefined when the answer to an add names none. */
  readonly id?: string;
  readonly sent: boolean;
}

/** What one save needs of the world. */
export interface SaveParts {
  readonly client: () => Promise<RecordClient>;
  readonly files: ByteStore;
  /** A write that may have happened. */
  readonly written: (id: string | undefined) => void;
  /** Puts down on the disk what is known about the draft now. */
  readonly keep: () => Promise<void>;
  readonly marks: SentMarks;
}

/** Saves a record that exists: read again, merged, sent once. Whatever stands in the way is in the draft, too. */
export async function saveDraft(
  draft: Draft,
  address: RecordAddress,
  text: string,
  action: SubmitAction | undefined,
  parts: SaveParts,
): Promise<SavedRecord> {
  const { id } = address;
  const mine = valuesIn(draft, text);
  draft.conflicts = [];
  draft.problems = [];
  if (!action && !mayDiffer(draft, mine)) return { id, sent: false };
  const client = await parts.client();
  const record = recordKey(address.connection, address.controller, id);
  const sent = { marks: parts.marks, record };
  const form = await afterAttempt(draft, client, sent, () => readAgain(draft, client, address));
  draft.form = form;
  // from now on: what is sent next may get no answer either
  if (draft.attempted && draft.base) draft.base = withArrived(form, draft.base, draft.attempted.sent);
  const merge = mergeRecord(form, draft.mergeBase, mine);
  if (merge.conflicts.length > 0) throw conflictIn(draft, mine, merge);
  refuseIn(draft, merge);
  const finished = { sent: merge.toSend as JsonObject, theirs: merge.theirs, by: changedBy(form) };
  const isSent = action !== undefined || Object.keys(merge.toSend).length > 0;
  const messages = isSent ? await send(draft, form, merge, action, client, { ...parts, record }) : [];
  // the text goes on from what was saved; what others changed comes into it when it is read again
  draft.setBase(mine);
  draft.finished = { ...finished, messages };
  draft.tell('none');
  if (isSent) parts.written(id);
  return { id, sent: isSent };
}

/** Throws for a text that is no JSON, naming the line. */
export function valuesIn(draft: Draft, text: string): JsonObject {
  const read = readRecordText(text);
  if (read.values) return read.values;
  const error = new ServiceError('unreadable', {
    doing: t('save {0}', draft.name),
    why: read.problem,
    remedy: t('Correct it in the text editor.'),
  });
  draft.problems = [{ text: error.message }];
  throw error;
}

function mayDiffer({ form, base, unknown, attempted }: Draft, mine: JsonObject): boolean {
  return !base || unknown.size > 0 || attempted !== undefined || changedUnits(form, base, mine).length > 0;
}

/** To edit; where that is not allowed any more, to look at, and then its fields say why. */
async function readAgain(draft: Draft, client: RecordClient, address: RecordAddress): Promise<RecordForm> {
  try {
    const form = await client.open(address.controller, address.id);
    draft.seenAt = undefined;
    if (!form.isDeleted) return form;
  } catch (error) {
    if (isAway(error, address.connection)) throw notSent(draft, error);
    if (!(error instanceof ServiceError) || error.code !== 'notFound') throw error;
  }
  draft.tell('deleted', t('{0} was deleted meanwhile. What you typed is still here.', draft.nameFirst));
  throw new ServiceError('notFound', {
    doing: t('save {0}', draft.name),
    why: t('it was deleted meanwhile'),
    remedy: t('Its form offers to add it as a new record.'),
  });
}

async function send(
  draft: Draft,
  form: RecordForm,
  merge: RecordMerge,
  pressed: SubmitAction | undefined,
  client: RecordClient,
  parts: SaveParts & { readonly record: string },
): Promise<string[]> {
  const action = actionIn(draft, form, pressed);
  const values = await withFiles(merge.toSend, parts.files, t('save {0}', draft.name));
  const before = draft.attempted;
  const { marks, record, keep } = parts;
  const attempt = attemptNotes(draft, merge.toSend as JsonObject, { clock: marks.clock, keep });
  const notes = bothNotes(attempt, marks.notes(record));
  try {
    const { messages } = await freshly(notes, notes.put(), () => client.sendSave(form, values, action));
    return messages.map(({ text }) => text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.effect !== 'unknown') {
      draft.attempted = before;
      throw refusedIn(draft, form, error);
    }
    const remedy = pressed
      ? t('Look at the record before you press “{0}” again.', action.label)
      : t('Save again to find out; what arrived is not sent twice.');
    const told = outcomeUnknown(draft, error, t('find out whether {0} was saved', draft.name), remedy);
    parts.written(form.id ?? undefined);
    throw told;
  } finally {
    await marks.drop(record);
  }
}
