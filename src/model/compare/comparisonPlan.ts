import { cellOf } from '../bulk/plannedCell.ts';
import { chosenIn, optionText, sameChoices } from '../form/choices.ts';
import { type FormValue, isEmpty, scalarText } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { referenceAt } from '../form/value.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { readChoices } from '../list/choicesInCell.ts';
import { fieldInTable } from '../list/columnField.ts';
import { type PlanField, planFieldOf, type PlanOperation } from '../plan/recordPlan.ts';
import { importFields, type ImportSubject } from '../import/importMapping.ts';
import { pathKey } from '../form/fieldPath.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import { type ComparedField, fieldIn, normalizedCell } from './comparedFields.ts';
import type { ComparedEntry, ComparedRow, Side } from './comparison.ts';

/** A field that can be copied to a side: its index in the comparison and its name in the plan. */
export interface CopyableField {
  readonly at: number;
  readonly field: string;
  readonly label: string;
  /** Set where a cell's text isn't enough: the target form's field, which identifies the record or the choices. */
  readonly ofRecord?: RecordField;
}

/** A row with its loaded record. */
export interface ReadRow extends ComparedRow {
  readonly form?: RecordForm;
}

/** Which changes the plan makes to one side. */
export interface PlanChoice {
  /** The side that is changed. */
  readonly target: Side;
  readonly fields: readonly CopyableField[];
  readonly adds: boolean;
  readonly deletes: boolean;
}

/** The fields that the target's forms let the user write; excludes those that its service reserves. */
export function copyableFields(
  fields: readonly ComparedField[],
  target: Side,
  subject: Pick<ImportSubject, 'form'>,
): readonly CopyableField[] {
  const writable = new Map(
    importFields(subject)
      .filter(({ isSystem, at }) => !isSystem && at.length === 1)
      .map((field) => [field.at[0], field]),
  );
  return fields.flatMap((field, at) => {
    const found = field.isCompared ? writable.get(fieldIn(field, target)) : undefined;
    if (!found) return [];
    const isOfRecord = found.kind === 'reference' || fieldKinds[found.kind].isSet;
    const ofRecord = isOfRecord && { ofRecord: found };
    return [{ at, field: pathKey(found.at), label: field.label, ...ofRecord }];
  });
}

/** Plans a field for which the records were loaded; returns nothing if it doesn't change or can't be expressed. */
function plannedOfRecord(
  { at, field, label }: CopyableField,
  ofRecord: RecordField,
  [compared, source]: readonly [ComparedField, Side],
  from: ReadRow,
  to: ReadRow | undefined,
  onLeft: (label: string) => void,
): PlanField[] {
  const given = givenBy(ofRecord, from, fieldIn(compared, source), from.cells[at] ?? null);
  const held = to?.form && fieldInTable(to.form, pathKey(ofRecord.at));
  if (!given || (to && !held)) {
    onLeft(label);
    return [];
  }
  const { text, becomes } = given;
  const was = to?.form && held ? recordValue(to.form, held) : null;
  if (
    fieldKinds[ofRecord.kind].isSet
      ? sameChoices(chosenIn(ofRecord, was), chosenIn(ofRecord, becomes))
      : isEmpty(was) && isEmpty(becomes)
  )
    return [];
  if (to?.form && held) return [planFieldOf(cellOf(to.form, held, [was, becomes], text === undefined ? {} : { text }))];
  return [{ field, was: null, becomes, ...(text !== undefined && { becomesText: text }) }];
}

interface Given {
  readonly becomes: JsonValue;
  /** For a reference: the record's name, used to find it in another service. */
  readonly text?: string;
}

