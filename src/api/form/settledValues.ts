import type { Association } from '../../model/form/association.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { firstOf, wording } from '../tolerant.ts';

const deepest = 32;

/** `{"0": "a", "1": "b"}` is a list that came as a map; it is written back under the same numbers either way. */
export function withLists(record: JsonObject): JsonObject {
  return mapped(record, (value) => listed(value, 0));
}

function listed(value: JsonValue, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const parts = value.map((part) => listed(part, depth + 1));
    return parts.every((part, index) => part === value[index]) ? value : parts;
  }
  const inside = mapped(value, (part) => listed(part, depth + 1));
  const keys = Object.keys(inside);
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index));
  return isList ? Object.values(inside) : inside;
}

/** The object itself when nothing in it becomes another value. */
function mapped(from: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  let changed: JsonObject | undefined;
  for (const [key, value] of Object.entries(from)) {
    const after = change(value);
    if (after === value) continue;
    changed ??= { ...from };
    changed[key] = after;
  }
  return changed ?? from;
}

/**
 * `[]` where elements lead on by name (`stage_log`, `node_id`) is an empty object, as the service writes one: its
 * fields can be filled in and are sent. What the associations call many stays a list without rows.
 * Rows of a sub-table that came by their ids become a list.
 */
export function withEmptyObjects(
  record: JsonObject,
  fields: readonly RecordField[],
  associations: readonly Association[],
): JsonObject {
  const many = new Set(associations.filter(({ kind }) => /many$/i.test(kind)).map(({ name }) => name));
  let values = record;
  for (const { at } of fields) if (at.length > 1) values = opened(values, at, many);
  return values;
}

/**
 * `{"31": {"id": 31, …}, "35": {"id": 35, …}}` where elements lead on to a field of a row: the rows of a sub-table by
 * their ids. Taken for one object, it would have none of its fields, and a save would empty them.
 */
function isKeyedRows(value: JsonObject, next: string): boolean {
  const entries = Object.entries(value);
  if (entries.length === 0 || Object.hasOwn(value, next)) return false;
  return entries.every(([key, row]) => isObject(row) && wording(firstOf(row, 'id')) === key);
}

function opened(values: JsonObject, at: readonly string[], many: ReadonlySet<string>): JsonObject {
  const [part, next, ...rest] = at;
  if (part === undefined || next === undefined || !Object.hasOwn(values, part)) return values;
  const value = values[part];
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (isEmptyList && !many.has(part) && !/^\d+$/.test(next)) return { ...values, [part]: {} };
  if (!isObject(value)) return values;
  if (isKeyedRows(value, next)) return { ...values, [part]: Object.values(value) };
  const inside = opened(value, [next, ...rest], many);
  return inside === value ? values : { ...values, [part]: inside };
}
