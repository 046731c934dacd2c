import { isEmpty, isValues, ownValue } from './fieldValue.ts';
import { rowsIn, subTableAt } from './subTable.ts';
import type { RecordField } from './formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from './recordForm.ts';
import { fieldKinds } from './fieldKind.ts';
import { valuePaths } from './value.ts';

/**
 * Initial values for a copy of a record: those that the new record's form lets the user edit. Excludes system fields,
 * passwords and files, and the ids of rows, which would refer to the original's rows.
 */
export function duplicateValues(values: JsonObject, fresh: RecordForm): JsonObject {
  return copyOf(values, fresh.fields, 0, fresh.subTables);
}

function copyOf(
  values: JsonObject,
  fields: readonly RecordField[],
  depth: number,
  tables: RecordForm['subTables'],
): JsonObject {
  const copied: [string, JsonValue][] = [];
  for (const [key, group] of Map.groupBy(fields, ({ at }) => at[depth] ?? '')) {
    const value = ownValue(values, key) as JsonValue | undefined;
    if (value === undefined || isEmpty(value)) continue;
    const whole = group.find(({ at }) => at.length === depth + 1);
    if (whole && isCopied(whole)) copied.push(...entriesOf(whole, values));
    const deeper = group.filter((field) => field.at.length > depth + 1);
    if (whole || deeper.length === 0) continue;
    const path = deeper[0]?.at.slice(0, depth + 1) ?? [];
    const rows = rowsIn(value, deeper[0]?.at[depth + 1] ?? '', subTableAt(tables, path) !== undefined);
    // keys of a map may be row ids of the original, so use a list
    const copies = rows
      ? rows.flatMap((row) => (isValues(row.value) ? copyOf(row.value as JsonObject, deeper, depth + 1, tables) : []))
      : copyOf(isObject(value) ? value : {}, deeper, depth + 1, tables);
    if (Object.keys(copies).length > 0) copied.push([key, copies]);
  }
  return Object.fromEntries(copied);
}

function isCopied(field: RecordField): boolean {
  return field.permission.editable && !field.isSystem && !fieldKinds[field.kind].isWriteOnly;
}

function entriesOf(field: RecordField, values: JsonObject): [string, JsonValue][] {
  return valuePaths(field).flatMap((at): [string, JsonValue][] => {
    const key = at.at(-1) ?? '';
    const value = ownValue(values, key) as JsonValue | undefined;
    return value === undefined ? [] : [[key, withoutIds(value)]];
  });
}

function withoutIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'id');
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutIds(inner)]));
}
