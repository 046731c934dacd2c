import { capitalized } from '../sentence.ts';

/** Where a field stands: the parts of a form element's `name`, `['leads', 'city']`. */
export type FieldPath = readonly string[];

/** One text per path, so that paths can be compared and kept in a Map: `leads.city`, with dots inside a part escaped. */
export function pathKey(path: FieldPath): string {
  return path.every(isPlain) ? path.join('.') : path.map((segment) => segment.replace(/[\\.]/g, '\\$&')).join('.');
}

/** By far the most are. */
function isPlain(segment: string): boolean {
  return !segment.includes('.') && !segment.includes('\\');
}

export function samePath(one: FieldPath, other: FieldPath): boolean {
  return one.length === other.length && one.every((segment, at) => segment === other[at]);
}

const longestName = 1_000;

/** The path in a field's name as a text: `city`, `leads.city`, `data[leads][city]`, `leads[city]` or `/data/leads/city`. */
export function parseFieldName(name: string): string[] {
  const segments = name
    .slice(0, longestName)
    .split(/[.[\]/]+/)
    .map((segment) => segment.trim().replace(/^["']|["']$/g, ''))
    .filter((segment) => segment !== '');
  return /^\/?data[[./]/.test(name) ? segments.slice(1) : segments;
}

/** `owner_id` stands beside `__owner_id` (the text to show) and `owner_id_model` (whose record it is). */
export function displayKey(key: string): string {
  return `__${key}`;
}

export function modelKey(key: string): string {
  return `${key}_model`;
}

/** The fields that a key may be a companion of. */
export function baseKeys(key: string): string[] {
  return [
    ...(key.startsWith('__') ? [key.slice('__'.length)] : []),
    ...(key.endsWith('_model') ? [key.slice(0, -'_model'.length)] : []),
  ];
}

/** Whether a key belongs to the field beside it. Without a `__car`, a `car_model` is a field of its own. */
export function isCompanionKey(
  key: string,
  beside: { readonly isField: (key: string) => boolean; readonly hasText: (key: string) => boolean },
): boolean {
  return baseKeys(key).some((base) => {
    const text = displayKey(base);
    return beside.isField(base) && (text === key || beside.hasText(text));
  });
}

/** `first_name` as "First name". */
export function labelFromKey(key: string): string {
  const spaced = key.replace(/_+/g, ' ').trim();
  return spaced === '' ? key : capitalized(spaced);
}
