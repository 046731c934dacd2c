import { changeUnits, type ChangeUnit, sameChoice, unitValue } from '../draft/changeUnits.ts';
import { jsonAt, textValues } from '../draft/recordText.ts';
import type { ValueChange } from '../draft/textEdit.ts';
import { duplicateValues } from '../form/duplicateValues.ts';
import { isEmpty } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { hasEditableRows } from '../form/subTable.ts';
import type { JsonObject } from '../json.ts';
import type { HistoryChange } from './historyEntry.ts';

export interface RestoredValues {
  readonly changes: readonly ValueChange[];
  /** The labels of fields that may not be edited. */
  readonly left: readonly string[];
  /** Of those that someone has changed since. */
  readonly changedSince: readonly string[];
}

/** The way back to what the fields of a change held before, for a record as it is now. */
export function restoredValues(form: RecordForm, { before, after }: HistoryChange): RestoredValues {
  const now = textValues(form);
  const units = changeUnits(form, [before, after]).filter(
    (unit) => unitValue(unit, before) !== undefined || unitValue(unit, after) !== undefined,
  );
  const open = units.filter(isOpen);
  return {
    changes: open.flatMap((unit) =>
      [unit.at, unit.text, unit.model].flatMap((at): ValueChange[] => {
        const isKnown = at && (jsonAt(before, at) !== undefined || jsonAt(after, at) !== undefined);
        return isKnown ? [{ at, value: jsonAt(before, at) ?? null }] : [];
      }),
    ),
    left: units.filter((unit) => !isOpen(unit)).map(({ label }) => label),
    changedSince: open.filter((unit) => !sameChoice(unit, after, now)).map(({ label }) => label),
  };
}

function isOpen({ node }: ChangeUnit): boolean {
  if (node?.table) return hasEditableRows(node.table);
  const { kind, permission } = node?.field ?? {};
  return permission?.editable === true && kind !== 'password' && kind !== 'file';
}

/** What a deleted record held, for a new one, and the labels of what the new one cannot begin with. */
export function restoredRecord(
  fresh: RecordForm,
  before: JsonObject,
): { readonly values: JsonObject; readonly left: readonly string[] } {
  const values = duplicateValues(before, fresh);
  const left = fresh.fields.filter(
    ({ at, isSystem }) => !isSystem && !isEmpty(jsonAt(before, at)) && jsonAt(values, at) === undefined,
  );
  return { values, left: [...new Set(left.map(({ label }) => label))] };
}
