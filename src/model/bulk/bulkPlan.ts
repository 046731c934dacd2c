import { t } from '@vscode/l10n';
import { explainPermission } from '../form/permission.ts';
import { type FieldKind, fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import { type FormValues, isRows, valueAt, comparableText, isEmpty, scalarText } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm, recordName, recordNameFirst, recordTitle } from '../form/recordForm.ts';
import { isSecretField } from '../form/secrets.ts';
import { actionForSave, whyNoSave } from '../form/submitAction.ts';
import { validate } from '../form/validation.ts';
import type { JsonObject } from '../json.ts';
import { type BulkChange, changedValue, isChangeOf } from './bulkChange.ts';
import {
  cellOf,
  cellsNow,
  changingCells,
  fieldAt,
  type PlannedCell,
  plannedValues,
  reversedCell,
} from './plannedCell.ts';
import { pathKey } from '../form/fieldPath.ts';

/** Planned outcome for one record. `why` is one sentence. */
export type PlannedOutcome =
  /** `since`: how the record differs from the state that the plan expects. */
  | { readonly kind: 'change'; readonly cells: readonly PlannedCell[]; readonly since?: string }
  /** `held`: the content that is checked again right before the deletion. */
  | { readonly kind: 'delete'; readonly held?: ContentScope; readonly since?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'skipped'; readonly why: string };

/** Why a bulk edit can't change the field, regardless of permissions. */
function whyNotInBulk(field: RecordField, form: RecordForm): string | undefined {
  const why = fieldKinds[field.kind].whyOnlyInForm?.(field.label);
  if (why !== undefined) return why;
  if (isSecretField(field)) return t('“{0}” contains a secret. Open the record to change it.', field.label);
  const isInRows = field.at.some((_, index) => isRows(valueAt(form.values, field.at.slice(0, index))));
  return isInRows || field.at.length === 0
    ? t('“{0}” is part of a list in the record. Open the record to change it.', field.label)
    : undefined;
}

/** Expects the edit form of the record, freshly loaded. */
export function planEdit(form: RecordForm, changes: readonly BulkChange[]): PlannedOutcome {
  const name = recordName(form);
  if (form.isDeleted) return refused(t('{0} is deleted, so it cannot be edited.', recordNameFirst(form)));
  const planned: PlannedCell[] = [];
  for (const change of changes) {
    const field = [...form.fields, ...form.otherFields].find((one) => isChangeOf(change, one));
    if (!field) return refused(t('The form of {0} has no field “{1}”.', name, change.field));
    if (!field.permission.editable) return refused(explainPermission(field.label, field.permission));
    const whyNot = whyNotInBulk(field, form);
    if (whyNot !== undefined) return refused(whyNot);
    const before = recordValue(form, field);
    const { value, problem } = changedValue(field, before, change);
    if (problem !== undefined) return refused(problem);
    planned.push(cellOf(form, field, [before, value], chosenIn(change)));
  }
  const cells = changingCells(form, planned);
  if (cells.length === 0) return { kind: 'unchanged' };
  const [broken] = validate(form, plannedValues(cells));
  if (broken) return refused(broken.text);
  if (!actionForSave(form)) return refused(noPlainSave(form));
  return { kind: 'change', cells };
}

/** Values that every record of a run gets, regardless of its own, as a bulk endpoint expects them. */
export function uniformValues(form: RecordForm, changes: readonly BulkChange[]): UniformValues {
  const found = changes.map((change) => {
    const field = form.fields.find((one) => isChangeOf(change, one));
    if (!field) return { problem: t('The form has no field “{0}”.', change.field) };
    const before = recordValue(form, field);
    const { value, problem } = changedValue(field, before, change);
    return problem === undefined
      ? { field, cell: cellOf(form, field, [before, value], chosenIn(change)) }
      : { problem };
  });
  const problem = found.find((one) => one.problem !== undefined)?.problem;
  if (problem !== undefined) return { problem };
  return {
    fields: found.flatMap((one) => one.field ?? []),
    values: plannedValues(found.flatMap((one) => one.cell ?? [])),
  };
}

export type UniformValues =
  | { readonly fields: readonly RecordField[]; readonly values: FormValues; readonly problem?: undefined }
  | { readonly problem: string };

function chosenIn(change: BulkChange): { readonly text?: string; readonly model?: string } {
  return change.kind === 'set' ? change : {};
}

export function planDelete(form: RecordForm): PlannedOutcome {
  const name = recordName(form);
  if (form.isDeleted) return refused(t('{0} has already been deleted.', recordNameFirst(form)));
  if (form.isDeletable === false)
    return refused(t("You don't have permission to delete {0}. Ask the record's owner or an administrator.", name));
  return { kind: 'delete' };
}

/** Restores the values from before a run. Skips a record that changed since. */
export function planUndo(form: RecordForm, cells: readonly PlannedCell[]): PlannedOutcome {
  const name = recordName(form);
  if (form.isDeleted) return refused(t('{0} was skipped: it was deleted since the run.', recordNameFirst(form)));
  if (cells.length === 0) return refused(t('The previous values of {0} are no longer stored.', name));
  const now = cellsNow(form, cells);
  if (now.kind === 'before') return { kind: 'unchanged' };
  if (now.kind === 'other')
    return refused(t('{0} was skipped because it has changed since the run: {1}.', recordNameFirst(form), now.why));
  for (const { at } of cells) {
    const field = fieldAt(form, at);
    if (!field) return refused(t('The form of {0} no longer has a field “{1}”.', name, at.join('.')));
    if (!field.permission.editable) return refused(explainPermission(field.label, field.permission));
  }
  if (!actionForSave(form)) return refused(noPlainSave(form));
  return { kind: 'change', cells: cells.map((cell) => reversedCell(form, cell)) };
}

