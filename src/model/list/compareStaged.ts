import { t } from '@vscode/l10n';
import { isNothing, withFieldValue } from '../draft/changeUnits.ts';
import { mergeRecord } from '../draft/recordMerge.ts';
import { textValues } from '../draft/recordText.ts';
import {
  type FormValue,
  type FormValues,
  isEmpty,
  isOtherKindOfEmpty,
  isRewritten,
  sameValue,
  scalarText,
  jsonAt,
  withValueAt,
} from '../form/fieldValue.ts';
import { isMomentKind, writtenMoment } from '../form/moment.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { referenceAt, withReference } from '../form/value.ts';
import { chosenIn, sameChoices, sameFieldValue } from '../form/choices.ts';
import type { RecordField } from '../form/formElement.ts';
import { type RecordForm, recordName, recordValue } from '../form/recordForm.ts';
import { shownValue } from '../form/shownValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { choicesValue, heldText, offeredChoices, readChoices } from './choicesInCell.ts';
import { fieldInTable, whyNotInTable } from './columnField.ts';
import type { StagedChange, StagedRecord, StagedReference } from './stagedCells.ts';
import { fieldKinds, writtenNumber } from '../form/fieldKind.ts';

export interface ComparedCells {
  /** Changes that the service already has, after an undo or because an earlier save did arrive. */
  readonly same: StagedRecord;
  /** Cells that someone else changed. */
  readonly conflicts: ReadonlyMap<string, CellConflict>;
  /** Changes that a save can't express; one sentence each. */
  readonly refused: ReadonlyMap<string, string>;
  readonly toSend: StagedRecord;
  /** Values to save. */
  readonly values: FormValues;
  /** The record when the cells were edited, as far as the cells reveal it. */
  readonly base: JsonObject;
}

export interface CellConflict {
  readonly why: string;
  /** The service's current value, as a list shows it. */
  readonly theirs: string | null;
}

/**
 * Compares staged cells with the record as just loaded, merging them like the edit of a form. `written` is what was
 * sent before: a cell that is edited again before its row is reloaded differs only by our own save, not by someone
 * else's change.
 */
export function compareStaged(form: RecordForm, cells: StagedRecord, written?: WrittenRecord): ComparedCells {
  const { seen, base, mine, problems } = editOf(form, cells, written);
  const merge = mergeRecord(seen, { values: base, earlier: [] }, mine);
  // a typed value is intended, even if it equals the previous one
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

/** True if someone else also cleared it, or it was empty before: a cell can't distinguish null from an empty text. */
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

function valuesOf(toSend: StagedRecord, mine: JsonObject): FormValues {
  return [...toSend].reduce<JsonObject>((values, [name, { to, reference }]) => {
    if (reference) return withReference(values, [name], { ...reference, text: to });
    return withValueAt(values, [name], jsonAt(mine, [name]));
  }, {});
}

/**
 * Converts cells to an edit of their record: the base values, the new values, and a sentence for each cell that can't
 * be written.
 */
function editOf(
  form: RecordForm,
  cells: StagedRecord,
  written: WrittenRecord | undefined,
): {
  /** The record including values that some services store outside it, even empty ones. */
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
      const isNamed = field.reference !== undefined && from !== null;
      base = isNamed ? withReference(base, [name], { id: before, text: from }) : withValueAt(base, [name], before);
    }
    const { value, problem } = inRecord(field, now, to, from);
    problems.set(name, reference ? undefined : problem);
    // the id identifies the referenced record; the model counts only if nothing else changes
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
 * Converts a cell's text to the record's notation; the record holds `now`. A list may write dates differently than its
 * records: `from` is what the cell showed. If there is a problem, the value is the typed text.
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
  const stored = scalarText(now) ?? '';
  if (meant && field.kind === 'number') return { value: writtenNumber(stored, meant) };
  if (!meant || from === undefined || !isMomentKind(field.kind)) return { value: meant };
  const { value = meant, problem } = writtenMoment(field, stored, meant, from === null ? [] : [from]);
  return { value, problem };
}

/** A saved cell: what the edit started from, what the cell showed, and what was sent. */
export interface WrittenCell {
  readonly from: string | null;
  readonly shown: string | null;
  readonly value: FormValue;
  readonly reference?: StagedReference | undefined;
}

export type WrittenRecord = ReadonlyMap<string, WrittenCell>;

/**
 * True if a difference between a cell and its record comes from our own earlier save, not from someone else's change.
 */
export function isOwnWrite(
  form: RecordForm,
  field: RecordField,
  from: string | null,
  written: WrittenCell | undefined,
): written is WrittenCell {
  // the edit started from the value before the save, or from the saved value
  if (!written || ![written.from ?? '', written.shown ?? ''].includes(from ?? '')) return false;
  const [now, { value }] = [recordValue(form, field), written];
  if (isNothing(now) && isNothing(value)) return true;
  if (fieldKinds[field.kind].isSet && sameChoices(chosenIn(field, now), chosenIn(field, value))) return true;
  return sameFieldValue(field, now, value) || isRewritten(value, now, field.kind);
}

/** True if the list's text is the record's value or the label of its choice. */
export function isShownAs(form: RecordForm, field: RecordField, shown: string | null): boolean {
  const [now, meant] = [recordValue(form, field), shownBy(form, field, shown)];
  return sameFieldValue(field, now, meant) && !isOtherKindOfEmpty(now, meant);
}

/**
 * Returns the value behind a list's text: the record's own, the one with this label, or the text converted to
 * the record's notation.
 */
function shownBy(form: RecordForm, field: RecordField, shown: string | null): JsonValue {
  const now = recordValue(form, field);
  if (sameFieldValue(field, now, shown)) return shown;
  const text = textBeside(form, field);
  if (text !== undefined && sameValue(text, shown)) return now as JsonValue;
  return inRecord(field, now, shown).value;
}

/** Returns the display text of a non-empty reference. */
function textBeside(form: RecordForm, field: RecordField): string | undefined {
  if (!field.reference || isEmpty(recordValue(form, field))) return undefined;
  return referenceAt(form.values, field.at).text || undefined;
}

/** A list may show the label of a choice where the record holds its value, and users type what they see. */
function meantValue(field: RecordField, shown: string | null): string | null {
  const options = shown === null ? [] : field.options;
  if (options.some(({ value }) => value === shown)) return shown;
  const [found, ...others] = options.filter(({ text }) => text === shown);
  return found && others.every(({ value }) => value === found.value) ? found.value : shown;
}
