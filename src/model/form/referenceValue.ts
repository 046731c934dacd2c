import { displayKey, type FieldPath, modelKey } from './fieldPath.ts';
import type { JsonValue } from '../json.ts';

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
  /** For `<key>_model`; undefined when nobody knows. */
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

/** The three entries of a reference in a record: its id, its text and its model. */
export function referenceEntries(at: FieldPath, { id, text, model }: ReferenceValue): Entry[] {
  const beside = companionPaths(at);
  return [
    { at, value: id },
    { at: beside.text, value: text },
    ...(model === undefined ? [] : [{ at: beside.model, value: model }]),
  ];
}

/** Where the text and the model of a reference stand. */
export function companionPaths(at: FieldPath): { readonly text: FieldPath; readonly model: FieldPath } {
  const [before, key] = [at.slice(0, -1), at.at(-1) ?? ''];
  return { text: [...before, displayKey(key)], model: [...before, modelKey(key)] };
}

/** Ids are numbers or made of letters and digits; a name has spaces, or no digit. */
export function isLikeAnId(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text);
}

/** How a name is compared with what a person typed or a file holds. */
export function foldedName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