/**
 * Deletes a record that a run added, unless it was edited since: `isAsAdded` is true if its content is unchanged,
 * undefined if unknown.
 */
export function planUndoAdd(
  form: RecordForm,
  cells: readonly PlannedCell[],
  isAsAdded: boolean | undefined,
): PlannedOutcome {
  if (form.isDeleted) return { kind: 'unchanged' };
  const now = cellsNow(form, cells);
  if (now.kind !== 'after')
    return refused(
      now.kind === 'other'
        ? t('{0} was skipped because it has changed since the run: {1}.', recordNameFirst(form), now.why)
        : t('{0} was skipped: it no longer has the values it was added with.', recordNameFirst(form)),
    );
  if (isAsAdded !== true)
    return refused(
      isAsAdded === false
        ? t('{0} was skipped: it was changed since it was added.', recordNameFirst(form))
        : t("Can't verify that {0} is unchanged since it was added; skipped.", recordName(form)),
    );
  const plan = planDelete(form);
  return plan.kind === 'delete' ? { ...plan, held: 'all' } : plan;
}

export function noPlainSave(form: RecordForm): string {
  const { why, remedy } = whyNoSave(form);
  return `${recordTitle(form)}: ${why}. ${remedy}`;
}

function refused(why: string): PlannedOutcome {
  return { kind: 'refused', why };
}

/** `editable`: the values that this user can edit. `all`: every value except system fields such as `modified`. */
export type ContentScope = 'editable' | 'all';

/**
 * Serializes a record's content in the canonical form of each field kind, so that equal content gives equal text. Excludes system
 * values, which change without an edit; so may the values that this user can't edit, because the service counts or
 * computes them.
 */
export function contentText(form: RecordForm, scope: ContentScope): string {
  const held = contentFields(form, scope).map((field) => [field.key, heldValue(form, field)] as const);
  return JSON.stringify(held.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the first field whose value differs from `held`; undefined if none does, null if no field is known. */
export function firstChangedField(
  form: RecordForm,
  held: JsonObject,
  isCompared: (field: RecordField) => boolean,
): RecordField | null | undefined {
  const before: RecordForm = { ...form, values: held, data: {} };
  const known = contentFields(form, 'editable').filter(
    (field) => valueAt(held, field.at) !== undefined && isCompared(field),
  );
  return known.length === 0 ? null : known.find((field) => heldValue(form, field) !== heldValue(before, field));
}

/** Returns the fields that changed between two reads of a record. */
export function changedContent(before: RecordForm, now: RecordForm): RecordField[] {
  return contentFields(now, 'editable').filter((field) => heldValue(now, field) !== heldValue(before, field));
}

function contentFields(form: RecordForm, scope: ContentScope): readonly RecordField[] {
  const fields = scope === 'all' ? [...form.fields, ...form.otherFields] : form.fields;
  return fields.filter(
    (field) =>
      !field.isSystem &&
      !fieldKinds[field.kind].isHidden &&
      !isSecretField(field) &&
      (scope === 'all' || field.permission.editable),
  );
}

/** Ignores the query of a file URL, whose signature may differ on every read. */
function heldValue(form: RecordForm, field: RecordField): string {
  const text = comparableText(recordValue(form, field), field.kind);
  return field.kind === 'file' ? (text.split('?', 1)[0] ?? '') : text;
}

/** A field that a bulk edit can change, according to one record's form. */
export interface BulkField {
  readonly field: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly options: readonly FieldOption[];
  readonly help?: string;
  /** Target of a reference, if known. */
  readonly reference?: NonNullable<RecordField['reference']>;
  readonly notation?: NonNullable<RecordField['notation']>;
  /** A value in the service's notation; empty if this record has none. */
  readonly example: string;
}

/** In form order. Other records may allow fewer fields; the preview shows which. */
export function bulkFields(form: RecordForm): BulkField[] {
  return form.fields
    .filter(
      (field) =>
        field.permission.editable && !fieldKinds[field.kind].isHidden && whyNotInBulk(field, form) === undefined,
    )
    .map((field) => {
      const value = recordValue(form, field);
      return {
        field: pathKey(field.at),
        label: field.label,
        kind: field.kind,
        options: field.options,
        ...(field.help !== undefined && { help: field.help }),
        ...(field.reference && { reference: field.reference }),
        ...(field.notation && { notation: field.notation }),
        example: isEmpty(value) ? '' : (scalarText(value) ?? ''),
      };
    });
}

/** Fields that any of the records allows: one that is mostly read-only doesn't hide what others let you change. */
export function fieldsOfAny(forms: readonly (readonly BulkField[])[]): BulkField[] {
  const found = new Map<string, BulkField>();
  for (const fields of forms.toSorted((a, b) => b.length - a.length))
    for (const one of fields) {
      const known = found.get(one.field);
      if (!known) found.set(one.field, one);
      else if (known.example === '') found.set(one.field, { ...known, example: one.example });
    }
  return [...found.values()];
}

/** Operations available for a field kind. */
export function bulkOperations(kind: FieldKind): readonly ('set' | 'clear' | 'replace' | 'add')[] {
  return fieldKinds[kind].bulkOperations ?? ['set', 'clear'];
}
