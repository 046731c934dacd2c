import type { FieldPath } from '../form/fieldPath.ts';
import { valueAt } from '../form/fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';

/** The value at a path of what came from JSON, and so is JSON. */
export function jsonAt(values: JsonValue | undefined, at: FieldPath): JsonValue | undefined {
  return valueAt(values, at) as JsonValue | undefined;
}

/** With another value at the path: what holds it is made where it is missing, undefined takes it out. */
export function withValueAt(values: JsonObject, at: FieldPath, value: JsonValue | undefined): JsonObject {
  return placed(values, at, value) as JsonObject;
}

function placed(holder: JsonValue | undefined, at: FieldPath, value: JsonValue | undefined): JsonValue | undefined {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  if (Array.isArray(holder) && Number(key) < holder.length && /^\d{1,9}$/.test(key)) {
    const inside = placed(holder[Number(key)], rest, value);
    return inside === undefined ? holder.toSpliced(Number(key), 1) : holder.with(Number(key), inside);
  }
  const before = isObject(holder) ? holder : {};
  const inside = placed(Object.hasOwn(before, key) ? before[key] : undefined, rest, value);
  if (inside !== undefined) return { ...before, [key]: inside };
  if (!Object.hasOwn(before, key)) return holder === undefined ? undefined : before;
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== key));
}
