import { t } from '@vscode/l10n';
import { type BulkChange, changedValue, isChangeOf } from './bulkChange.ts';
import { chosenIn } from '../form/choices.ts';
import { explainPermission } from '../form/explainPermission.ts';
import { displayKey, type FieldPath, samePath } from '../form/fieldPath.ts';
import {
  type FormValue,
  type FormValues,
  isAlike,
  isEmpty,
  isRows,
  isValues,
  sameValue,
  scalarText,
  valueAt,
} from '../form/fieldValue.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import type { RecordField } from '../form/formElement.ts';
import type { JsonValue } from '../json.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { recordName, recordNameFirst } from '../form/recordName.ts';
import { actionForSave } from '../form/submitAction.ts';
import { shownValue } from '../form/shownValue.ts';
import { validate } from '../form/validation.ts';

/** One field of one record: what it has and what it is to get. Plain data, as it stands in the journal. */
export interface PlannedCell {
  readonly at: FieldPath;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** What a person reads, where that is not the value itself. */
  readonly beforeText?: string;
  readonly afterText?: string;
}

/** What would become of one record. `why` is one sentence. */
export type RecordPlan =
  | { readonly kind: 'change'; readonly cells: readonly PlannedCell[] }
  | { readonly kind: 'delete' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: string };

/** One value for many records cannot be had for these. */
const notInBulk: Partial<Record<FieldKind, (label: string) => string>> = {
  file: (label) => t('“{0}” is a file. Open the record to change it.', label),
  password: (label) => t('“{0}” is a password. Open the record to change it.', label),
  nested: (label) => t('“{0}” holds several values. Open the record to change it.', label),
};

/** Why a field cannot be changed by bulk work, whoever may edit it. */
export function whyNotInBulk(field: RecordField, form: RecordForm): string | undefined {
  const kind = notInBulk[field.kind];
  if (kind !== undefined) return kind(field.label);
  const isInRows = field.at.some((_, index) => isRows(valueAt(form.values, field.at.slice(0, index))));
  return isInRows || field.at.length === 0
    ? t('“{0}” stands in a list inside the record. Open the record to change it.', field.label)
    : undefined;
}

/** The record's form is that for editing, read just now. */
export function planEdit(form: RecordForm, changes: readonly BulkChange[]): RecordPlan {
  const name = recordName(form);
  if (form.isDeleted) return refused(t('{0} is deleted, so it cannot be edited.', recordNameFirst(form)));
  const cells: PlannedCell[] = [];
  for (const change of changes) {
    const field = [...form.fields, ...form.otherFields].find((one) => isChangeOf(change, one));
    if (!field) return refused(t('The form of {0} has no field “{1}”.', name, change.field));
    if (!field.permission.editable) return refused(explainPermission(field.label, field.permission));
    const whyNot = whyNotInBulk(field, form);
    if (whyNot !== undefined) return refused(whyNot);
    const before = recordValue(form, field);
    const { value, problem } = changedValue(field, before, change);
    if (problem !== undefined) return refused(problem);
    if (!sameValue(value, before)) cells.push(cellOf(form, field, before, value));
  }
  if (cells.length === 0) return { kind: 'unchanged' };
  const [broken] = validate(form, plannedValues(cells));
  if (broken) return refused(broken.text);
  if (!actionForSave(form)) return refused(noPlainSave(form));
  return { kind: 'change', cells };
}

export function planDelete(form: RecordForm): RecordPlan {
  const name = recordName(form);
  if (form.isDeleted) return refused(t('{0} is deleted already.', recordNameFirst(form)));
  if (form.isDeletable === false)
    return refused(
      t(
        "The service says that you may not delete {0} (is_deletable is 0). Ask the record's owner or an administrator.",
        name,
      ),
    );
  return { kind: 'delete' };
}

/** Back to what the cells had before a run. What someone has changed since is left alone. */
export function planUndo(form: RecordForm, cells: readonly PlannedCell[]): RecordPlan {
  const name = recordName(form);
  if (form.isDeleted) return refused(t('{0} was deleted since, so it is left alone.', recordNameFirst(form)));
  const now = cellsNow(form, cells);
  if (now.kind === 'before') return { kind: 'unchanged' };
  if (now.kind === 'other')
    return refused(t('{0} was changed since, so it is left alone: {1}.', recordNameFirst(form), now.why));
  for (const { at } of cells) {
    const field = fieldAt(form, at);
    if (!field) return refused(t('The form of {0} has no field “{1}” any more.', name, at.join('.')));
    if (!field.permission.editable) return refused(explainPermission(field.label, field.permission));
  }
  if (!actionForSave(form)) return refused(noPlainSave(form));
  return { kind: 'change', cells: cells.map((cell) => turned(form, cell)) };
}

