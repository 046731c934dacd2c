import { type ControllerName, shortName } from '../../../model/controller.ts';
import { type FieldPath, pathKey } from '../../../model/form/fieldPath.ts';
import { isEmpty } from '../../../model/form/fieldValue.ts';
import type { RecordField, SubTable } from '../../../model/form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { firstOf, nonBlank } from '../tolerant.ts';

/** Location of the record in a response. */
export interface RecordInAnswer {
  readonly alias: string;
  readonly data: JsonObject;
  readonly values: JsonObject;
  /** Names that elements may use for the record. */
  readonly roots: ReadonlySet<string>;
}

/**
 * Finds the record in `data` under its controller's name, its alias or its model's name, under the only key, or as
 * `data` itself.
 */
export function findRecord(answer: JsonObject, controller: ControllerName): RecordInAnswer {
  const data = one(firstOf(answer, 'data'));
  const prefix = /^(.+)\.[^.]+$/.exec(nonBlank(firstOf(answer, 'primary_key')) ?? '')?.[1];
  const own = shortName(controller);
  const given = nonBlank(firstOf(answer, 'alias'));
  const names = [own, given, nonBlank(firstOf(answer, 'model')), prefix].filter((name) => name !== undefined);
  const found = names.find((name) => holds(data, name)) ?? onlyKey(data);
  if (found === undefined) return { alias: given ?? own, data, values: data, roots: new Set(names) };
  return {
    alias: found === own ? own : (given ?? found),
    data,
    values: withLists(one(data[found])),
    roots: new Set([found, ...names]),
  };
}

/** Returns an object that was sent as such, as the only item of an array, or as `[]` if empty. */
function one(value: JsonValue | undefined): JsonObject {
  if (isObject(value)) return value;
  const first = Array.isArray(value) ? value[0] : undefined;
  return isObject(first) ? first : {};
}

function holds(data: JsonObject, name: string): boolean {
  return Object.hasOwn(data, name) && typeof data[name] === 'object' && data[name] !== null;
}

/** If `data` contains plain values, it is the record itself. */
function onlyKey(data: JsonObject): string | undefined {
  const keys = Object.keys(data);
  const holders = keys.filter((key) => isObject(data[key]));
  const isFlat = keys.some((key) => typeof data[key] !== 'object');
  return holders.length === 1 && !isFlat ? holders[0] : undefined;
}

/** Ids that a response gives its record: the response's own first, then the record's. */
export function idsOf(answer: JsonObject, { values, alias }: RecordInAnswer): string[] {
  const primaryKey = nonBlank(firstOf(answer, 'primary_key')) ?? 'id';
  const keys = new Set([primaryKey.split('.').at(-1) ?? 'id', 'id', primaryKey, `${alias}.id`]);
  const inRecord = [...keys].map((key) => nonBlank(firstOf(values, key)));
  return [nonBlank(firstOf(answer, 'id')), ...inRecord].filter((id) => id !== undefined);
}

/** The value at a path; in a sub-table, the value of the first row. */
export function sampleAt(from: JsonValue, path: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = from;
  for (const [depth, segment] of path.entries()) {
    if (depth > 0 && !/^\d+$/.test(segment)) value = firstRow(value, segment);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Array.isArray(value) ? value[Number(segment)] : value[segment];
  }
  return value;
}

/** Formatting deeper values takes time quadratic in the depth and eventually overflows the stack. */
const maxDepth = 256;

export function isTooDeep(value: JsonValue, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inside) => isTooDeep(inside, levels - 1));
}

function firstRow(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[0];
  if (!isObject(value) || Object.hasOwn(value, name)) return value;
  return holdsRows(value, new Set([name])) ? Object.values(value)[0] : value;
}

/**
 * `{"31": {"id": 31, …}, "35": {"id": 35, …}}` where elements lead to a field of a row: rows of a sub-table keyed by id
 * or by other keys. Read as one object, it would have none of its fields, and a save would clear them.
 */
export function holdsRows(value: JsonObject, names: ReadonlySet<string>): boolean {
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.some(([key, row]) => names.has(key) || !isObject(row))) return false;
  const rows = entries as [string, JsonObject][];
  return (
    rows.every(([key, row]) => nonBlank(firstOf(row, 'id')) === key) ||
    rows.every(([, row]) => Object.keys(row).some((key) => names.has(key)))
  );
}

const deepest = 32;

/** `{"0": "a", "1": "b"}` is a list sent as a map; either way, it is written back with the same indexes. */
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

/** Returns the same object if no value changes. */
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

interface Shape {
  readonly inside: Map<string, Shape>;
  isTable: boolean;
  /** True if it contains an editable field. */
  isOpen: boolean;
}

const shapes = new WeakMap<readonly RecordField[], Shape>();

/**
 * `[]` where elements refer to fields by name (`stage_log`, `node_id`) is the service's notation of an empty object:
 * its fields are editable and are sent. A table without rows is `[]`, however the service writes it.
 */
export function withShapes(
  values: JsonObject,
  fields: readonly RecordField[],
  tables: readonly SubTable[],
): JsonObject {
  const shape = shapes.get(fields) ?? shapeOf(fields, tables);
  shapes.set(fields, shape);
  return shape.inside.size === 0 ? values : shaped(values, shape);
}

function shapeOf(fields: readonly RecordField[], tables: readonly SubTable[]): Shape {
  const root: Shape = { inside: new Map(), isTable: false, isOpen: false };
  const keys = new Set(tables.map(({ at }) => pathKey(at)));
  for (const { at, permission } of fields) {
    let holder = root;
    for (const [depth, segment] of at.slice(0, -1).entries()) {
      // a list that is addressed by row index stays a list
      if (/^\d+$/.test(at[depth + 1] ?? '')) break;
      const known = holder.inside.get(segment) ?? {
        inside: new Map<string, Shape>(),
        isTable: keys.has(pathKey(at.slice(0, depth + 1))),
        isOpen: false,
      };
      known.isOpen ||= permission.editable;
      holder.inside.set(segment, known);
      holder = known;
    }
  }
  return root;
}

function shaped(values: JsonObject, { inside }: Shape): JsonObject {
  let result: JsonObject | undefined;
  for (const [key, shape] of inside) {
    const before = Object.hasOwn(values, key) ? values[key] : undefined;
    const after = shape.isTable ? shapedRows(before, shape) : shapedPart(before, shape);
    if (after === before || after === undefined) continue;
    result ??= { ...values };
    Object.defineProperty(result, key, { value: after, writable: true, enumerable: true, configurable: true });
  }
  return result ?? values;
}

function shapedPart(value: JsonValue | undefined, shape: Shape): JsonValue | undefined {
  if (Array.isArray(value) && value.length === 0) return shaped({}, shape);
  return isObject(value) ? shaped(value, shape) : value;
}

function shapedRows(value: JsonValue | undefined, shape: Shape): JsonValue | undefined {
  if (isNothing(value)) return Array.isArray(value) || (value === undefined && !shape.isOpen) ? value : [];
  const inRow = (row: JsonValue): JsonValue => (isObject(row) ? shaped(row, shape) : row);
  if (Array.isArray(value)) {
    const rows = value.map(inRow);
    return rows.every((row, index) => row === value[index]) ? value : rows;
  }
  if (!isObject(value)) return value;
  const rows = Object.entries(value).map(([key, row]): [string, JsonValue] => [key, inRow(row)]);
  return rows.every(([key, row]) => row === value[key]) ? value : Object.fromEntries(rows);
}

export function isNothing(value: JsonValue | undefined): boolean {
  return isEmpty(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
