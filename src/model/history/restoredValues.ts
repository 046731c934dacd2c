import { changeUnits, type ChangeUnit, sameChoice, unitEdits, unitValue, withUnit } from '../draft/changeUnits.ts';
import { type FieldConflict, mergeRecord } from '../draft/recordMerge.ts';
import { textValues } from '../draft/recordText.ts';
import { duplicateValues } from '../form/duplicateValues.ts';
import { isEmpty, jsonAt, type ValueChange, withChanges } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isSecretField } from '../form/secrets.ts';
import { hasEditableRows } from '../form/subTable.ts';
import type { JsonObject } from '../json.ts';
import type { HistoryChange } from './historyEntry.ts';

export interface RestoredValues {
  readonly changes: readonly ValueChange[];
  /** Labels of skipped fields: read-only fields and secrets. */
  readonly left: readonly string[];
  /** The new base of the text. */
  readonly base: JsonObject;
  /** Fields whose current value is neither the old nor the new value of the change: the user must choose. */
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Returns the edits that restore the values from before a change in the current record. `base` is the base of its text.
 */
export function restoredValues(
  form: RecordForm,
  { fields, before, after }: HistoryChange,
  base: JsonObject = textValues(form),
): RestoredValues {
  const now = textValues(form);
  const units = changeUnits(form, [before, after]).filter(
    (unit) => unitValue(unit, before) !== undefined || unitValue(unit, after) !== undefined,
  );
  const open = units.filter(isOpen);
  const changes = open.flatMap((unit) =>
    unitEdits(unit, before).flatMap(({ at, value }) => {
      const isKnown = jsonAt(before, at) !== undefined || jsonAt(after, at) !== undefined;
      return isKnown ? [{ at, value: value ?? null }] : [];
    }),
  );
  const isUnseen = (unit: ChangeUnit): boolean => !sameChoice(unit, after, now) || !sameChoice(unit, base, now);
  // use the change's new values as the base; a field that already has its old value needs no change
  const unseen = open.filter((unit) => !sameChoice(unit, before, now) && isUnseen(unit));
  const withAfter = (values: JsonObject): JsonObject =>
    unseen.reduce((all, unit) => withUnit(unit, all, after), values);
  const mine = withChanges(now, changes);
  return {
    changes,
    left: [
      ...units.filter((unit) => !isOpen(unit)).map(({ label }) => label),
      // only the name of a secret is stored
      ...fields.filter(({ from }) => from === undefined).map(({ label }) => label),
    ],
    base: withAfter(base),
    conflicts: mergeRecord(form, { values: withAfter(now), earlier: [] }, mine).conflicts,
  };
}

function isOpen({ node }: ChangeUnit): boolean {
  if (node?.table) return hasEditableRows(node.table);
  const { kind, permission } = node?.field ?? {};
  return permission?.editable === true && kind !== 'password' && kind !== 'file';
}

/** Returns a deleted record's values for a new record, and the labels of those that a new record can't start with. */
export function restoredRecord(
  fresh: RecordForm,
  before: JsonObject,
): { readonly values: JsonObject; readonly left: readonly string[] } {
  const values = duplicateValues(before, fresh);
  const left = fresh.fields.filter(
    (field) =>
      !field.isSystem &&
      jsonAt(values, field.at) === undefined &&
      // whether it had a secret isn't stored
      (!isEmpty(jsonAt(before, field.at)) || (isSecretField(field) && field.permission.editable)),
  );
  return { values, left: [...new Set(left.map(({ label }) => label))] };
}
