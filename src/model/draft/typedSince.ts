import { withValueAt } from '../form/fieldValue.ts';
import { changeUnits, sameChoice, sameUnit, unitValue, withUnit, withUnitLabel } from './changeUnits.ts';
import { withAssignedIds } from './ownSave.ts';
import type { JsonObject } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { textValues } from './recordText.ts';

/** Returns the record as just loaded, with the edits made while it was being saved. */
export function typedSince(form: RecordForm, saved: JsonObject, current: JsonObject): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [theirs, saved, current])
    .filter((unit) => !sameUnit(unit, current, saved))
    .reduce((values, unit) => {
      const [was, now] = [unitValue(unit, saved), unitValue(unit, current)];
      const own = unit.node?.table && withAssignedIds(unit.node, was, was, now, unitValue(unit, theirs));
      // the save assigned ids to new rows; they are still the same rows
      if (own !== undefined) return withValueAt(values, unit.at, own);
      // if only the name was edited, keep the id, which the save may have changed
      const named = sameChoice(unit, current, saved) ? withUnitLabel(unit, values, current) : undefined;
      return named ?? withUnit(unit, values, current);
    }, theirs);
}
