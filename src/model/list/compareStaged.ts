import { t } from '@vscode/l10n';
import { isNothing, withFieldValue } from '../draft/changeUnits.ts';
import { mergeRecord } from '../draft/recordMerge.ts';
import { jsonAt, textValues, withValueAt } from '../draft/recordText.ts';
import {
  type FormValue,
  type FormValues,
  isEmpty,
  isOtherKindOfEmpty,
  isRewritten,
  sameValue,
  scalarText,
} from '../form/fieldValue.ts';
import { isMomentKind, writtenMoment } from '../form/moment.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { placesBeside, referenceEntries, referenceLabel } from '../form/referenceValue.ts';
import { chosenIn, sameChoices, sameFieldValue } from '../form/choices.ts';
import type { RecordField } from '../form/formElement.ts';
import { type RecordForm, recordName, recordValue } from '../form/recordForm.ts';
import { shownValue } from '../form/shownValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { choicesValue, heldText, offeredChoices, readChoices } from './choicesInCell.ts';
import { fieldInTable, whyNotInTable } from './columnField.ts';
import type { StagedChange, StagedRecord, StagedReference } from './stagedCells.ts';
import { fieldKinds } from '../form/fieldKind.ts';

export interface ComparedCells {
  /** The service has these already: undo brought them back, or an earlier save arrived after all. */
  readonly same: StagedRecord;
  /** Someone else changed these. */
  readonly conflicts: ReadonlyMap<string, CellConflict>;
  /** What no save could say; one sentence each. */
  readonly refused: ReadonlyMap<string, string>;
  readonly toSend: StagedRecord;
  /** What a save takes for these: of a reference, all that belongs to it. */
  readonly values: FormValues;
  /** The record as it was when the cells were typed, as far as they tell. */
  readonly base: JsonObject;
}

export interface CellConflict {
  /** One sentence. */
  readonly why: string;
  /** What the service has now, as a list writes it. */
  readonly theirs: string | null;
}

/**
 * Staged cells against the record as it was read just now: an edit of it, merged as that of a form is. `written` is what
 * was sent for it before: a cell that was edited again before its row was read again meets that, and nobody else's change.
 */
export function compareStaged(form: RecordForm, cells: StagedRecord, written?: WrittenRecord): ComparedCells {
  const { seen, base, mine, problems } = editOf(form, cells, written);
  const merge = mergeRecord(seen, { values: base, earlier: [] }, mine);
  // whoever types a value means it, also where it is the one that was there before
  const changedByOthers = [...merge.conflicts, ...merge.theirs];
  const same = new Map<string, StagedChange>();
  const conflicts = new Map<string, CellConflict>();
  const refused = new Map<string, string>();
  const toSend = new Map<string, StagedChange>();
  for (const [name, change] of cells) {
    const isIt = ({ at }: { readonly at: FieldPath }): boolean => at[0] === name;
    const field = fieldInTable(form, name);
    const isMine = merge.mine.some(isIt);
    const why = merge.refused.find(isIt)?.why ?? (isMine || !field ? problems.get(name) : undefined);
    if (field && isEmptyToo(change, jsonAt(mine, [name]), jsonAt(seen.values, [name]))) same.set(name, change);
    else if (why !== undefined) refused.set(name, why);
    else if (field && changedByOthers.some(isIt)) conflicts.set(name, conflictOf(form, field));
    else (isMine ? toSend : same).set(name, change);
  }
  return { same, conflicts, refused, toSend, values: valuesOf(toSend, mine), base };
}

/** Someone else cleared it too, or it was empty before: a cell cannot tell null from an empty text. */
function isEmptyToo(
  { from, reference }: StagedChange,
  mine: JsonValue | undefined,
  now: JsonValue | undefined,
): boolean {
  if (reference || !isNothing(mine) || !isNothing(now)) return false;
  return !isEmpty(from) || !isOtherKindOfEmpty(mine, now);
}

function conflictOf(form: RecordForm, field: RecordField): CellConflict {
  const now = recordValue(form, field);
  const text = textBeside(form, field);
  const shown = shownValue(text ?? now, field);
  return {
    why: t('Someone else changed “{0}” of {1}: it is now {2}.', field.label, recordName(form), shown),
    theirs: text ?? heldText(field, now),
  };
}

/** What a save takes: of a reference, all that belongs to it. */
function valuesOf(toSend: StagedRecord, mine: JsonObject): FormValues {
  const entries = [...toSend].flatMap(([name, { to, reference }]): (readonly [string, FormValue])[] => {
    if (!reference) return [[name, jsonAt(mine, [name])]];
    return referenceEntries([name], { ...reference, text: to }).map(({ at, value }) => [at[0] ?? '', value]);
  });
  return Object.fromEntries(entries);
}

/**
 * The cells as an edit of their record: what it held when they were typed, what they make of it, and what of that cannot
 * be written there, with one sentence each.
 */