/** Away with a record that a run has added, unless someone has changed it since. */
export function planUndoAdd(form: RecordForm, cells: readonly PlannedCell[]): RecordPlan {
  if (form.isDeleted) return { kind: 'unchanged' };
  const now = cellsNow(form, cells);
  if (now.kind !== 'after')
    return refused(
      now.kind === 'other'
        ? t('{0} was changed since, so it is left alone: {1}.', recordNameFirst(form), now.why)
        : t('{0} no longer has the values that it was added with, so it is left alone.', recordNameFirst(form)),
    );
  return planDelete(form);
}

/** What a save takes: the new values, in the shape of the record. */
export function plannedValues(cells: readonly PlannedCell[]): FormValues {
  const values: Record<string, FormValue> = {};
  for (const { at, after } of cells) put(values, at, after);
  return values;
}

export type CellsNow =
  /** As the plan found them. */
  | { readonly kind: 'before' }
  /** As the plan wants them. */
  | { readonly kind: 'after' }
  | { readonly kind: 'other'; readonly why: string };

/** The planned cells against the record as it was read just now. */
export function cellsNow(form: RecordForm, cells: readonly PlannedCell[]): CellsNow {
  const now = cells.map((cell) => ({ cell, value: valueOf(form, cell.at) }));
  if (now.every(({ cell, value }) => isAlike(value, cell.after))) return { kind: 'after' };
  const other = now.find(({ cell, value }) => !isAlike(value, cell.before));
  if (!other) return { kind: 'before' };
  const label = fieldAt(form, other.cell.at)?.label ?? other.cell.at.join('.');
  return { kind: 'other', why: t('“{0}” of {1} is {2} by now', label, recordName(form), shownValue(other.value)) };
}

export function noPlainSave(form: RecordForm): string {
  return t("The form of {0} offers no plain save. Open it and press one of the form's own buttons.", recordName(form));
}

function turned(form: RecordForm, { at, before, beforeText, afterText }: PlannedCell): PlannedCell {
  return {
    at,
    before: (valueOf(form, at) ?? null) as JsonValue,
    after: before,
    ...(afterText !== undefined && { beforeText: afterText }),
    ...(beforeText !== undefined && { afterText: beforeText }),
  };
}

function refused(why: string): RecordPlan {
  return { kind: 'refused', why };
}

function cellOf(form: RecordForm, field: RecordField, before: FormValue, after: FormValue): PlannedCell {
  const [beforeText, afterText] = [textOf(form, field, before, true), textOf(form, field, after, false)];
  return {
    at: field.at,
    before: (before ?? null) as JsonValue,
    after: (after ?? null) as JsonValue,
    ...(beforeText !== undefined && { beforeText }),
    ...(afterText !== undefined && { afterText }),
  };
}

function textOf(form: RecordForm, field: RecordField, value: FormValue, isOwn: boolean): string | undefined {
  if (isEmpty(value)) return undefined;
  if (field.options.length > 0) {
    const words = chosenIn(field, value).map(
      (one) => field.options.find((option) => option.value === one)?.text ?? one,
    );
    const text = words.join(', ');
    return text === scalarText(value) ? undefined : text;
  }
  const last = field.at.at(-1);
  if (!field.reference || !isOwn || last === undefined) return undefined;
  return scalarText(valueAt(form.values, [...field.at.slice(0, -1), displayKey(last)]));
}

function valueOf(form: RecordForm, at: FieldPath): FormValue {
  const field = fieldAt(form, at);
  return field ? recordValue(form, field) : valueAt(form.values, at);
}

function fieldAt(form: RecordForm, at: FieldPath): RecordField | undefined {
  const isIt = (field: RecordField): boolean => samePath(field.at, at);
  return form.fields.find(isIt) ?? form.otherFields.find(isIt);
}

function put(values: Record<string, FormValue>, at: FieldPath, value: JsonValue): void {
  let place = values;
  for (const part of at.slice(0, -1)) {
    const inside = Object.hasOwn(place, part) ? place[part] : undefined;
    const next: Record<string, FormValue> = isValues(inside) ? { ...inside } : {};
    define(place, part, next);
    place = next;
  }
  define(place, at.at(-1) ?? '', value);
}

/** A key may be called `__proto__`. */
function define(place: Record<string, FormValue>, key: string, value: FormValue): void {
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
}
