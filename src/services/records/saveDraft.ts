import type { NewRecordAddress, RecordAddress } from '../../model/address/address.ts';
import {
  changedUnits,
  type ChangeUnit,
  changeUnits,
  type FieldChange,
  fieldChange,
  sameAsSent,
  tableRows,
  unitValue,
} from '../../model/draft/changeUnits.ts';
import {
  hasArrived,
  withArrived,
  mergeRecord,
  type RecordMerge,
  type FieldConflict,
} from '../../model/draft/recordMerge.ts';
import { readRecordText, textValues } from '../../model/draft/recordText.ts';
import { ServiceError } from '../../model/errors.ts';
import { chosenFile } from '../../model/form/chosenFile.ts';
import { chosenIn, optionText } from '../../model/form/choices.ts';
import { fieldKinds } from '../../model/form/fieldKind.ts';
import { type FormValue, scalarText } from '../../model/form/fieldValue.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { messagesByField } from '../../model/form/fieldMessages.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { ProblemCause } from '../../model/form/saveResult.ts';
import { shownDifference, shownValue } from '../../model/form/shownValue.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { ByteStore } from '../common/fileStore.ts';
import {
  type CompletedReferences,
  completeReferences,
  ReferenceAnswers,
  type ReferenceChecks,
} from '../references/completeReferences.ts';
import {
  type DoneWrite,
  type RecordWriter,
  saidTo,
  type FailedWrite,
  type ConfirmClear,
} from '../writes/recordWriter.ts';
import type { Intent } from '../writes/writeIntents.ts';
import { readFiles, withFiles } from './chosenFiles.ts';
import { type Draft, problemsOf, type DraftNotice, type FinishedSave, saysOnlySaved } from './draft.ts';
import { draftKey, type DraftStore } from './draftStore.ts';
import { t } from '@vscode/l10n';

export interface SavedRecord {
  /** Undefined if the response to an add doesn't contain it. */
  readonly id?: string;
  readonly sent: boolean;
  /** Messages for an add whose record can't be opened. */
  readonly said?: readonly string[];
}

/** Dependencies of a save. */
export interface SaveDraftDeps {
  readonly writer: RecordWriter;
  readonly references: ReferenceChecks;
  readonly files: ByteStore;
  /** Stores the current state of the draft on disk. */
  readonly persist: () => Promise<void>;
  readonly now: () => number;
  readonly confirmClear?: ConfirmClear | undefined;
  /** Called when the draft has new notices. */
  readonly onNotices: () => void;
}

/**
 * Saves an existing record: merges it with its current state and sends it once. The draft also gets whatever prevents
 * the save.
 */
