import type { FieldPath } from '../../../model/form/fieldPath.ts';
import type { SubTable } from '../../../model/form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';

/** A value for a path in the record; without a value the key is removed. */
export interface Change {
  readonly at: FieldPath;
  readonly value?: JsonValue | undefined;
}

/** The record as known to the form: the host's values, overlaid with edits in flight. */
export class RecordValues {
  #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  get all(): JsonObject {
    return this.#values;
  }

  set all(values: JsonObject) {
    this.#values = values;
  }

  at(path: FieldPath): JsonValue | undefined {
    return jsonAt(this.#values, path);
  }

  change(changes: readonly Change[]): void {
    for (const { at, value } of changes) this.#values = changed(this.#values, at, value) as JsonObject;
  }
}

function jsonAt(values: JsonValue, path: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = values;
  for (const segment of path) {
    if (Array.isArray(value)) value = isIndex(segment) ? value[Number(segment)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

/** Returns a copy with one changed path; everything else is shared. */
function changed(
  values: JsonValue | undefined,
  [segment, ...rest]: FieldPath,
  value: JsonValue | undefined,
): JsonValue {
  if (segment === undefined) return value ?? null;
  if (Array.isArray(values) && isIndex(segment)) {
    const rows = [...values];
    rows[Number(segment)] = changed(rows[Number(segment)], rest, value);
    return rows;
  }
  const entries = isObject(values) ? Object.entries(values) : [];
  const before = isObject(values) && Object.hasOwn(values, segment) ? values[segment] : undefined;
  if (rest.length === 0 && value === undefined) return Object.fromEntries(entries.filter(([key]) => key !== segment));
  // fromEntries treats __proto__ like any other key
  const next: [string, JsonValue] = [segment, changed(before, rest, value)];
  const isThere = before !== undefined;
  return Object.fromEntries(
    isThere ? entries.map((entry) => (entry[0] === segment ? next : entry)) : [...entries, next],
  );
}

function isIndex(segment: string): boolean {
  return /^\d{1,9}$/.test(segment);
}

/** Adds an empty row. In a map, its key is one that can't be an id. */
export function withNewRow({ at, fields }: SubTable, value: JsonValue | undefined): JsonValue {
  const open = fields.filter((field) => field.permission.editable && field.at.length === at.length + 1);
  const names = open.map((field) => field.at.at(-1) ?? '').filter((name) => name !== 'id');
  const row = Object.fromEntries(names.map((name) => [name, null]));
  if (!isObject(value) || Object.keys(value).length === 0) return [...(Array.isArray(value) ? value : []), row];
  let number = 1;
  while (Object.hasOwn(value, `new${number}`)) number++;
  return { ...value, [`new${number}`]: row };
}

export function withoutRow(value: JsonValue | undefined, key: string): JsonValue {
  if (Array.isArray(value)) return value.filter((_, index) => String(index) !== key);
  return Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([name]) => name !== key));
}

export function withMovedRow(value: JsonValue | undefined, index: number, by: -1 | 1): JsonValue {
  if (!Array.isArray(value)) return value ?? null;
  const row = value[index];
  return row === undefined ? value : value.toSpliced(index, 1).toSpliced(index + by, 0, row);
}

export function isWithin(at: FieldPath, holder: FieldPath): boolean {
  return holder.every((segment, index) => at[index] === segment);
}

/** Keeps only the newest change per path. A change also replaces earlier changes below its path. */
export function newestPerField<T extends Change>(changes: readonly T[]): T[] {
  const newest: T[] = [];
  for (const change of changes) {
    const isReplaced = ({ at }: Change): boolean => isWithin(at, change.at);
    const within = newest.filter(isReplaced);
    // if only the same path is replaced, keep its position in the queue
    const own = within.length === 1 && within[0]?.at.length === change.at.length ? newest.indexOf(within[0]) : -1;
    if (own >= 0) newest[own] = change;
    else newest.splice(0, newest.length, ...newest.filter((one) => !isReplaced(one)), change);
  }
  return newest;
}
