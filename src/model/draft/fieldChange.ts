import { type ChangeUnit, changeUnits } from './changeUnits.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { isOtherEmptiness } from '../form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { sameUnit, unitValue } from './unitValue.ts';
import { jsonAt } from './valueEdit.ts';

/** One field, list or key that differs between two states of a record. */
export interface FieldChange {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** The text that stands for the value, where it has one. */
  readonly shownBefore?: string;
  readonly shownAfter?: string;
  /** One of the service's own fields, such as `modified`. */
  readonly isSystem: boolean;
}

/** What differs, a field with its text and its model as one. */
export function changedUnits(form: RecordForm, before: JsonObject, after: JsonObject): FieldChange[] {
  return changeUnits(form, [before, after])
    .filter(
      (unit) => !sameUnit(unit, after, before) || isOtherEmptiness(unitValue(unit, after), unitValue(unit, before)),
    )
    .map((unit) => fieldChange(unit, before, after));
}

export function fieldChange(unit: ChangeUnit, before: JsonObject, after: JsonObject): FieldChange {
  const { key, label, at } = unit;
  const [shownBefore, shownAfter] = [before, after].map((values) => unit.text && jsonAt(values, unit.text));
  return {
    key,
    label,
    at,
    before: unitValue(unit, before) ?? null,
    after: unitValue(unit, after) ?? null,
    ...(typeof shownBefore === 'string' ? { shownBefore } : {}),
    ...(typeof shownAfter === 'string' ? { shownAfter } : {}),
    isSystem: unit.node?.field?.isSystem ?? false,
  };
}
