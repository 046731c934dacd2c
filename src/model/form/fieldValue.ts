import { type FieldKind, fieldKinds } from './fieldKind.ts';
import type { FieldPath } from './fieldPath.ts';
import type { JsonValue } from '../json.ts';

/** A file that is about to be sent. */
export interface FileValue {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type FormValue = JsonValue | FileValue | readonly FormValue[] | FormValues | undefined;

/**
 * What a person made of a record: the same shape as `RecordForm.values`. A key that is absent was not touched
 * (the record's own value stands); null and '' were emptied.
 */
export interface FormValues {
  readonly [key: string]: FormValue;
}

export function isFile(value: FormValue): value is FileValue {
  return isStructure(value) && 'bytes' in value && value.bytes instanceof Uint8Array;
}

/** An object, but not a file. */
export function isValues(value: FormValue): value is FormValues {
  return isStructure(value) && !isFile(value);
}

export function isRows(value: FormValue): value is readonly FormValue[] {
  return Array.isArray(value);
}

/** With the kind of its field, also in the words that only such a field has for nothing: 0000-00-00 as a date. */
export function isEmpty(value: FormValue, kind?: FieldKind): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'string' && kind !== undefined && fieldKinds[kind].noValue?.test(value.trim()) === true;
}

/** A key's own value: `__proto__`, `constructor` and the like are keys as any other. */
export function ownValue(values: FormValue, key: string): FormValue {
  if (isRows(values)) return /^\d{1,9}$/.test(key) ? values[Number(key)] : undefined;
  return isValues(values) && Object.hasOwn(values, key) ? values[key] : undefined;
}

export function valueAt(values: FormValue, path: FieldPath): FormValue {
  let value = values;
  for (const segment of path) value = ownValue(value, segment);
  return value;
}

/**
 * Whether two values of a field are the same, by its kind: as numbers in number fields, as dates in date fields, as sets
 * where several things are chosen, and everything else as it is written. A request has one way to say null and '', so they are one here; see `isOtherEmptiness`.
 */
export function sameValue(one: FormValue, other: FormValue, kind?: FieldKind, depth = 0): boolean {
  if (one === other || (isEmpty(one, kind) && isEmpty(other, kind))) return true;
  if (depth > 64) return false;
  const [set, otherSet] = [setText(kind, one), setText(kind, other)];
  if (set !== undefined && otherSet !== undefined) return set === otherSet;
  if (isRows(one) && isRows(other)) {
    return (
      one.length === other.length && one.every((value, index) => sameValue(value, other[index], undefined, depth + 1))
    );
  }
  if (isValues(one) && isValues(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      sameValue(ownValue(one, key), ownValue(other, key), undefined, depth + 1),
    );
  }
  const [text, otherText] = [scalarText(one), scalarText(other)];
  if (text === undefined || otherText === undefined) return false;
  if (text === otherText) return true;
  const canonical = canonicalText(kind, text);
  return canonical !== undefined && canonical === canonicalText(kind, otherText);
}

/**
 * Whether a service may have made the one of the other as it saved it: a text without some of its spaces, or in other
 * letters. What someone else has written would hardly differ in that alone.
 */
export function isRewritten(sent: FormValue, stored: FormValue, kind: FieldKind | undefined): boolean {
  if (kind === undefined || !fieldKinds[kind].isFreeText) return false;
  const [text, other] = [scalarText(sent), scalarText(stored)];
  if (text === undefined || other === undefined) return false;
  return folded(text) !== '' && folded(text) === folded(other);
}

function folded(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '').toLowerCase();
}

/**
 * Nothing in one and an empty text in the other, at whatever depth: no request can tell them apart, and yet someone has
 * changed it.
 */
export function isOtherKindOfEmpty(one: FormValue, other: FormValue, depth = 0): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other) && (one === '') !== (other === '');
  if (depth > 64 || typeof one !== 'object' || typeof other !== 'object') return false;
  if (isRows(one)) return isRows(other) && one.some((row, index) => isOtherKindOfEmpty(row, other[index], depth + 1));
  return (
    isValues(one) &&
    Object.keys(one).some((key) => isOtherKindOfEmpty(ownValue(one, key), ownValue(other, key), depth + 1))
  );
}

/** One text for all values that `sameValue` takes for one. */
export function comparableText(value: FormValue, kind?: FieldKind): string {
  if (isEmpty(value, kind)) return '';
  const set = setText(kind, value);
  if (set !== undefined) return set;
  const text = scalarText(value);
  if (text === undefined) return isFile(value) ? value.name : JSON.stringify(value);
  return canonicalText(kind, text) ?? text;
}

/** One text for all values that the search of a service may take for one: without case, whitespace and accents. */
export function looseText(value: FormValue, kind?: FieldKind): string {
  const letters = comparableText(value, kind)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\s]/gu, '');
  // in capitals first: ß is SS there
  return letters.toUpperCase().toLowerCase();
}

/** One text for a set in whatever order; undefined for what is none. */
function setText(kind: FieldKind | undefined, value: FormValue): string | undefined {
  if (kind === undefined || !fieldKinds[kind].isSet) return undefined;
  const members = isRows(value) ? value.map(scalarText) : membersOf(scalarText(value));
  if (!members || members.includes(undefined)) return undefined;
  const texts = new Set(members.map((one) => one?.trim() ?? '').filter((one) => one !== ''));
  return JSON.stringify([...texts].toSorted((one, other) => (one < other ? -1 : 1)));
}

/** However they are written: only the same parts in another order are taken for one set. */
function membersOf(text: string | undefined): string[] | undefined {
  if (text?.startsWith('[') !== true) return text?.split(/[,;|\n]/);
  try {
    const list = JSON.parse(text) as unknown;
    if (Array.isArray(list)) return list.map((one) => scalarText(one as FormValue) ?? JSON.stringify(one));
  } catch {
    // a text that only begins like a list
  }
  return text.split(/[,;|\n]/);
}

function canonicalText(kind: FieldKind | undefined, text: string): string | undefined {
  return kind && fieldKinds[kind].canonicalText?.(text);
}

/** How a plain value is written in a request; undefined for what is none, and for numbers that are no numbers. */
export function scalarText(value: FormValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? decimalText(value) : undefined;
}

/** A number without an exponent: 1e21 as 1000000000000000000000. */
function decimalText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(mantissa) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${point < digits.length ? `.${digits.slice(point)}` : ''}`;
}

function isStructure(value: FormValue): value is FileValue | FormValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
