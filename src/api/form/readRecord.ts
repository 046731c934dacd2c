import { type ControllerName, shortName } from '../../model/controller.ts';
import type { FieldPath } from '../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { firstOf, nonBlank } from '../tolerant.ts';
import type { Association } from '../../model/form/recordForm.ts';
import type { RecordField } from '../../model/form/formElement.ts';

/** Where the record stands in an answer. */
export interface RecordInAnswer {
  readonly alias: string;
  readonly data: JsonObject;
  readonly values: JsonObject;
  /** The names under which elements may speak of the record. */
  readonly roots: ReadonlySet<string>;
}

/** In `data` under its alias, its controller's or its model's name, under the only key there is, or in `data` itself. */
export function findRecord(answer: JsonObject, controller: ControllerName): RecordInAnswer {
  const data = one(firstOf(answer, 'data'));
  const prefix = /^(.+)\.[^.]+$/.exec(nonBlank(firstOf(answer, 'primary_key')) ?? '')?.[1];
  const names = [
    nonBlank(firstOf(answer, 'alias')),
    nonBlank(firstOf(answer, 'model')),
    shortName(controller),
    prefix,
  ].filter((name) => name !== undefined);
  const found = names.find((name) => holds(data, name)) ?? onlyKey(data);
  const alias = names[0] ?? shortName(controller);
  if (found === undefined) return { alias, data, values: data, roots: new Set(names) };
  return {
    alias: nonBlank(firstOf(answer, 'alias')) ?? found,
    data,
    values: withLists(one(data[found])),
    roots: new Set([found, ...names]),
  };
}

/** An object, whether it came as such, alone in an array, or empty as `[]`. */
function one(value: JsonValue | undefined): JsonObject {
  if (isObject(value)) return value;
  const first = Array.isArray(value) ? value[0] : undefined;
  return isObject(first) ? first : {};
}

function holds(data: JsonObject, name: string): boolean {
  return Object.hasOwn(data, name) && typeof data[name] === 'object' && data[name] !== null;
}

/** A `data` with plain values of its own is the record itself. */
function onlyKey(data: JsonObject): string | undefined {
  const keys = Object.keys(data);
  const holders = keys.filter((key) => isObject(data[key]));
  const isFlat = keys.some((key) => typeof data[key] !== 'object');
  return holders.length === 1 && !isFlat ? holders[0] : undefined;
}

/** The ids that an answer gives to its record: its own, then the record's. */
export function idsOf(answer: JsonObject, { values, alias }: RecordInAnswer): string[] {
  const primaryKey = nonBlank(firstOf(answer, 'primary_key')) ?? 'id';
  const keys = new Set([primaryKey.split('.').at(-1) ?? 'id', 'id', primaryKey, `${alias}.id`]);
  const inRecord = [...keys].map((key) => nonBlank(firstOf(values, key)));
  return [nonBlank(firstOf(answer, 'id')), ...inRecord].filter((id) => id !== undefined);
}

/** The value at a path; of the rows of a sub-table, the first one's. */
export function sampleAt(from: JsonValue, path: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = from;
  for (const segment of path) {
    if (Array.isArray(value) && !/^\d+$/.test(segment)) value = value[0];
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Array.isArray(value) ? value[Number(segment)] : value[segment];
  }
  return value;
}

/** To lay out what is deeper as text takes the square of its levels, and ends where the stack does. */
const mostLevels = 256;

export function isTooDeep(value: JsonValue, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inside) => isTooDeep(inside, levels - 1));
}

const deepest = 32;

/** `{"0": "a", "1": "b"}` is a list that came as a map; it is written back under the same numbers either way. */
function withLists(record: JsonObject): JsonObject {
  return mapped(record, (value) => listed(value, 0));
}

function listed(value: JsonValue, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => listed(item, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const inside = mapped(value, (item) => listed(item, depth + 1));
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
  return entries.every(([key, row]) => isObject(row) && nonBlank(firstOf(row, 'id')) === key);
}

function opened(values: JsonObject, at: readonly string[], many: ReadonlySet<string>): JsonObject {
  const [segment, next, ...rest] = at;
  if (segment === undefined || next === undefined || !Object.hasOwn(values, segment)) return values;
  const value = values[segment];
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (isEmptyList && !many.has(segment) && !/^\d+$/.test(next)) return { ...values, [segment]: {} };
  if (!isObject(value)) return values;
  if (isKeyedRows(value, next)) return { ...values, [segment]: Object.values(value) };
  const inside = opened(value, [next, ...rest], many);
  return inside === value ? values : { ...values, [segment]: inside };
}
