import type { FieldPath } from './fieldPath.ts';
import { type FormValue, scalarText, valueAt } from './fieldValue.ts';
import type { JsonValue } from '../json.ts';

/*
 * In records, their text, drafts and files, a reference consists of three values: the id of the other record, and in
 * companion keys its label for display and its type. Only this file knows the names of the companion keys.
 */

/** New value of a reference: the record's id, its display text, and its model, if known. */
export interface ReferenceValue {
  readonly id: string;
  /** Null if unknown; never the text of another record. */
  readonly text: string | null;
  readonly model?: string;
}

/** A record that a reference can point to. */
export interface ReferenceMatch {
  readonly id: string;
  readonly text: string;
  /** Distinguishes it from other records with the same name. */
  readonly detail?: string;
}

/** Result of a look-up. */
export interface ReferenceMatches {
  readonly records: readonly ReferenceMatch[];
  /** Model of these records; undefined if unknown. */
  readonly model?: string;
  /** True if there are more matches. */
  readonly isCut: boolean;
  /** The model matches several controllers: the user must choose one before searching. */
  readonly controllers?: readonly string[];
  /** Why there is no controller to search: the user must type an id. */
  readonly whyNowhere?: string;
  /** Messages that the service returned with the records. */
  readonly said?: readonly string[];
}

interface ValueEntry {
  readonly at: FieldPath;
  readonly value: JsonValue;
}

const [before, behind] = ['__', '_model'];

/** Returns the companion keys of a reference: `__owner_id` and `owner_id_model` for `owner_id`. */
export function keysBeside(key: string): { readonly label: string; readonly type: string } {
  return { label: `${before}${key}`, type: `${key}${behind}` };
}

/** Returns a reference's own key and its companion keys. */
export function keysOfReference(key: string): string[] {
  return [key, ...Object.values(keysBeside(key))];
}

/** Like `keysBeside`, as full paths. */
export function companionPaths(at: FieldPath): { readonly label: FieldPath; readonly type: FieldPath } {
  const [around, { label, type }] = [at.slice(0, -1), keysBeside(at.at(-1) ?? '')];
  return { label: [...around, label], type: [...around, type] };
}

/** Returns the references that a companion key may belong to. */
export function referencesOfKey(key: string): string[] {
  return [
    ...(key.startsWith(before) ? [key.slice(before.length)] : []),
    ...(key.endsWith(behind) ? [key.slice(0, -behind.length)] : []),
  ];
}

/**
 * True if a key is a companion key of a reference. A key that only looks like a type, such as a car's model, is a field
 * if there is no label.
 */
export function isKeyOfReference(
  key: string,
  beside: { readonly isField: (key: string) => boolean; readonly hasLabel: (key: string) => boolean },
): boolean {
  return referencesOfKey(key).some((base) => {
    const { label } = keysBeside(base);
    return beside.isField(base) && (label === key || beside.hasLabel(label));
  });
}

/** Returns the display text of the reference at a path. */
export function referenceLabel(values: FormValue, at: FieldPath): string | undefined {
  return scalarText(valueAt(values, companionPaths(at).label));
}

/** Returns the model name of the reference at a path. */
export function referenceType(values: FormValue, at: FieldPath): string | undefined {
  return scalarText(valueAt(values, companionPaths(at).type));
}

/** Returns the three entries of a reference: its id, its label and, if known, its type. */
export function referenceEntries(at: FieldPath, { id, text, model }: ReferenceValue): ValueEntry[] {
  const { label, type } = companionPaths(at);
  return [{ at, value: id }, { at: label, value: text }, ...(model === undefined ? [] : [{ at: type, value: model }])];
}

/** Ids are numbers or alphanumeric; a name has spaces or no digits. */
export function isLikeAnId(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text);
}

/** Normalizes a name for comparison with typed or imported text. */
export function foldedName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
