import type { FieldPath } from '../../../model/form/fieldPath.ts';
import { isObject, type JsonValue } from '../../../model/json.ts';

/**
 * Looks up a field in a map keyed by model and field (`leads` → `city`), by the field alone, or by both in one key
 * (`leads.city`, `data[leads][city]`).
 */
export function entryForField(map: JsonValue | undefined, path: FieldPath, at: FieldPath): JsonValue | undefined {
  if (!isObject(map)) return undefined;
  for (const spelling of [path, at]) {
    if (spelling.length === 0) continue;
    const brackets = `data${spelling.map((segment) => `[${segment}]`).join('')}`;
    for (const steps of [spelling, [spelling.join('.')], [brackets]]) {
      const found = follow(map, steps);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function follow(from: JsonValue, steps: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = from;
  for (const step of steps) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}
