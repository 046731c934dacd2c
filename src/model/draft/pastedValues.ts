import { t } from '@vscode/l10n';
import { isEmpty, isRows, isValues, ownValue, sameValue, valueAt, type ValueChange } from '../form/fieldValue.ts';
import type { RecordField, SubTable } from '../form/formElement.ts';
import { isBesideReference, referenceChanges, referencePart, targetInput } from '../form/value.ts';
import { fieldNameIn, hasEditableRows, rowsIn } from '../form/subTable.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { schemaKey } from './recordText.ts';
import { fieldKinds } from '../form/fieldKind.ts';

export interface Pasted {
  readonly changes: readonly ValueChange[];
  /** Number of fields. */
  readonly fields: number;
  /** Skipped values, with the reason: `Created (read-only)`. */
  readonly left: readonly string[];
}

/**
 * Finds the values in a pasted object that fit the record: editable fields, matched by key, then by label. The object
 * can be the record itself, or a response of the service that contains the record under its name.
 */
export function pastedValues(form: RecordForm, pasted: JsonObject): Pasted {
  const source = unwrapped(form, pasted);
  const changes: ValueChange[] = [];
  const left: string[] = [];
  let fields = 0;
  for (const [key, value] of Object.entries(source)) {
    if (key === schemaKey || key === 'id' || isBesideReference(form, key, source)) continue;
    const table = form.subTables.find(({ at }) => at.length === 1 && at[0] === key);
    const rows = table && hasEditableRows(table) ? pastedRows(form, table, value) : undefined;
    if (rows) {
      changes.push({ at: [key], value: rows });
      fields += 1;
      continue;
    }
    if (isNameAlone(form, key) && !isObject(value) && !isRows(value)) {
      changes.push({ at: [key], value });
      fields += 1;
      continue;
    }
    const found = fieldsNamed(form, key);
    const open = found.filter((field) => field.permission.editable && field.kind !== 'file');
    if (open.length === 0) {
      left.push(found[0] ? `${found[0].label} (${whyNot(found[0])})` : t('{0} (no such field)', key));
      continue;
    }
    for (const field of open) {
      const taken = valuesFor(field, key, value, source);
      if (taken.length > 0) fields += 1;
      changes.push(...taken);
    }
    if (!changes.some(({ at }) => at[0] === open[0]?.at[0])) left.push(t('{0} (different structure)', key));
  }
  return { changes, fields, left };
}

/** Rows of this record keep their ids; all others become new rows, whatever their ids. */
function pastedRows(form: RecordForm, table: SubTable, value: JsonValue): JsonValue | undefined {
  const name = fieldNameIn(table);
  const known = rowsIn(ownValue(form.values, table.at[0] ?? ''), name, true) ?? [];
  const rows = rowsIn(value, name, true);
  if (!rows?.every((row) => isValues(row.value))) return undefined;
  const pasted = rows.map(({ value: row }, index): [string, JsonObject] => {
    const id = ownValue(row, 'id');
    const own = isEmpty(id) ? undefined : known.find((one) => sameValue(ownValue(one.value, 'id'), id));
    if (own) return [own.key, row as JsonObject];
    const kept = Object.entries(row as JsonObject).filter(([key]) => key !== 'id');
    return [`new${index + 1}`, Object.fromEntries(kept)];
  });
  const isMap = known.length > 0 && !isRows(ownValue(form.values, table.at[0] ?? ''));
  return isMap ? Object.fromEntries(pasted) : pasted.map(([, row]) => row);
}

function whyNot(field: RecordField): string {
  return field.permission.editable ? t('a file') : t('read-only');
}

/** Accepts `{ data: { leads: { … } } }` and `{ leads: { … } }`, as the service responds. */
function unwrapped(form: RecordForm, pasted: JsonObject): JsonObject {
  const data = ownValue(pasted, 'data');
  const holder = isValues(data) && fieldsNamed(form, 'data').length === 0 ? (data as JsonObject) : pasted;
  for (const name of [form.root, form.alias]) {
    const inside = ownValue(holder, name);
    if (isValues(inside) && fieldsNamed(form, name).length === 0) return inside as JsonObject;
  }
  return holder;
}

/** A reference that is given by its label alone. */
function isNameAlone(form: RecordForm, key: string): boolean {
  const isOpen = ({ at, reference, permission }: RecordField): boolean =>
    reference !== undefined && permission.editable && at.length === 1;
  const named = (name: string): boolean => form.fields.some((field) => field.at[0] === name && isOpen(field));
  return referencePart(key, named)?.part === 'label';
}

function fieldsNamed(form: RecordForm, key: string): readonly RecordField[] {
  const all = [...form.fields, ...form.otherFields];
  const byKey = all.filter(({ at }) => at[0] === key);
  if (byKey.length > 0) return byKey;
  const label = key.trim().toLowerCase();
  return all.filter((field) => field.at.length === 1 && field.label.trim().toLowerCase() === label);
}

function valuesFor(field: RecordField, key: string, value: JsonValue, source: JsonObject): ValueChange[] {
  const rest = field.at.slice(1);
  const inside = rest.length === 0 ? value : (valueAt(value, rest) as JsonValue | undefined);
  // row fields share one name and are ambiguous; rows are pasted as one value
  if (inside === undefined || !fits(field, inside)) return [];
  if (!field.reference || rest.length > 0) return [{ at: field.at, value: inside }];
  return referenceChanges(field.at, { ...targetInput(source, [key]), id: inside });
}

function fits(field: RecordField, value: JsonValue): boolean {
  const { isStructure, isSet } = fieldKinds[field.kind];
  if (isStructure) return true;
  if (isRows(value)) return isSet === true;
  return !isObject(value);
}
