import { capitalized } from '../sentence.ts';

/** Path of a field: the parts of a form element's `name`, `['leads', 'city']`. */
export type FieldPath = readonly string[];

/** Unique text for a path, usable as a Map key: `leads.city`, with dots inside a part escaped. */
export function pathKey(path: FieldPath): string {
  return path.every(isPlain) ? path.join('.') : path.map((segment) => segment.replace(/[\\.]/g, '\\$&')).join('.');
}

/** Fast path: true for nearly all segments. */
function isPlain(segment: string): boolean {
  return !segment.includes('.') && !segment.includes('\\');
}

export function samePath(one: FieldPath, other: FieldPath): boolean {
  return one.length === other.length && one.every((segment, at) => segment === other[at]);
}

const longestName = 1_000;

/** Parses a field name: `city`, `leads.city`, `data[leads][city]`, `leads[city]` or `/data/leads/city`. */
export function parseFieldName(name: string): string[] {
  const segments = name
    .slice(0, longestName)
    .split(/[.[\]/]+/)
    .map((segment) => segment.trim().replace(/^["']|["']$/g, ''))
    .filter((segment) => segment !== '');
  return /^\/?data[[./]/.test(name) ? segments.slice(1) : segments;
}

/** Converts `first_name` to "First name". */
export function labelFromKey(key: string): string {
  const spaced = key.replace(/_+/g, ' ').trim();
  return spaced === '' ? key : capitalized(spaced);
}
