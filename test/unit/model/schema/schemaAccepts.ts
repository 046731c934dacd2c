import { isObject, type JsonObject, type JsonValue } from '../../../../src/model/json.ts';

/** Validates the value, with the few draft 07 keywords that our schemas use. */
export function complaints(schema: JsonValue | undefined, value: JsonValue, at = '$'): string[] {
  if (!isObject(schema)) return [];
  const found: string[] = [];
  const { type, enum: values, required, items, anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.every((one) => complaints(one, value, at).length > 0))
    found.push(`${at} is none of ${JSON.stringify(anyOf)}`);
  if (type !== undefined && ![type].flat().includes(typeOf(value))) found.push(`${at} is no ${JSON.stringify(type)}`);
  if (Array.isArray(values) && !values.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    found.push(`${at} is not among ${JSON.stringify(values)}`);
  if (Array.isArray(value)) found.push(...value.flatMap((one, index) => complaints(items, one, `${at}[${index}]`)));
  if (!isObject(value)) return found;
  for (const key of Array.isArray(required) ? required : [])
    if (typeof key === 'string' && !Object.hasOwn(value, key)) found.push(`${at} has no ${key}`);
  return [...found, ...inside(schema, value, at)];
}

function inside({ properties, additionalProperties }: JsonObject, value: JsonObject, at: string): string[] {
  const known = isObject(properties) ? properties : {};
  return Object.entries(value).flatMap(([key, one]) =>
    complaints(Object.hasOwn(known, key) ? known[key] : additionalProperties, one, `${at}.${key}`),
  );
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
