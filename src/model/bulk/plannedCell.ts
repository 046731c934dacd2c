import { t } from '@vscode/l10n';
import { type ChangeUnit, isAsBefore, sameChoice, unitsAt, unitValue, withFieldValue } from '../draft/changeUnits.ts';
import { textValues } from '../draft/recordText.ts';
import { type FieldPath, samePath } from '../form/fieldPath.ts';
import {
  type FormValue,
  type FormValues,
  isEmpty,
  sameValue,
  scalarText,
  valueAt,
  withValueAt,
} from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm, recordName } from '../form/recordForm.ts';
import { fieldValue, referenceAt, withReference } from '../form/value.ts';
import { shownValue } from '../form/shownValue.ts';
import { decimalsOf, formatValue } from '../formatValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** Old and new value of one field of one record. Plain data, as stored in the journal. */
export interface PlannedCell {
  readonly at: FieldPath;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Display text, if it differs from the value. */
  readonly beforeText?: string;
  readonly afterText?: string;
  /** For a reference: the models of both records, as far as known. The text is sent, too. */
  readonly models?: { readonly before?: string; readonly after?: string };
}

/** Returns the new values in the shape of the record, ready to save. */
export function plannedValues(cells: readonly PlannedCell[]): FormValues {
  return cells.reduce<JsonObject>((values, { at, after, afterText, models }) => {
    if (!models) return withValueAt(values, at, after);
    const text = isEmpty(after) ? null : (afterText ?? null);
    return withReference(values, at, { id: after, text, model: models.after });
  }, {});
}

export type CellsNow =
  /** Matches the old values of the plan. */
  | { readonly kind: 'before' }
  /** Matches the new values of the plan. */
  | { readonly kind: 'after' }
  | { readonly kind: 'other'; readonly why: string };

/** Compares the planned cells with the record as just loaded. */
export function cellsNow(form: RecordForm, cells: readonly PlannedCell[]): CellsNow {
  const theirs = withOwn(form, cells);
  const [base, mine] = [withCells(theirs, cells, 'before'), withCells(theirs, cells, 'after')];
  const units = unitsAt(form, [theirs, base, mine], pathsOf(cells));
  if (units.every((unit) => sameChoice(unit, mine, theirs))) return { kind: 'after' };
  // conflict even if someone else made part of the planned change: the record no longer matches the preview
  const others = units.filter((unit) => !isAsBefore(unit, base, theirs));
  // rather a value that is neither than one that someone else made part of the planned change
  const other = others.find((unit) => !sameChoice(unit, mine, theirs)) ?? others[0];
  if (!other) return { kind: 'before' };
  const value = unitValue(other, theirs);
  const text = other.node?.field && textOf(form, other.node.field, value, true);
  return {
    kind: 'other',
    why: t('“{0}” of {1} is now {2}', other.label, recordName(form), shownValue(text ?? value)),
  };
}

/** Returns only the cells that would change the record. */
export function changingCells(form: RecordForm, cells: readonly PlannedCell[]): PlannedCell[] {
  const theirs = withOwn(form, cells);
  const mine = withCells(theirs, cells, 'after');
  const changed = unitsAt(form, [theirs, mine], pathsOf(cells)).filter((unit) => !sameChoice(unit, mine, theirs));
  // a unit may hold several fields, or be a part of one
  const isIn = (at: FieldPath, unit: ChangeUnit): boolean =>
    samePath(at.slice(0, unit.at.length), unit.at.slice(0, at.length));
  return cells.filter(({ at }) => changed.some((unit) => isIn(at, unit)));
}

function pathsOf(cells: readonly PlannedCell[]): FieldPath[] {
  return cells.map(({ at }) => at);
}

/** Returns the record's values for all planned cells, including empty ones and those stored outside the record. */
function withOwn(form: RecordForm, cells: readonly PlannedCell[]): JsonObject {
  return cells.reduce(
    (values, { at }) => withValueAt(values, at, (valueOf(form, at) ?? null) as JsonValue),
    textValues(form),
  );
}

/** The id identifies the referenced record. The model counts only if nothing else changes. */
function withCells(theirs: JsonObject, cells: readonly PlannedCell[], side: 'before' | 'after'): JsonObject {
  return cells.reduce((values, { at, models, ...cell }) => {
    const model = sameValue(cell.before, cell.after) ? models?.[side] : undefined;
    return withFieldValue(values, at, cell[side], model);
  }, theirs);
}

/** Returns the cell that undoes this one. */
export function reversedCell(form: RecordForm, cell: PlannedCell): PlannedCell {
  const { at, before, beforeText, afterText, models } = cell;
  return {
    at,
    before: (valueOf(form, at) ?? null) as JsonValue,
    after: before,
    ...(afterText !== undefined && { beforeText: afterText }),
    ...(beforeText !== undefined && { afterText: beforeText }),
    ...(models && {
      models: {
        ...(models.after !== undefined && { before: models.after }),
        ...(models.before !== undefined && { after: models.before }),
      },
    }),
  };
}

/** `chosen`: what is known about the record that a reference will point to. */
export function cellOf(
  form: RecordForm,
  field: RecordField,
  [before, after]: readonly [FormValue, FormValue],
  chosen: { readonly text?: string; readonly model?: string } = {},
): PlannedCell {
  const decimals = decimalsOf(field, before, after);
  const beforeText = textOf(form, field, before, true, decimals);
  const afterText = field.reference ? chosen.text : textOf(form, field, after, false, decimals);
  return {
    at: field.at,
    before: (before ?? null) as JsonValue,
    after: (after ?? null) as JsonValue,
    ...(beforeText !== undefined && { beforeText }),
    ...(afterText !== undefined && { afterText }),
    ...(field.reference && { models: modelsOf(form, field, chosen.model) }),
  };
}

/** A cleared reference keeps its model, which determines what it can point to. */
function modelsOf(
  form: RecordForm,
  { at, reference }: RecordField,
  chosen: string | undefined,
): Required<PlannedCell>['models'] {
  const before = referenceAt(form.values, at).model || reference?.model;
  const after = chosen ?? before;
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function textOf(
  form: RecordForm,
  field: RecordField,
  value: FormValue,
  isOwn: boolean,
  decimals = 0,
): string | undefined {
  if (isEmpty(value)) return undefined;
  if (field.reference && field.options.length === 0) return isOwn ? referenceAt(form.values, field.at).text : undefined;
  const text = formatValue(field, fieldValue(field, value), decimals);
  return text === scalarText(value) ? undefined : text;
}

function valueOf(form: RecordForm, at: FieldPath): FormValue {
  const field = fieldAt(form, at);
  return field ? recordValue(form, field) : valueAt(form.values, at);
}

export function fieldAt(form: RecordForm, at: FieldPath): RecordField | undefined {
  const isIt = (field: RecordField): boolean => samePath(field.at, at);
  return form.fields.find(isIt) ?? form.otherFields.find(isIt);
}