function editOf(
  form: RecordForm,
  cells: StagedRecord,
  written: WrittenRecord | undefined,
): {
  /** The record with what some services put beside it, also where that is empty. */
  readonly seen: RecordForm;
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly problems: ReadonlyMap<string, string | undefined>;
} {
  const seen = withOutside(form, [...cells.keys()]);
  let base = textValues(seen);
  let mine = base;
  const problems = new Map<string, string | undefined>();
  for (const [name, { from, to, held, reference }] of cells) {
    const field = fieldInTable(form, name);
    problems.set(name, whyNotInTable(form, name));
    if (!field) continue;
    const now = recordValue(form, field);
    if (!isOwnWrite(form, field, from, written?.get(name))) {
      const before = held === undefined ? shownBy(form, field, from) : inRecord(field, now, held).value;
      base = withValueAt(base, [name], before);
      if (field.reference && from !== null) base = withValueAt(base, placesBeside([name]).label, from);
    }
    const { value, problem } = inRecord(field, now, to, from);
    problems.set(name, reference ? undefined : problem);
    // the id says which record is meant; the model counts only if it is the only change
    const isSameId = reference && sameValue(jsonAt(base, [name]), reference.id);
    mine = withFieldValue(mine, [name], reference?.id ?? value, isSameId ? reference.model : undefined);
  }
  return { seen, base, mine, problems };
}

function withOutside(form: RecordForm, names: readonly string[]): RecordForm {
  const values = names.reduce((record, name) => {
    const field = fieldInTable(form, name);
    const isOutside = field && jsonAt(record, [name]) === undefined;
    return isOutside ? withValueAt(record, [name], recordValue(form, field) as JsonValue | undefined) : record;
  }, form.values);
  return { ...form, values };
}

/**
 * What the text of a cell is in the record, which holds `now`. A list may write days otherwise than its records: `from` is
 * what the cell showed. With a problem, the value is what was typed.
 */
function inRecord(
  field: RecordField,
  now: FormValue,
  text: string | null,
  from?: string | null,
): { readonly value: JsonValue; readonly problem?: string | undefined } {
  if (isEmpty(text) && isEmpty(now)) return { value: text };
  if (fieldKinds[field.kind].isSet) {
    const { chosen, why } = readChoices(offeredChoices(field, now), text);
    if (chosen && sameChoices(chosen, chosenIn(field, now))) return { value: (now ?? null) as JsonValue };
    const { value, problem } = why === undefined ? choicesValue(field, now, text) : { problem: why };
    return { value: problem === undefined ? (value as JsonValue) : text, problem };
  }
  const meant = meantValue(field, text);
  if (!meant || from === undefined || !isMomentKind(field.kind)) return { value: meant };
  const { value = meant, problem } = writtenMoment(field, scalarText(now) ?? '', meant, from === null ? [] : [from]);
  return { value, problem };
}

/** A cell that was saved: what it was typed over, what it showed then, and what the service got for it. */
export interface WrittenCell {
  readonly from: string | null;
  readonly shown: string | null;
  readonly value: FormValue;
  readonly reference?: StagedReference | undefined;
}

export type WrittenRecord = ReadonlyMap<string, WrittenCell>;

/** Whether what stands between a cell and its record is what was saved for it before, and nobody else's change. */
export function isOwnWrite(
  form: RecordForm,
  field: RecordField,
  from: string | null,
  written: WrittenCell | undefined,
): written is WrittenCell {
  // it is typed over what was there before the save, or over what was saved
  if (!written || ![written.from ?? '', written.shown ?? ''].includes(from ?? '')) return false;
  const [now, { value }] = [recordValue(form, field), written];
  if (isNothing(now) && isNothing(value)) return true;
  if (fieldKinds[field.kind].isSet && sameChoices(chosenIn(field, now), chosenIn(field, value))) return true;
  return sameFieldValue(field, now, value) || isRewritten(value, now, field.kind);
}

/** Whether the text that a list shows is the record's own value, or the text of its choice. */
export function isShownAs(form: RecordForm, field: RecordField, shown: string | null): boolean {
  const [now, meant] = [recordValue(form, field), shownBy(form, field, shown)];
  return sameFieldValue(field, now, meant) && !isOtherKindOfEmpty(now, meant);
}

/** What a list shows by a text: the record's own value, the one that the text is beside, or what it would be in the record. */
function shownBy(form: RecordForm, field: RecordField, shown: string | null): JsonValue {
  const now = recordValue(form, field);
  if (sameFieldValue(field, now, shown)) return shown;
  const text = textBeside(form, field);
  if (text !== undefined && sameValue(text, shown)) return now as JsonValue;
  return inRecord(field, now, shown).value;
}

/** What stands for a reference that is set. */
function textBeside(form: RecordForm, field: RecordField): string | undefined {
  if (!field.reference || isEmpty(recordValue(form, field))) return undefined;
  return referenceLabel(form.values, field.at) || undefined;
}

/** A list may show the text of a choice where the record holds its value, and a person types what is shown. */
function meantValue(field: RecordField, shown: string | null): string | null {
  const options = shown === null ? [] : field.options;
  if (options.some(({ value }) => value === shown)) return shown;
  const [found, ...others] = options.filter(({ text }) => text === shown);
  return found && others.every(({ value }) => value === found.value) ? found.value : shown;
}
