import { type FieldKind, fieldKinds } from './fieldKind.ts';
import type { FieldPath } from './fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';

/** A file to upload. */
export interface FileValue {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type FormValue = JsonValue | FileValue | readonly FormValue[] | FormValues | undefined;

/**
 * Edited values, in the same shape as `RecordForm.values`. An absent key is unchanged (the record's value applies);
 * null and '' clear the field.
 */
export interface FormValues {
  readonly [key: string]: FormValue;
}

export function isFile(value: FormValue): value is FileValue {
  return isStructure(value) && 'bytes' in value && value.bytes instanceof Uint8Array;
}

/** True for an object that isn't a file. */
export function isValues(value: FormValue): value is FormValues {
  return isStructure(value) && !isFile(value);
}

export function isRows(value: FormValue): value is readonly FormValue[] {
  return Array.isArray(value);
}

/** With a kind, also recognizes that kind's notation for an empty value: 0000-00-00 for a date. */
export function isEmpty(value: FormValue, kind?: FieldKind): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'string' && kind !== undefined && fieldKinds[kind].noValue?.test(value.trim()) === true;
}

/** Own property only: `__proto__`, `constructor` and the like are ordinary keys. */
export function ownValue(values: FormValue, key: string): FormValue {
  if (isRows(values)) return /^\d{1,9}$/.test(key) ? values[Number(key)] : undefined;
  return isValues(values) && Object.hasOwn(values, key) ? values[key] : undefined;
}

export function valueAt(values: FormValue, path: FieldPath): FormValue {
  let value = values;
  for (const segment of path) value = ownValue(value, segment);
  return value;
}

/** Returns the value at a path in JSON data. */
export function jsonAt(values: JsonValue | undefined, at: FieldPath): JsonValue | undefined {
  return valueAt(values, at) as JsonValue | undefined;
}

/** Returns a copy with the value at the path; creates missing parents, and undefined removes the key. */
export function withValueAt(values: JsonObject, at: FieldPath, value: JsonValue | undefined): JsonObject {
  return holderWith(values, at, value) as JsonObject;
}

function holderWith(holder: JsonValue | undefined, at: FieldPath, value: JsonValue | undefined): JsonValue | undefined {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  // a row can be appended; an empty list may be an empty object
  if (Array.isArray(holder) && holder.length > 0 && Number(key) <= holder.length && /^\d{1,9}$/.test(key)) {
    const inside = holderWith(holder[Number(key)], rest, value);
    return holder.toSpliced(Number(key), 1, ...(inside === undefined ? [] : [inside]));
  }
  const before = isObject(holder) ? holder : {};
  const inside = holderWith(Object.hasOwn(before, key) ? before[key] : undefined, rest, value);
  if (inside !== undefined) return { ...before, [key]: inside };
  if (!Object.hasOwn(before, key)) return holder === undefined ? undefined : before;
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== key));
}

/** An edit of a record. */
export interface ValueChange {
  readonly at: FieldPath;
  /** Undefined removes the key. */
  readonly value?: JsonValue | undefined;
}

export function withChanges(values: JsonObject, changes: readonly ValueChange[]): JsonObject {
  return changes.reduce((all, { at, value }) => withValueAt(all, at, value), values);
}

/**
 * True if two values are equal according to the field's kind: as numbers in number fields, as dates in date fields, as
 * sets for multiple choices, otherwise as written. A request can't distinguish null and '', so they are equal here; see
 * `isOtherEmptiness`.
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
 * True if the service may have rewritten the sent value when saving: whitespace removed, or case changed. Someone
 * else's edit would hardly differ only in that.
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
 * True if one side is null and the other an empty text, at any depth: a request can't distinguish them, but it is still
 * an edit.
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

/** Returns the same text for all values that `sameValue` treats as equal. */
export function comparableText(value: FormValue, kind?: FieldKind): string {
  if (isEmpty(value, kind)) return '';
  const set = setText(kind, value);
  if (set !== undefined) return set;
  const text = scalarText(value);
  if (text === undefined) return isFile(value) ? value.name : JSON.stringify(value);
  return canonicalText(kind, text) ?? text;
}

/**
 * Returns the same text for all values that a service's search may treat as equal: ignores case, whitespace and
 * accents.
 */
export function looseText(value: FormValue, kind?: FieldKind): string {
  const letters = comparableText(value, kind)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\s]/gu, '');
  // uppercase first, which maps ß to SS
  return letters.toUpperCase().toLowerCase();
}

/** Order-independent text of a set; undefined if the value isn't a set. */
function setText(kind: FieldKind | undefined, value: FormValue): string | undefined {
  if (kind === undefined || !fieldKinds[kind].isSet) return undefined;
  const members = isRows(value) ? value.map(scalarText) : membersOf(scalarText(value));
  if (!members || members.includes(undefined)) return undefined;
  const texts = new Set(members.map((one) => one?.trim() ?? '').filter((one) => one !== ''));
  return JSON.stringify([...texts].toSorted((one, other) => (one < other ? -1 : 1)));
}

/** Accepts any separator: only the same parts in a different order count as equal. */
function membersOf(text: string | undefined): string[] | undefined {
  if (text?.startsWith('[') !== true) return text?.split(/[,;|\n]/);
  try {
    const list = JSON.parse(text) as unknown;
    if (Array.isArray(list)) return list.map((one) => scalarText(one as FormValue) ?? JSON.stringify(one));
  } catch {
    // not valid JSON after all
  }
  return text.split(/[,;|\n]/);
}

function canonicalText(kind: FieldKind | undefined, text: string): string | undefined {
  return kind && fieldKinds[kind].canonicalText?.(text);
}

/** Formats a plain value for a request; undefined for anything else, and for NaN and infinity. */
export function scalarText(value: FormValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? decimalText(value) : undefined;
}

/** Writes a number without an exponent: 1e21 as 1000000000000000000000. */
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
