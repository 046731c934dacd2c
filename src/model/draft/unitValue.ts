import type { ChangeUnit } from './changeUnits.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { type FormValue, isEmpty, isRows, isValues, sameValue } from '../form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { jsonAt, withValueAt } from './valueEdit.ts';

/** The value itself, without its text and its model. */
export function unitValue(unit: ChangeUnit, values: JsonObject): JsonValue | undefined {
  return jsonAt(values, unit.at);
}

/** Whether the first says the same as the other, with all that belongs to it, as far as a save can tell. */
export function sameUnit(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  if (!sameChoice(unit, one, other)) return false;
  // what stands beside nothing means nothing
  return isNothing(unitValue(unit, one)) || sameBeside(unit.text, one, other);
}

/** Equal but for the text that is shown for it, which follows from the value: a person who is renamed is still the same. */
export function sameChoice(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  const [value, otherValue] = [unitValue(unit, one), unitValue(unit, other)];
  if (isNothing(value) && isNothing(otherValue)) return true;
  return sameValue(value, otherValue, unit.node?.field?.kind) && sameBeside(unit.model, one, other);
}

/** Whoever leaves it out leaves it as it is. */
function sameBeside(at: FieldPath | undefined, one: JsonObject, other: JsonObject): boolean {
  const beside = at && jsonAt(one, at);
  return at === undefined || beside === undefined || sameValue(beside, jsonAt(other, at));
}

/** An empty list and an empty object are sent as an empty value is. */
export function isNothing(value: FormValue): boolean {
  return (
    isEmpty(value) || (isRows(value) && value.length === 0) || (isValues(value) && Object.keys(value).length === 0)
  );
}

/** `into`, with what `from` has for the unit. */
export function withUnit(unit: ChangeUnit, into: JsonObject, from: JsonObject): JsonObject {
  let values = into;
  for (const at of [unit.at, unit.text, unit.model]) if (at) values = withValueAt(values, at, jsonAt(from, at));
  return values;
}
