import type { FieldPath } from '../../../model/form/fieldPath.ts';
import { jsonAt, type ValueChange, withChanges } from '../../../model/form/fieldValue.ts';
import type { SubTable } from '../../../model/form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';

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

  change(changes: readonly ValueChange[]): void {
    this.#values = withChanges(this.#values, changes);
  }
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
export function newestPerField<T extends ValueChange>(changes: readonly T[]): T[] {
  const newest: T[] = [];
  for (const change of changes) {
    const isReplaced = ({ at }: ValueChange): boolean => isWithin(at, change.at);
    const within = newest.filter(isReplaced);
    // if only the same path is replaced, keep its position in the queue
    const own = within.length === 1 && within[0]?.at.length === change.at.length ? newest.indexOf(within[0]) : -1;
    if (own >= 0) newest[own] = change;
    else newest.splice(0, newest.length, ...newest.filter((one) => !isReplaced(one)), change);
  }
  return newest;
}
