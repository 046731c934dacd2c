import { parseFieldName } from '../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { firstOf, nonBlank } from '../tolerant.ts';

export interface ElementName {
  readonly path: readonly string[];
  /** `tags[]`: an empty last part, as HTML forms name a field with many values. */
  readonly multiple: boolean;
}

const longestPath = 32;

/** The key path in an element's `name` array, else in `__name`, its dotted form. */
export function elementName(element: JsonObject): ElementName | undefined {
  const parts = nameParts(firstOf(element, 'name'));
  // `data` is the prefix of every key in a save; some write it into the name already
  if (parts) return fromParts(parts.length > 2 && parts[0] === 'data' ? parts.slice(1) : parts);
  const dotted = Object.hasOwn(element, '__name') ? element['__name'] : undefined;
  return typeof dotted === 'string' && looksLikeInput(element) ? fromParts(parseFieldName(dotted)) : undefined;
}

/** A name that is only a text, for services that never send arrays. A bare key lies in the record. */
export function textName(element: JsonObject, root: string): ElementName | undefined {
  const name = Object.hasOwn(element, 'name') ? element['name'] : undefined;
  if (typeof name !== 'string' || !looksLikeInput(element)) return undefined;
  const parts = parseFieldName(name);
  return fromParts(parts.length === 1 ? [root, ...parts] : parts);
}

export function looksLikeInput(element: JsonObject): boolean {
  return ['label', 'template', 'method', 'data_type', 'type'].some(
    (key) => nonBlank(firstOf(element, key)) !== undefined,
  );
}

function nameParts(name: JsonValue | undefined): JsonValue[] | undefined {
  if (Array.isArray(name)) return name;
  // an array whose numbering has a gap arrives as an object
  if (isObject(name) && Object.keys(name).every((key) => /^\d+$/.test(key))) return Object.values(name);
  return undefined;
}

function fromParts(parts: readonly JsonValue[]): ElementName | undefined {
  const multiple = parts.length > 1 && parts.at(-1) === '';
  const path = (multiple ? parts.slice(0, -1) : parts).map((part) =>
    typeof part === 'string' || typeof part === 'number' ? String(part) : '',
  );
  const isName = path.length > 0 && path.length <= longestPath && path.every((part) => part !== '');
  return isName ? { path, multiple } : undefined;
}
