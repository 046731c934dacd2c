import { changeUnits, sameUnit, withUnit } from './changeUnits.ts';
import type { JsonObject } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { textValues } from './recordText.ts';

/** The record as it was read just now, with what was typed while it was being saved. */
export function typedSince(form: RecordForm, saved: JsonObject, current: JsonObject): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [theirs, saved, current])
    .filter((unit) => !sameUnit(unit, current, saved))
    .reduce((values, unit) => withUnit(unit, values, current), theirs);
}
