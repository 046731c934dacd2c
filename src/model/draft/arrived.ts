import { changeUnits } from './changeUnits.ts';
import type { JsonObject } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { textValues } from './recordText.ts';
import { sameUnit, unitValue, withUnit } from './unitValue.ts';

/** Whether the service has all that was sent. */
export function hasArrived(form: RecordForm, sent: JsonObject): boolean {
  const theirs = textValues(form);
  return changeUnits(form, [sent, theirs])
    .filter((unit) => unitValue(unit, sent) !== undefined)
    .every((unit) => sameUnit(unit, sent, theirs));
}

/**
 * The base after a save with an unknown outcome: where the service has what was sent then, that is no one else's change.
 * With `still`, only where these values are what was sent.
 */
export function withArrived(
  form: RecordForm,
  base: JsonObject,
  attempted: JsonObject,
  still: JsonObject = attempted,
): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [base, attempted, theirs])
    .filter((unit) => unitValue(unit, attempted) !== undefined && sameUnit(unit, attempted, theirs))
    .filter((unit) => sameUnit(unit, still, attempted))
    .reduce((seen, unit) => withUnit(unit, seen, theirs), base);
}
