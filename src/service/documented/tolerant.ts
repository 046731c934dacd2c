import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';

/*
 * The service writes numbers as strings, flags as integers, strings or booleans, and an empty object as `[]`. These
 * readers accept all of that and return undefined (or an empty value) for a missing value or one of another type.
 */

type Maybe = JsonValue | undefined;

export function asText(value: Maybe): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}

/** Non-blank text: an empty or blank string counts as missing. */
export function nonBlank(value: Maybe): string | undefined {
  const found = asText(value)?.trim();
  return found === '' ? undefined : found;
}

export function asNumber(value: Maybe): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const found = Number(value);
  return Number.isFinite(found) ? found : groupedNumber(value.trim());
}

/** Parses formatted numbers: `1,234.50`, `1.234,50`, `1 234`. */
function groupedNumber(text: string): number | undefined {
  if (!/^[+-]?\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(text)) return undefined;
  const signs = text.replace(/[+\-\d]/g, '');
  const group = signs.charAt(0);
  const point = signs.at(-1) === group ? undefined : signs.at(-1);
  if (signs.replaceAll(group, '') !== (point ?? '')) return undefined;
  const whole = text.replaceAll(group, '');
  const found = Number(point === undefined ? whole : whole.replace(point, '.'));
  return Number.isFinite(found) ? found : undefined;
}

/** A count or page number: a non-negative safe integer. */
export function asCount(value: Maybe): number | undefined {
  const found = asNumber(value);
  return found !== undefined && found >= 0 && Number.isSafeInteger(found) ? found : undefined;
}

export function asBoolean(value: Maybe): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  if (['1', 'true', 'yes', 'y', 't', 'on'].includes(word)) return true;
  if (['0', 'false', 'no', 'n', 'f', 'off', ''].includes(word)) return false;
  return undefined;
}

/** Returns an empty object for `[]`, null and any other non-object. */
export function asObject(value: Maybe): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns a list that was sent as an array or as an object with numbered or named keys. */
export function asList(value: Maybe): JsonValue[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

/** Returns the value of the first key that is present. */
export function firstOf(from: JsonObject, ...keys: string[]): Maybe {
  for (const key of keys) if (Object.hasOwn(from, key) && from[key] !== null) return from[key];
  return undefined;
}
