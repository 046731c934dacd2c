import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { RecordAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import { changedUnits } from '../../model/draft/fieldChange.ts';
import { atFields } from '../../model/form/fieldMessages.ts';
import { samePath } from '../../model/form/fieldPath.ts';
import { changedBy } from '../../model/form/headingFacts.ts';
import type { JsonObject } from '../../model/json.ts';
import { withArrived } from '../../model/draft/arrived.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { mergeRecord, type RecordMerge } from '../../model/draft/recordMerge.ts';
import { readRecordText, textValues } from '../../model/draft/recordText.ts';
import { actionForSave, isOffered, type SubmitAction } from '../../model/form/submitAction.ts';
import { isAway } from '../lastSeen.ts';
import { freshly } from '../sentNotes.ts';
import { afterAttempt, attemptNotes, type SaveClock } from './afterAttempt.ts';
import { withFiles } from './chosenFiles.ts';
import { type Draft, problemsOf } from './draft.ts';
import { mergedNotes } from './saveNotes.ts';
import type { ByteStore } from './stores.ts';

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
  readonly clock: SaveClock;
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
  const form = await afterAttempt(draft, client, parts.clock, () => readAgain(draft, client, address));
  draft.form = form;
  // from now on: what is sent next may get no answer either
  if (draft.attempted && draft.base) draft.base = withArrived(form, draft.base, draft.attempted.sent);
  const merge = mergeRecord(form, draft.mergeBase, mine);
  if (merge.conflicts.length > 0) throw conflictIn(draft, mine, merge);
  refuseIn(draft, merge);
  const finished = { sent: merge.toSend as JsonObject, theirs: merge.theirs, by: changedBy(form) };
  const isSent = action !== undefined || Object.keys(merge.toSend).length > 0;
  const messages = isSent ? await send(draft, form, merge, action, client, parts) : [];
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

/** The service could not be asked what the record is now, and nothing is written from memory. */
function notSent(draft: Draft, cause: unknown): ServiceError {
  const known = cause instanceof ServiceError ? cause : undefined;
  return new ServiceError(known?.code ?? 'unreachable', {
    doing: t('save {0}', draft.name),
    why: known?.why ?? t('its service is not there'),
    remedy: t('Nothing was sent and your changes are kept: save again when the service is back.'),
    cause,
  });
}

function conflictIn(draft: Draft, mine: JsonObject, merge: RecordMerge): ServiceError {
  const { name, form, base } = draft;
  const by = changedBy(form);
  draft.conflicts = merge.conflicts;
  draft.problems = merge.refused.map(({ key, why }) => ({ key, text: why }));
  if (!base) {
    // from now on it is known what the text was held against; only the fields in question have no original
    draft.setBase(textValues(form));
    draft.unknown = new Set(merge.conflicts.map(({ key }) => key));
    // read-only values of the text are old, as far as anyone can tell
    draft.earlier = [mine, ...draft.earlier];
    draft.notes = mergedNotes(merge.theirs, by);
  }
  const labels = merge.conflicts.map(({ label }) => `“${label}”`);
  const fields = labels.length > 3 ? t('{0} fields', labels.length) : labels.join(', ');
  return new ServiceError('conflict', {
    doing: t('save {0}', name),
    why: base
      ? changedMeanwhile(fields, labels.length, by)
      : labels.length > 1
        ? t('it is not known what {0} were before', fields)
        : t('it is not known what {0} was before', fields),
    remedy: t('Choose in the form which value stands.'),
  });
}

function changedMeanwhile(fields: string, count: number, by: string | undefined): string {
  if (by === undefined)
    return count > 1 ? t('{0} were changed meanwhile', fields) : t('{0} was changed meanwhile', fields);
  return count > 1 ? t('{0} were changed meanwhile {1}', fields, by) : t('{0} was changed meanwhile {1}', fields, by);
}

/** Throws for changes that would not be sent, with each of them in the draft. */
export function refuseIn(draft: Draft, { refused }: RecordMerge): void {
  const [first] = refused;
  if (!first) return;
  draft.problems = refused.map(({ key, why }) => ({ key, text: why }));
  const said = first.why.replace(/\.$/, '');
  const why = refused.length > 1 ? t('{0} (and {1} more)', said, refused.length - 1) : said;
  throw new ServiceError('notAllowed', { doing: t('save {0}', draft.name), why });
}

async function send(
  draft: Draft,
  form: RecordForm,
  merge: RecordMerge,
  pressed: SubmitAction | undefined,
  client: RecordClient,
  parts: SaveParts,
): Promise<string[]> {
  const action = actionIn(draft, form, pressed);
  const values = await withFiles(merge.toSend, parts.files, t('save {0}', draft.name));
  const before = draft.attempted;
  const notes = attemptNotes(draft, merge.toSend as JsonObject, parts);
  try {
    const { messages } = await freshly(notes, notes.put(), () => client.save(form, values, action));
    return messages.map(({ text }) => text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.effect === 'none') {
      draft.attempted = before;
      throw refusedIn(draft, form, error);
    }
    const remedy = pressed
      ? t('Look at the record before you press “{0}” again.', action.label)
      : t('Save again to find out; what arrived is not sent twice.');
    const told = outcomeUnknown(draft, error, t('find out whether {0} was saved', draft.name), remedy);
    parts.written(form.id ?? undefined);
    throw told;
  }
}

/** The one that was pressed, if it is still offered; else one that only saves. */
export function actionIn(draft: Draft, form: RecordForm, pressed: SubmitAction | undefined): SubmitAction {
  const doing = t('save {0}', draft.name);
  if (pressed) {
    const offered = form.submitActions.find((action) => isSameAction(action, pressed) && isOffered(action));
    if (offered) return offered;
    const why = t('its form does not offer “{0}” any more', pressed.label);
    throw new ServiceError('notAllowed', { doing, why, remedy: t("Press another of the form's own buttons.") });
  }
  const action = actionForSave(form);
  if (action) return action;
  if (!form.submitActions.some(isOffered))
    throw new ServiceError('notAllowed', {
      doing,
      why: t('its form has no button that could be pressed here'),
      remedy: t('Ask whoever runs the service to look at the form of this record type.'),
    });
  const why = t('its form offers no plain save');
  throw new ServiceError('notAllowed', { doing, why, remedy: t("Press one of the form's own buttons.") });
}

/** Two buttons may have one name, and then only their labels, which are sent, tell them apart. */
function isSameAction(one: SubmitAction, other: SubmitAction): boolean {
  return samePath(one.path, other.path) && one.label === other.label;
}

/** The service's own words, at their fields. */
export function refusedIn(draft: Draft, form: RecordForm, error: ServiceError): ServiceError {
  draft.problems = problemsOf(atFields(error.reasons, form.fields));
  return error;
}

export function outcomeUnknown(draft: Draft, error: ServiceError, doing: string, remedy: string): ServiceError {
  const { code, why, status, reasons } = error;
  const told = new ServiceError(code, {
    doing,
    why,
    remedy,
    reasons,
    effect: 'unknown',
    cause: error,
    ...(status === undefined ? {} : { status }),
  });
  draft.problems = [{ text: told.message }];
  return told;
}

/** What stopped a save stands in the draft as well, unless more is known there. */
export function toldIn(draft: Draft, error: unknown): unknown {
  const isTold = draft.problems.length > 0 || draft.conflicts.length > 0 || draft.news !== 'none';
  if (error instanceof ServiceError && !isTold) draft.problems = [{ text: error.message }];
  return error;
}