export async function saveDraft(
  draft: Draft,
  address: RecordAddress,
  text: string,
  action: SubmitAction | undefined,
  { writer, references, files, persist, now, onNotices, confirmClear }: SaveDraftDeps,
): Promise<SavedRecord> {
  const { id } = address;
  const typed = valuesIn(draft, text);
  draft.clearProblems(typed);
  if (!action && !mayDiffer(draft, typed)) return { id, sent: false };
  const doing = t('save {0}', draft.name);
  const before = draft.attempted;
  const answers = new ReferenceAnswers(references, address.connection);
  const complete = (form: RecordForm): CompletedReferences => {
    draft.readAgain(form);
    const written = before ? withArrived(form, typed, before, typed) : typed;
    return completeReferences(answers, form, draft.base, written);
  };
  let bytes: ReadonlyMap<string, Uint8Array> | undefined;
  let merge: RecordMerge | undefined;
  const outcome = await writer.edit(address, {
    doing,
    through: 'form',
    action,
    madeFor: draft.madeFor,
    confirmClear,
    onWait: () => {
      draft.setNotes([{ tone: 'info', text: t('Waiting until the previous request can no longer arrive.') }]);
      onNotices();
    },
    // if only a secret was sent, a restored draft has no values left to compare
    hasArrived: (form) => before !== undefined && Object.keys(before).length > 0 && hasArrived(form, before),
    // after a kill, the draft shows what was sent
    intent: intentOf(now, () => {
      draft.setAttempt((merge?.toSend ?? {}) as JsonObject);
      return persist();
    }),
    lookUp: async (form) => {
      bytes ??= await readFiles(typed, files);
      complete(form);
      return answers.ask();
    },
    values: (form) => {
      const completed = complete(form);
      assertNothingRefused(draft, completed);
      const mine = completed.values;
      merge = mergeRecord(form, draft.mergeBase, mine);
      if (merge.conflicts.length > 0) throw conflictIn(draft, mine, merge);
      assertNothingRefused(draft, merge);
      const isNothing = action === undefined && Object.keys(merge.toSend).length === 0;
      return isNothing ? undefined : withFiles(merge.toSend, bytes ?? new Map(), doing);
    },
  });
  if (outcome.kind === 'unknown') {
    const remedy = action
      ? t('Check the record before you press “{0}” again.', action.label)
      : t('Save again to find out; changes that arrived are not sent twice.');
    throw outcomeUnknown(draft, outcome.error, t('find out whether {0} was saved', draft.name), remedy);
  }
  if (outcome.kind !== 'done') {
    draft.setAttempt(before);
    throw refusedSave(draft, outcome);
  }
  draft.recordSaved(typed, finishedSave(merge, outcome, draft));
  return { id, sent: outcome.isSent };
}

/** Adds a new record. Marks it before sending: an add with an unknown outcome is never resent automatically. */
export async function addDraft(
  draft: Draft,
  address: NewRecordAddress,
  text: string,
  action: SubmitAction | undefined,
  { writer, references, files, now, store, confirmClear }: SaveDraftDeps & { readonly store: DraftStore },
): Promise<SavedRecord> {
  const doing = t('add {0}', draft.name);
  const mine = valuesIn(draft, text);
  draft.clearProblems(mine);
  let merge: RecordMerge | undefined;
  const intent = intentOf(now, () => store.markAdding(address));
  const answers = new ReferenceAnswers(references, address.connection);
  const complete = (form: RecordForm): CompletedReferences => {
    draft.readAgain(form);
    return completeReferences(answers, form, draft.base, mine);
  };
  let bytes: ReadonlyMap<string, Uint8Array> | undefined;
  const outcome = await writer.add(
    { connection: address.connection, controller: address.controller, key: draftKey(address) },
    {
      doing,
      through: 'form',
      action,
      link: draft.link,
      madeFor: draft.madeFor,
      confirmClear,
      intent,
      lookUp: async (form) => {
        if (draft.isAdded)
          throw new ServiceError('refused', { doing, why: t('it was already added'), remedy: t('Close this tab.') });
        if (draft.news === 'mayHaveBeenAdded' || (await store.isAdding(address))) {
          if (draft.news !== 'mayHaveBeenAdded') mayHaveBeenAdded(draft);
          const why = t('it may have been added already');
          throw new ServiceError('refused', { doing, why, remedy: lookBeforeAddingAgain() });
        }
        bytes ??= await readFiles(mine, files);
        complete(form);
        return answers.ask();
      },
      values: (form) => {
        const completed = complete(form);
        assertNothingRefused(draft, completed);
        merge = mergeRecord(form, draft.mergeBase, completed.values);
        assertNothingRefused(draft, merge);
        return withFiles(merge.toSend, bytes ?? new Map(), doing);
      },
    },
  );
  if (outcome.kind === 'unknown') {
    mayHaveBeenAdded(draft, outcome.error.why);
    throw outcomeUnknown(
      draft,
      outcome.error,
      t('find out whether {0} was added', draft.name),
      lookBeforeAddingAgain(),
    );
  }
  if (outcome.kind !== 'done') {
    if (intent.at > -Infinity) await store.unmarkAdding(address);
    throw refusedSave(draft, outcome);
  }
  const added = outcome.id === undefined ? {} : { id: outcome.id };
  // the mark stays until the tab is closed: VS Code may restore the tab if the window is killed now
  await store.markAdding(address, added).catch(() => undefined);
  draft.recordAdded(finishedSave(merge, outcome, draft));
  const said = saidTo(outcome);
  // a record with an id is opened, and shows the messages there
  return { ...added, sent: true, ...(outcome.id === undefined && said.length > 0 && { said }) };
}

