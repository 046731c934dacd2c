import { changeUnits, sameChoice, sameUnit, unitValue, withUnit } from './changeUnits.ts';
import { withOwnIds } from './ownSave.ts';
import type { JsonObject } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { jsonAt, textValues, withValueAt } from './recordText.ts';

/** The record as it was read just now, with what was typed while it was being saved. */
export function typedSince(form: RecordForm, saved: JsonObject, current: JsonObject): JsonObject {
  const theirs = textValues(form);
  return changeUnits(form, [theirs, saved, current])
    .filter((unit) => !sameUnit(unit, current, saved))
    .reduce((values, unit) => {
      const [was, now] = [unitValue(unit, saved), unitValue(unit, current)];
      const own = unit.node?.table && withOwnIds(unit.node, was, was, now, unitValue(unit, theirs));
      // new rows have got ids with the save, and are the same rows
      if (own !== undefined) return withValueAt(values, unit.at, own);
      // a name alone says nothing of the id, which the save may have changed
      const isNameAlone = unit.text !== undefined && sameChoice(unit, current, saved);
      return isNameAlone ? withValueAt(values, unit.text, jsonAt(current, unit.text)) : withUnit(unit, values, current);
    }, theirs);
}
