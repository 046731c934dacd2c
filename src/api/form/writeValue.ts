import { type FieldPath, pathKey } from '../../model/form/fieldPath.ts';
import {
  type FileValue,
  type FormValue,
  isEmpty,
  isFile,
  isRows,
  isValues,
  scalarText,
} from '../../model/form/fieldValue.ts';

export interface Writing {
  /** What stands for nothing: `null`, or an empty text. */
  readonly empty: string;
  /** Keys of fields that may not be sent, not even as a part of one that may. */
  readonly closed: ReadonlySet<string>;
}

const deepest = 32;

/** Thousands of records share the paths of their fields. */
const knownKeys = new WeakMap<FieldPath, string>();

/** `['leads', 'city']` as `data[leads][city]`; undefined when a part cannot stand in brackets. */
export function bracketKey(path: FieldPath): string | undefined {
  const known = knownKeys.get(path);
  if (known !== undefined) return known;
  const canBeWritten = path.length > 0 && path.every((part) => /^[^[\]\p{Cc}]+$/u.test(part));
  if (!canBeWritten) return undefined;
  const key = `data${path.map((part) => `[${part}]`).join('')}`;
  knownKeys.set(path, key);
  return key;
}

/** A value as entries: one for a plain value, one per row and key for what is nested. Undefined stands for what cannot be written. */
export function writeValue(
  path: FieldPath,
  value: FormValue,
  writing: Writing,
): [key: string, value: string | FileValue | undefined][] {
  if (isClosed(path, writing.closed)) return [];
  const key = bracketKey(path);
  if (key === undefined || path.length > deepest) return [['', undefined]];
  if (isEmpty(value)) return [[key, writing.empty]];
  if (isFile(value)) return [[key, value]];
  const inside = isRows(value)
    ? value.map((part, index) => [String(index), part] as const)
    : isPlain(value)
      ? Object.entries(value)
      : undefined;
  if (inside === undefined) return [[key, scalarText(value)]];
  if (inside.length === 0) return [[key, writing.empty]];
  return inside.flatMap(([part, below]) => writeValue([...path, part], below, writing));
}

/** Wherever in a list it stands. */
function isClosed(path: FieldPath, closed: ReadonlySet<string>): boolean {
  if (closed.size === 0) return false;
  if (closed.has(pathKey(path))) return true;
  const names = path.filter((part) => !(part.charCodeAt(0) < 0x3a && /^\d+$/.test(part)));
  return names.length < path.length && closed.has(pathKey(names));
}

/** An object as JSON has them: a Date or a Map has no keys to write and would be lost without a word. */
function isPlain(value: FormValue): value is Exclude<FormValue, undefined | null> & object {
  if (!isValues(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