/** Throws with the line number if the text isn't JSON. */
export function valuesIn(draft: Draft, text: string): JsonObject {
  const read = readRecordText(text);
  if (read.values) return read.values;
  const error = new ServiceError('unreadable', {
    doing: t('save {0}', draft.name),
    why: read.problem,
    remedy: t('Correct it in the text editor.'),
  });
  draft.setProblems([{ text: error.message }]);
  throw error;
}

function mayDiffer({ form, base, unknown, attempted }: Draft, mine: JsonObject): boolean {
  return !base || unknown.size > 0 || attempted !== undefined || changedUnits(form, base, mine).length > 0;
}

function finishedSave(
  merge: RecordMerge | undefined,
  outcome: DoneWrite,
  { form }: Draft,
): Parameters<Draft['recordSaved']>[1] {
  const theirs = form.operation === 'add' ? [] : (merge?.theirs ?? []);
  const sent = (merge?.toSend ?? {}) as JsonObject;
  return { sent, messages: saidTo(outcome, form.messages), theirs, by: lastChangedBy(form) };
}

/** `put` starts writing it to disk. */
function intentOf(now: () => number, put: () => Promise<void>): Intent {
  let at = -Infinity;
  let written = Promise.resolve();
  return {
    get at() {
      return at;
    },
    put: () => {
      at = now();
      written = put();
    },
    written: () => written,
  };
}

/* Reasons why a save fails: one sentence for the caller, and the details in the draft. */

function conflictIn(draft: Draft, mine: JsonObject, merge: RecordMerge): ServiceError {
  const { name } = draft;
  const by = lastChangedBy(draft.form);
  draft.recordConflicts(mine, merge, mergedNotes(draft.form, merge.theirs, by));
  const changed = merge.conflicts.filter(({ original }) => original !== undefined);
  const unknown = merge.conflicts.filter(({ original }) => original === undefined);
  const reasons = [
    ...(changed.length > 0 ? [changedMeanwhile(changed, by)] : []),
    ...(unknown.length > 0 ? [notKnownBefore(unknown)] : []),
  ];
  return new ServiceError('conflict', {
    doing: t('save {0}', name),
    why: reasons.join(', '),
    remedy: t('In the form, choose which value to keep.'),
  });
}

function changedMeanwhile(conflicts: readonly FieldConflict[], by: string | undefined): string {
  const fields = named(conflicts);
  if (by === undefined)
    return conflicts.length > 1
      ? t('{0} were changed on the service', fields)
      : t('{0} was changed on the service', fields);
  return conflicts.length > 1
    ? t('{0} were changed on the service {1}', fields, by)
    : t('{0} was changed on the service {1}', fields, by);
}

function notKnownBefore(conflicts: readonly FieldConflict[]): string {
  return conflicts.length > 1
    ? t('the previous values of {0} are unknown', named(conflicts))
    : t('the previous value of {0} is unknown', named(conflicts));
}

function named(conflicts: readonly FieldConflict[]): string {
  return conflicts.length > 3
    ? t('{0} fields', conflicts.length)
    : conflicts.map(({ label }) => `“${label}”`).join(', ');
}

