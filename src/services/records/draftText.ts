import { t } from '@vscode/l10n';
import { changedUnits, type FieldChange } from '../../model/draft/changeUnits.ts';
import type { JsonObject } from '../../model/json.ts';
import { mergeRecord, type RefusedChange } from '../../model/draft/recordMerge.ts';
import { readRecordText, textValues } from '../../model/draft/recordText.ts';
import { sameValue, scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { companionPaths } from '../../model/form/referenceValue.ts';
import { tablesAround } from '../../model/form/subTable.ts';
import { validate } from '../../model/form/validation.ts';
import { type Draft, type DraftProblem, problemsOf } from './draft.ts';

/* What can be told of the values that stand in the text of an open record, before anyone asks the service. */

export function changedFields({ form, base }: Draft, values: JsonObject): FieldChange[] {
  return changedUnits(form, base ?? textValues(form), values);
}

/** Whether the text says anything else than what it was made from, as far as can be told. */
export function differs({ form, base }: Draft, text: string): boolean {
  const { values } = readRecordText(text);
  return !values || !base || changedUnits(form, base, values).length > 0;
}

/** Why the last save did not happen, as far as the values are still those that were tried. */
export function draftProblemsIn(draft: Draft, values: JsonObject): DraftProblem[] {
  return draft.problems.filter((problem) => isStillSo(draft, problem, values));
}

/** An error is about what was sent: it goes with the value, and where it names none with any change. An outage stays. */
export function isStillSo({ form, tried }: Draft, { key, cause }: DraftProblem, values: JsonObject): boolean {
  if (cause !== undefined && cause !== 'refused') return true;
  const known = key === undefined ? undefined : [...form.fields, ...form.subTables].find((one) => one.key === key);
  if (!known) return sameValue(values, tried);
  // which row is meant is not known once there are others
  const place = (tablesAround(form.subTables, known.at)[0] ?? known).at;
  // a name beside it stands for a reference just as well
  const places = 'reference' in known ? [place, companionPaths(place).text] : [place];
  return places.every((at) => sameValue(valueAt(values, at), valueAt(tried, at)));
}

export function ruleProblems(draft: Draft, values: JsonObject): DraftProblem[] {
  const told = draftProblemsIn(draft, values);
  const isTold = (hint: DraftProblem): boolean => told.some(({ key, text }) => key === hint.key && text === hint.text);
  const broken = problemsOf(validate(draft.form, values));
  const unlisted = unlistedChoices(draft, values).filter(({ key }) => broken.every((one) => one.key !== key));
  const found = [...broken, ...unlisted].filter((hint) => !isTold(hint));
  // nobody has come to the fields of a new record yet: what is missing in them is told once someone tried to save it
  if (draft.address.kind === 'record' || draft.problems.length > 0) return found;
  const typed = changedFields(draft, values).map(({ key }) => key);
  // the fields of a row belong to their table
  return found.filter(({ key }) => key === undefined || typed.some((one) => one === key || key.startsWith(`${one}.`)));
}

/** A service may take what it does not offer, so it is only told. */
function unlistedChoices(draft: Draft, values: JsonObject): DraftProblem[] {
  const changed = new Set(changedFields(draft, values).map(({ key }) => key));
  return draft.form.fields
    .filter(({ key, kind, options }) => changed.has(key) && kind === 'choice' && options.length > 0)
    .flatMap(({ key, at, label, options }) => {
      const text = scalarText(valueAt(values, at)) ?? '';
      const isOffered = text === '' || options.some(({ value }) => value === text);
      return isOffered ? [] : [{ key, text: t('{0} must be one of the values offered.', label) }];
    });
}

export function refusedChanges({ form, mergeBase }: Draft, values: JsonObject): readonly RefusedChange[] {
  return mergeRecord(form, mergeBase, values).refused;
}
