import { t } from '@vscode/l10n';
import type { FieldConflict, RecordMerge } from '../../model/draft/recordMerge.ts';
import { ServiceError } from '../../model/errors.ts';
import { messagesByField } from '../../model/form/fieldMessages.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';
import type { JsonObject } from '../../model/json.ts';
import { type FailedWrite, saidTo } from '../writes/recordWriter.ts';
import { type Draft, problemsOf, type DraftNotice, type FinishedSave } from './draft.ts';
import type { ProblemCause } from '../../model/form/saveResult.ts';
import { afterSave, saysOnlySaved } from '../../model/draft/afterSave.ts';
import type { FieldChange } from '../../model/draft/changeUnits.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { shownValue } from '../../model/form/shownValue.ts';
import { saidOnce } from '../../model/serviceWords.ts';

/* What stands in the way of a save: one sentence for who saves, and the rest in the draft. */

export function conflictIn(draft: Draft, mine: JsonObject, merge: RecordMerge): ServiceError {
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
    remedy: t('Choose in the form which value stands.'),
  });
}

function changedMeanwhile(conflicts: readonly FieldConflict[], by: string | undefined): string {
  const fields = named(conflicts);
  if (by === undefined)
    return conflicts.length > 1 ? t('{0} were changed meanwhile', fields) : t('{0} was changed meanwhile', fields);
  return conflicts.length > 1
    ? t('{0} were changed meanwhile {1}', fields, by)
    : t('{0} was changed meanwhile {1}', fields, by);
}

function notKnownBefore(conflicts: readonly FieldConflict[]): string {
  return conflicts.length > 1
    ? t('it is not known what {0} were before', named(conflicts))
    : t('it is not known what {0} was before', named(conflicts));
}

function named(conflicts: readonly FieldConflict[]): string {
  return conflicts.length > 3
    ? t('{0} fields', conflicts.length)
    : conflicts.map(({ label }) => `“${label}”`).join(', ');
}

/** Throws for changes that would not be sent, with each of them in the draft. */
export function assertNothingRefused(draft: Draft, { refused }: Pick<RecordMerge, 'refused'>): void {
  const [first] = refused;
  if (!first) return;
  draft.setProblems(refused.map(({ key, why }) => ({ key, text: why })));
  const said = first.why.replace(/\.$/, '');
  const why = refused.length > 1 ? t('{0} (and {1} more)', said, refused.length - 1) : said;
  throw new ServiceError('notAllowed', { doing: t('save {0}', draft.name), why });
}

/** The words at their fields; a record that is not there, or a service, in words of its own. */
export function refusedSave(draft: Draft, outcome: FailedWrite): ServiceError {
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
    draft.tell('deleted', t('{0} was deleted meanwhile. What you typed is still here.', draft.nameFirst));
    const remedy = t('Its form offers to add it as a new record.');
    return new ServiceError('notFound', { doing, why: t('it was deleted meanwhile'), remedy });
  }
  if (error.scope !== 'passing') return error;
  const { code, why } = error;
  const remedy = t('Nothing was sent and your changes are kept: save again when the service is back.');
  return new ServiceError(code, { doing, why, remedy, cause: error });
}

/** What was not sent was found to be wrong here; what was, by the service. */
function causeOf({ code, effect, scope }: ServiceError): ProblemCause | undefined {
  if (effect === 'unknown') return 'unclear';
  if (effect === 'refused') return 'refused';
  if (scope === 'passing') return 'away';
  if (code === 'notSignedIn') return 'token';
  return code === 'notARecordService' || code === 'unreadable' || code === 'canceled' ? 'failed' : undefined;
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
  draft.setProblems([{ text: told.message, cause: 'unclear' }]);
  return told;
}

export const lookBeforeAddingAgain = (): string => t('Look for it in the list before you add it again.');

export function mayHaveBeenAdded(draft: Draft, why?: string): void {
  const { singular } = draft.form;
  const told =
    why === undefined
      ? t('This {0} may have been added already.', singular)
      : t('This {0} may have been added already: {1}.', singular, why);
  draft.tell('mayHaveBeenAdded', `${told} ${lookBeforeAddingAgain()}`);
}

/** What stopped a save stands in the draft as well, unless more is known there. */
export function withNotices(draft: Draft, error: unknown): unknown {
  const isTold = draft.problems.length > 0 || draft.conflicts.length > 0 || draft.news !== 'none';
  const cause = error instanceof ServiceError ? causeOf(error) : undefined;
  if (error instanceof ServiceError && !isTold) draft.setProblems([{ text: error.message, ...(cause && { cause }) }]);
  return error;
}

const most = 20;

/** That it is saved, in our words, and what the service said beyond that. */
export function savedWords(form: RecordForm, said: readonly string[]): DraftNotice[] {
  return wordsOf([t('Saved'), ...saidOnce(said).filter((text) => !saysOnlySaved(text, form))]);
}

function wordsOf(said: readonly string[]): DraftNotice[] {
  return said.map((text) => ({ tone: 'info', text, isPassing: true }));
}

/** What a save brought with it: the service's own words, what others had changed, and what the service made of the values. */
export function saveNotices(form: RecordForm, { sent, messages, theirs, by }: FinishedSave): DraftNotice[] {
  const made = afterSave(form, sent).map(({ sentence, key }): DraftNotice => ({
    tone: 'warning',
    text: sentence,
    key,
  }));
  // what the service has made something else of is not simply saved
  const said = made.length === 0 ? savedWords(form, messages) : wordsOf(saidOnce(messages));
  return [...said, ...made.slice(0, most), ...mergedNotes(form, theirs, by)];
}

/** One for each field that someone else changed. The service's own fields change with every save, and are not worth a word. */
function mergedNotes(form: RecordForm, theirs: readonly FieldChange[], by: string | undefined): DraftNotice[] {
  const told = theirs.filter(({ isSystem }) => !isSystem);
  const notes = told.slice(0, most).map(({ key, label, after, shownAfter }): DraftNotice => {
    const field = form.fields.find((one) => one.key === key);
    const now = shownValue(shownAfter ?? after, field);
    return {
      tone: 'info',
      key,
      text:
        by === undefined
          ? t('“{0}” was changed meanwhile: it is now {1}.', label, now)
          : t('“{0}” was changed meanwhile {1}: it is now {2}.', label, by, now),
    };
  });
  const more = told.length - notes.length;
  return more > 0 ? [...notes, { tone: 'info', text: t('{0} more fields were changed meanwhile.', more) }] : notes;
}