/** Throws for changes that wouldn't be sent, and adds each of them to the draft. */
function assertNothingRefused(draft: Draft, { refused }: Pick<RecordMerge, 'refused'>): void {
  const [first] = refused;
  if (!first) return;
  draft.setProblems(refused.map(({ key, why }) => ({ key, text: why })));
  const said = first.why.replace(/\.$/, '');
  const why = refused.length > 1 ? t('{0} (and {1} more)', said, refused.length - 1) : said;
  throw new ServiceError('notAllowed', { doing: t('save {0}', draft.name), why });
}

/** Assigns the service's messages to their fields; a missing record or a service that is down gets its own message. */
function refusedSave(draft: Draft, outcome: FailedWrite): ServiceError {
  const { error, form } = outcome;
  if (form) {
    const cause = causeOf(error);
    const said = saidOnce(saidTo(outcome)).filter((text) => error.reasons.every((reason) => reason.text !== text));
    draft.setNotes(said.map((text) => ({ tone: 'info', text, ...(cause && { cause }) })));
    if (error.reasons.length > 0) draft.setProblems(problemsOf(messagesByField(error.reasons, form.fields), cause));
    return error;
  }
  const doing = t('save {0}', draft.name);
  if (error.code === 'notFound' && draft.address.kind === 'record') {
    draft.setNews('deleted', t('{0} was deleted on the service. Your changes are still here.', draft.nameFirst));
    const remedy = t('You can add it as a new record in its form.');
    return new ServiceError('notFound', { doing, why: t('it was deleted on the service'), remedy });
  }
  if (error.scope !== 'passing') return error;
  const { code, why } = error;
  const remedy = t('Nothing was sent. Your changes are kept; save again when the service is available.');
  return new ServiceError(code, { doing, why, remedy, cause: error });
}

/** A problem found before sending was detected here; one found after sending, by the service. */
function causeOf({ code, effect, scope }: ServiceError): ProblemCause | undefined {
  if (effect === 'unknown') return 'unclear';
  if (effect === 'refused') return 'refused';
  if (scope === 'passing') return 'away';
  if (code === 'notSignedIn') return 'token';
  return code === 'notARecordService' || code === 'unreadable' || code === 'canceled' ? 'failed' : undefined;
}

function outcomeUnknown(draft: Draft, error: ServiceError, doing: string, remedy: string): ServiceError {
  const { code, why, status, reasons } = error;
  const reported = new ServiceError(code, {
    doing,
    why,
    remedy,
    reasons,
    effect: 'unknown',
    cause: error,
    ...(status === undefined ? {} : { status }),
  });
  draft.setProblems([{ text: reported.message, cause: 'unclear' }]);
  return reported;
}

const lookBeforeAddingAgain = (): string => t('Look for it in the list before you add it again.');

export function mayHaveBeenAdded(draft: Draft, why?: string): void {
  const { singular } = draft.form;
  const sentence =
    why === undefined
      ? t('This {0} may have been added already.', singular)
      : t('This {0} may have been added already: {1}.', singular, why);
  draft.setNews('mayHaveBeenAdded', `${sentence} ${lookBeforeAddingAgain()}`);
}

/** Also adds the error that stopped a save to the draft, unless the draft has more details. */
export function withNotices(draft: Draft, error: unknown): unknown {
  const hasDetails = draft.problems.length > 0 || draft.conflicts.length > 0 || draft.news !== 'none';
  const cause = error instanceof ServiceError ? causeOf(error) : undefined;
  if (error instanceof ServiceError && !hasDetails)
    draft.setProblems([{ text: error.message, ...(cause && { cause }) }]);
  return error;
}

const max = 20;

/** Returns “Saved” and any additional messages from the service. */
export function savedWords(form: RecordForm, said: readonly string[]): DraftNotice[] {
  return wordsOf([t('Saved'), ...saidOnce(said).filter((text) => !saysOnlySaved(text, form))]);
}

function wordsOf(said: readonly string[]): DraftNotice[] {
  return said.map((text) => ({ tone: 'info', text, isTransient: true }));
}