/** Undefined for choices that the target does not have. */
function givenBy(
  ofRecord: RecordField,
  { form }: ReadRow,
  name: string | undefined,
  cell: string | null,
): Given | undefined {
  const field = form && name !== undefined ? fieldInTable(form, name) : undefined;
  if (fieldKinds[ofRecord.kind].isSet) {
    const chosen =
      field && form ? chosenThere(ofRecord, field, recordValue(form, field)) : readChoices(ofRecord, cell).chosen;
    return chosen && { becomes: [...chosen] };
  }
  // a file has only the text of its column
  if (!field || !form) return { becomes: cell, ...(cell !== null && { text: cell }) };
  const { text } = referenceAt(form.values, field.at);
  const becomes = scalarText(recordValue(form, field)) || null;
  return { becomes, ...(becomes !== null && text && { text }) };
}

/** Matches choices by label, then by value: another service may use different values. */
function chosenThere(target: RecordField, field: RecordField, value: FormValue): readonly string[] | undefined {
  const found = chosenIn(field, value).map((one) => {
    const text = optionText(field, one);
    const [same, ...others] = target.options.filter((option) => option.text === text);
    if (same && others.length === 0) return same.value;
    return target.options.length === 0 || target.options.some((option) => option.value === one) ? one : undefined;
  });
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** True if the plan may include the entry, judged before its records are loaded. */
export function mayBePlanned({ target, fields, adds, deletes }: PlanChoice, entry: ComparedEntry): boolean {
  if (entry.kind === 'duplicate') return false;
  if (entry.kind === 'different') return fields.some(({ at }) => entry.fields.includes(at));
  return (entry.kind === 'onlyHere') === (target === 0) ? deletes : adds;
}

/** Plans an entry whose records were loaded; undefined if there is nothing to do. */
export function plannedOperation(
  fields: readonly ComparedField[],
  { target, fields: chosen, adds, deletes }: PlanChoice,
  entry: ComparedEntry,
  /** Called with the label of each choice that the target doesn't have. */
  onLeft: (label: string) => void = () => undefined,
): PlanOperation | undefined {
  const source: Side = target === 0 ? 1 : 0;
  const planned = (copyableField: CopyableField, from: ReadRow, to: ReadRow | undefined): PlanField[] => {
    const { at, field, ofRecord } = copyableField;
    const compared = fields[at];
    if (ofRecord && compared) return plannedOfRecord(copyableField, ofRecord, [compared, source], from, to, onLeft);
    return [{ field, was: to ? value(to, target, at) : null, becomes: value(from, source, at) }];
  };
  const value = (row: ComparedRow, side: Side, at: number): string | null => {
    const field = fields[at];
    return field ? normalizedCell(field, side, row.cells[at] ?? null) : null;
  };
  if (entry.kind === 'duplicate') return undefined;
  if (entry.kind === 'different') {
    const rows = [entry.here, entry.there] as const;
    const { id, name } = rows[target];
    const changed = chosen.filter(({ at }) => entry.fields.includes(at));
    if (id === null || changed.length === 0) return undefined;
    const edits = changed.flatMap((one) => planned(one, rows[source], rows[target]));
    return edits.length === 0 ? undefined : { do: 'edit', id, name, fields: edits };
  }
  const isOfTarget = (entry.kind === 'onlyHere') === (target === 0);
  const row: ReadRow = entry.kind === 'onlyHere' ? entry.here : entry.there;
  const { form } = row;
  if (isOfTarget) {
    if (!deletes || row.id === null) return undefined;
    const held: JsonObject = Object.fromEntries(
      fields.flatMap(({ ends, isCompared }, at) => {
        const name = ends[target]?.field;
        const field = name === undefined ? undefined : form && fieldInTable(form, name);
        if (form && field) return isCompared ? [[name, (recordValue(form, field) ?? null) as JsonValue]] : [];
        return isCompared && name !== undefined ? [[name, value(row, target, at)]] : [];
      }),
    );
    return { do: 'delete', id: row.id, name: row.name, held };
  }
  const given = chosen.flatMap((one) => planned(one, row, undefined));
  const filled = given.filter(({ becomes }) => becomes !== null);
  return adds && filled.length > 0 ? { do: 'add', name: row.name, fields: filled } : undefined;
}
