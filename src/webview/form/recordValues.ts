import { type FieldPath, pathKey } from '../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';

/** A value for a place in the record; without one the key is taken out. */
export interface Change {
  readonly at: FieldPath;
  readonly value?: JsonValue | undefined;
}

/** The record as the form knows it: what the host has, and over it what was typed and is on its way. */
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

/** A copy in which one place is other than before; what is around it is shared. */
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
  // fromEntries takes __proto__ for a key as any other
  const next: [string, JsonValue] = [segment, changed(before, rest, value)];
  const isThere = before !== undefined;
  return Object.fromEntries(
    isThere ? entries.map((entry) => (entry[0] === segment ? next : entry)) : [...entries, next],
  );
}

function isIndex(segment: string): boolean {
  return /^\d{1,9}$/.test(segment);
}

/**
 * The places of a field: itself, or itself in every row where the way to it leads through rows, as `addresses.city`
 * stands in `addresses.0.city`, `addresses.1.city`, …
 */
export function pathsOfField(values: JsonObject, at: FieldPath): FieldPath[] {
  let paths: FieldPath[] = [[]];
  for (const segment of at)
    paths = paths.flatMap((path) => {
      const here = jsonAt(values, path);
      if (!Array.isArray(here) || isIndex(segment)) return [[...path, segment]];
      return here.map((_, index) => [...path, String(index), segment]);
    });
  return paths;
}

/** The changes with the newest for each place alone. */
export function newestPerField<T extends Change>(changes: readonly T[]): T[] {
  return [...new Map(changes.map((change) => [pathKey(change.at), change])).values()];
}