/** Returns notices about a save: messages from the service, changes by others, and values that the service changed. */
export function saveNotices(form: RecordForm, { sent, messages, theirs, by }: FinishedSave): DraftNotice[] {
  const made = storedOtherwise(form, sent);
  // don't say “Saved” if the service changed the values
  const said = made.length === 0 ? savedWords(form, messages) : wordsOf(saidOnce(messages));
  return [...said, ...made.slice(0, max), ...mergedNotes(form, theirs, by)];
}

/**
 * Returns one notice for each field that someone else changed. System fields change with every save and are skipped.
 */
function mergedNotes(form: RecordForm, theirs: readonly FieldChange[], by: string | undefined): DraftNotice[] {
  const shown = theirs.filter(({ isSystem }) => !isSystem);
  const notes = shown.slice(0, max).map(({ key, label, after, shownAfter }): DraftNotice => {
    const field = form.fields.find((one) => one.key === key);
    const now = shownValue(shownAfter ?? after, field);
    return {
      tone: 'info',
      key,
      text:
        by === undefined
          ? t('“{0}” was changed on the service: it is now {1}.', label, now)
          : t('“{0}” was changed on the service {1}: it is now {2}.', label, by, now),
    };
  });
  const more = shown.length - notes.length;
  return more > 0 ? [...notes, { tone: 'info', text: t('Other fields changed on the service: {0}.', more) }] : notes;
}

/** Returns one notice for each field where the service stored something other than what was sent. */
export function storedOtherwise(form: RecordForm, sent: JsonObject): DraftNotice[] {
  const theirs = textValues(form);
  return changeUnits(form, [sent, theirs])
    .filter((unit) => {
      const value = unitValue(unit, sent);
      if (value === undefined || unit.node === undefined || sameAsSent(unit, sent, theirs, isShownAsSent)) return false;
      if (unit.node.field?.kind === 'password' || chosenFile(value)) return false;
      const [text, storedText] = [scalarText(value), scalarText(unitValue(unit, theirs))];
      // form data ends every line with CRLF, regardless of the text
      return text === undefined || storedText === undefined || lines(text) !== lines(storedText);
    })
    .map((unit) => {
      const change = fieldChange(unit, sent, theirs);
      const field = unit.node?.field;
      const text = field && fieldKinds[field.kind].isSet ? choicesSentence(field, change) : valueSentence(unit, change);
      return { tone: 'warning', text, key: change.key };
    });
}

/** False for secrets and files: the record never shows them as sent. */
function isShownAsSent(field: RecordField | undefined): boolean {
  return field === undefined || !fieldKinds[field.kind].isWriteOnly;
}

function valueSentence({ node }: ChangeUnit, change: FieldChange): string {
  // rows are shown as a count, whatever their notation
  const counted = (value: JsonValue): FormValue => (node && tableRows(node, value)?.map((row) => row.value)) ?? value;
  const [was, now] = shownDifference(
    change.shownBefore ?? counted(change.before),
    change.shownAfter ?? counted(change.after),
    node?.field,
  );
  return was === now
    ? t('“{0}” was sent, but the service stored a different value.', change.label)
    : t('“{0}” was sent as {1}, but the service stored {2}.', change.label, was, now);
}

/** For multiple choices, names only those that differ. */
function choicesSentence(field: RecordField, { label, before, after }: FieldChange): string {
  const [sent, stored] = [chosenIn(field, before), chosenIn(field, after)];
  const labels = (values: readonly string[], others: readonly string[]): string =>
    values
      .filter((one) => !others.includes(one))
      .map((one) => `“${optionText(field, one)}”`)
      .join(', ');
  const [missing, added] = [labels(sent, stored), labels(stored, sent)];
  if (missing === '' && added === '') return t('“{0}” was sent, but the service stored a different value.', label);
  if (added === '') return t('“{0}”: the service did not store {1}.', label, missing);
  if (missing === '') return t('“{0}”: the service added {1}.', label, added);
  return t('“{0}”: the service did not store {1} and added {2}.', label, missing, added);
}

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
