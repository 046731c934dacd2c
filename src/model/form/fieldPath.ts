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

/** `first_name` as "First name". */
export function labelFromKey(key: string): string {
  const spaced = key.replace(/_+/g, ' ').trim();
  return spaced === '' ? key : capitalized(spaced);
}
