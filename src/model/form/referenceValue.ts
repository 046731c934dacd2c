import type { FieldPath } from './fieldPath.ts';
import { type FormValue, scalarText, valueAt } from './fieldValue.ts';
import type { JsonValue } from '../json.ts';

/*
 * In a record, in its text, in drafts and in files, a reference is three values: the id of the other record, and beside
 * it its label, which a person reads, and its type. Under which keys those two stand is known here alone.
 */

/** What a reference is set to: a record by its id, the text to show for it, and the name of its model where that is known. */
export interface ReferenceValue {
  readonly id: string;
  /** Null when nobody knows it, and never that of another record. */
  readonly text: string | null;
  readonly model?: string;
}

/** A record that a reference may point at. */
export interface ReferenceMatch {
  readonly id: string;
  readonly text: string;
  /** Something that tells it from others of the same name. */
  readonly detail?: string;
}

/** What a look-up finds. */
export interface ReferenceMatches {
  readonly records: readonly ReferenceMatch[];
  /** The type of these records; undefined when nobody knows. */
  readonly model?: string;
  /** There are more than these. */
  readonly isCut: boolean;
  /** The model fits several controllers: one of them is chosen before anything can be found. */
  readonly controllers?: readonly string[];
  /** Nobody knows where to look, and why: an id has to be typed. */
  readonly whyNowhere?: string;
  /** What the service said beside them. */
  readonly said?: readonly string[];
}

interface Entry {
  readonly at: FieldPath;
  readonly value: JsonValue;
}

const [before, behind] = ['__', '_model'];

/** The keys that a reference has beside its own: `__owner_id` and `owner_id_model` for `owner_id`. */
export function keysBeside(key: string): { readonly label: string; readonly type: string } {
  return { label: `${before}${key}`, type: `${key}${behind}` };
}

/** A reference's own key, then those beside it. */
export function keysOfReference(key: string): string[] {
  return [key, ...Object.values(keysBeside(key))];
}

/** The same as whole paths. */
export function placesBeside(at: FieldPath): { readonly label: FieldPath; readonly type: FieldPath } {
  const [around, { label, type }] = [at.slice(0, -1), keysBeside(at.at(-1) ?? '')];
  return { label: [...around, label], type: [...around, type] };
}

/** The references that a key may belong to. */
export function referencesOfKey(key: string): string[] {
  return [
    ...(key.startsWith(before) ? [key.slice(before.length)] : []),
    ...(key.endsWith(behind) ? [key.slice(0, -behind.length)] : []),
  ];
}

/** Whether a key belongs to the reference beside it. What looks like a type, such as a car's model, is a field of its own without a label. */
export function isKeyOfReference(
  key: string,
  beside: { readonly isField: (key: string) => boolean; readonly hasLabel: (key: string) => boolean },
): boolean {
  return referencesOfKey(key).some((base) => {
    const { label } = keysBeside(base);
    return beside.isField(base) && (label === key || beside.hasLabel(label));
  });
}

/** What stands for the reference at a place, as a person reads it. */
export function referenceLabel(values: FormValue, at: FieldPath): string | undefined {
  return scalarText(valueAt(values, placesBeside(at).label));
}

/** The name of the model whose record the reference at a place is. */
export function referenceType(values: FormValue, at: FieldPath): string | undefined {
  return scalarText(valueAt(values, placesBeside(at).type));
}

/** The three entries of a reference in a record: its id, its label and, where that is known, its type. */
export function referenceEntries(at: FieldPath, { id, text, model }: ReferenceValue): Entry[] {
  const { label, type } = placesBeside(at);
  return [{ at, value: id }, { at: label, value: text }, ...(model === undefined ? [] : [{ at: type, value: model }])];
}

/** Ids are numbers or made of letters and digits; a name has spaces, or no digit. */
export function isLikeAnId(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text);
}

/** How a name is compared with what a person typed or a file holds. */
export function foldedName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
