import { t } from '@vscode/l10n';
import type { FieldConflict, RecordMerge } from '../../model/draft/recordMerge.ts';
import { textValues } from '../../model/draft/recordText.ts';
import { ServiceError } from '../../model/errors.ts';
import { atFields } from '../../model/form/fieldMessages.ts';
import { changedBy } from '../../model/form/headingFacts.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { JsonObject } from '../../model/json.ts';
import { type Draft, problemsOf } from './draft.ts';
import { mergedNotes } from './saveNotes.ts';

/* What stands in the way of a save: one sentence for who saves, and the rest in the draft. */

/** The service could not be asked what the record is now, and nothing is written from memory. */
export function notSent(draft: Draft, cause: unknown): ServiceError {
  const known = cause instanceof ServiceError ? cause : undefined;
  return new ServiceError(known?.code ?? 'unreachable', {
    doing: t('save {0}', draft.name),
    why: known?.why ?? t('its service is not there'),
    remedy: t('Nothing was sent and your changes are kept: save again when the service is back.'),
    cause,
  });
}

export function conflictIn(draft: Draft, mine: JsonObject, merge: RecordMerge): ServiceError {
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
export function refuseIn(draft: Draft, { refused }: RecordMerge): void {
  const [first] = refused;
  if (!first) return;
  draft.problems = refused.map(({ key, why }) => ({ key, text: why }));
  const said = first.why.replace(/\.$/, '');
  const why = refused.length > 1 ? t('{0} (and {1} more)', said, refused.length - 1) : said;
  throw new ServiceError('notAllowed', { doing: t('save {0}', draft.name), why });
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
