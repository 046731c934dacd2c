import { cellOf } from '../bulk/plannedCell.ts';
import { differingUnits, unitLabel, unitType, unitValue } from '../draft/changeUnits.ts';
import { isEmpty, scalarText, jsonAt, withChanges } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { valuePaths } from '../form/value.ts';
import { isSecretField } from '../form/secrets.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { fieldInTable } from '../list/columnField.ts';
import { compareStaged, type WrittenRecord } from '../list/compareStaged.ts';
import type { StagedRecord } from '../list/stagedCells.ts';
import { plannedText } from './planOperation.ts';
import { type PlanField, planFieldOf } from './recordPlan.ts';

/** Unsaved changes of one record in the form of a plan. */
export interface PendingFields {
  readonly fields: readonly PlanField[];
  /** Labels of fields that a plan can't contain. */
  readonly left: readonly string[];
}

/** For an open record: compares the base with the current text. */
export function draftFields(form: RecordForm, base: JsonObject, values: JsonObject): PendingFields {
  const isNew = form.operation === 'add';
  const before = { ...form, values: base };
  const fields: PlanField[] = [];
  const left: string[] = [];
  for (const unit of differingUnits(form, base, values)) {
    const field = unit.node?.table ? undefined : unit.node?.field;
    const after = unitValue(unit, values) ?? null;
    const [text, model] = [unitLabel(unit, values), unitType(unit, values)];
    // a name without an id is resolved only when the record is saved
    const isNameAlone = isEmpty(after) && Boolean(text) && field?.reference !== undefined;
    if (!field || isNameAlone || !isPlannable(field, after, isNew)) {
      left.push(unit.label);
      continue;
    }
    const was = isNew ? null : (unitValue(unit, base) ?? null);
    const target = { ...(text !== undefined && { text }), ...(model !== undefined && { model }) };
    fields.push(planFieldOf(cellOf(before, field, [was, after], target)));
  }
  return { fields, left };
}

/** For staged cells: compares them with the current record. Values that it already has are no change. */
export function stagedFields(form: RecordForm, cells: StagedRecord, written?: WrittenRecord): PendingFields {
  const { conflicts, base } = compareStaged(form, cells, written);
  // for conflicts, plan from the base value; opening the plan then reports the difference
  const replaced = [...conflicts.keys()].flatMap((name) => valuePaths(fieldInTable(form, name) ?? { at: [name] }));
  const asTyped = replaced.map((at) => ({ at, value: jsonAt(base, at) }));
  const before = { ...form, values: withChanges(form.values, asTyped) };
  const compared = compareStaged(before, cells, written);
  const fields: PlanField[] = [];
  const left = [...compared.refused.keys(), ...compared.conflicts.keys()];
  for (const [name, { to, reference }] of compared.toSend) {
    const field = fieldInTable(form, name);
    const after = (compared.values[name] ?? null) as JsonValue;
    if (!field || !isPlannable(field, after, false)) {
      left.push(name);
      continue;
    }
    const said = {
      ...(to !== null && { text: to }),
      ...(reference?.model !== undefined && { model: reference.model }),
    };
    fields.push(planFieldOf(cellOf(before, field, [recordValue(before, field), after], reference ? said : {})));
  }
  return { fields, left: left.map((name) => fieldInTable(form, name)?.label ?? name) };
}

function isPlannable(field: RecordField, value: JsonValue, isNew: boolean): boolean {
  const { kind, permission } = field;
  if (!permission.editable || kind === 'file' || isSecretField(field)) return false;
  if (isNew) return plannedText(value) !== undefined;
  return kind === 'choices' || value === null || scalarText(value) !== undefined;
}
