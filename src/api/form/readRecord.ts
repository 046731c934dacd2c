import type { ControllerName } from '../../model/controller.ts';
import type { FieldPath } from '../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { firstOf, wording } from '../tolerant.ts';
import { withLists } from './settledValues.ts';

/** Where the record stands in an answer. */
export interface FoundRecord {
  readonly alias: string;
  readonly data: JsonObject;
  readonly values: JsonObject;
  /** The names under which elements may speak of the record. */
  readonly roots: ReadonlySet<string>;
}

/** In `data` under its alias, its controller's or its model's name, under the only key there is, or in `data` itself. */
export function findRecord(answer: JsonObject, controller: ControllerName): FoundRecord {
  const data = one(firstOf(answer, 'data'));
  const prefix = /^(.+)\.[^.]+$/.exec(wording(firstOf(answer, 'primary_key')) ?? '')?.[1];
  const names = [
    wording(firstOf(answer, 'alias')),
    wording(firstOf(answer, 'model')),
    controller.controller,
    prefix,
  ].filter((name) => name !== undefined);
  const found = names.find((name) => holds(data, name)) ?? onlyKey(data);
  const alias = names[0] ?? controller.controller;
  if (found === undefined) return { alias, data, values: data, roots: new Set(names) };
  return {
    alias: wording(firstOf(answer, 'alias')) ?? found,
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
export function idsOf(answer: JsonObject, { values, alias }: FoundRecord): string[] {
  const primaryKey = wording(firstOf(answer, 'primary_key')) ?? 'id';
  const keys = new Set([primaryKey.split('.').at(-1) ?? 'id', 'id', primaryKey, `${alias}.id`]);
  const inRecord = [...keys].map((key) => wording(firstOf(values, key)));
  return [wording(firstOf(answer, 'id')), ...inRecord].filter((id) => id !== undefined);
}

/** The value at a path; of the rows of a sub-table, the first one's. */
export function sampleAt(from: JsonValue, path: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = from;
  for (const part of path) {
    if (Array.isArray(value) && !/^\d+$/.test(part)) value = value[0];
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Array.isArray(value) ? value[Number(part)] : value[part];
  }
  return value;
}
