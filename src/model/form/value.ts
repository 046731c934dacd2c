import type { JsonObject, JsonValue } from '../json.ts';
import { chosenFile } from './chosenFile.ts';
import { storedChoices } from './choices.ts';
import { companionPaths, isKeyOfReference, keysBeside, referencesOfKey } from './companionKeys.ts';
import { fieldKinds, truthOf } from './fieldKind.ts';
import type { FieldPath } from './fieldPath.ts';
import {
  type FormValue,
  isEmpty,
  isFile,
  isRows,
  jsonAt,
  scalarText,
  valueAt,
  withValueAt,
  type ValueChange,
} from './fieldValue.ts';
import type { RecordField } from './formElement.ts';
import { type RecordForm, recordValue } from './recordForm.ts';

/** A new value of a reference: the id of the other record, its label, and its type. */
export interface ReferenceValue {
  readonly id: string;
  /** Null if unknown; never the text of another record. */
  readonly text: string | null;
  readonly model?: string;
}

/** What a record contains about the target of a reference, in addition to its id. */
interface Target {
  readonly text?: string;
  readonly model?: string;
}

/** A decoded field value. `stored` is the notation in the record, which is sent back unchanged unless the value is edited. */
export type FieldValue = { readonly stored: FormValue } & (
  | { readonly kind: 'empty' | 'json' }
  | { readonly kind: 'text' | 'number' | 'date' | 'dateTime' | 'time' | 'choice'; readonly text: string }
  | { readonly kind: 'boolean'; readonly text: string; readonly isYes: boolean }
  | { readonly kind: 'choices'; readonly chosen: readonly string[] }
  | ({ readonly kind: 'reference'; readonly id: string } & Target)
  | { readonly kind: 'rows'; readonly rows: readonly FormValue[] }
  | { readonly kind: 'file'; readonly name: string }
  /** Doesn't have the notation of its kind, such as “soon” in a date. */
  | { readonly kind: 'raw'; readonly text: string }
);

/** The properties of a field needed to decode its value. */
export type ValueField = Pick<RecordField, 'kind' | 'options'> & Partial<Pick<RecordField, 'reference' | 'notation'>>;

/** Decodes a value of a field. */
export function fieldValue(field: ValueField, stored: FormValue, target: Target = {}): FieldValue {
  const { kind, options } = field;
  const text = scalarText(stored);
  const isReference = kind === 'reference' || (field.reference && !fieldKinds[kind].isSet);
  if (isReference && (text !== undefined || isEmpty(stored)))
    return { kind: 'reference', stored, id: text ?? '', ...target };
  if (isFile(stored)) return { kind: 'file', stored, name: stored.name };
  const chosen = chosenFile(stored as JsonValue);
  if (chosen) return { kind: 'file', stored, name: chosen.name };
  if (isEmpty(stored, kind)) return { kind: 'empty', stored };
  if (options.length > 0 && (fieldKinds[kind].isSet || isRows(stored))) {
    const read = storedChoices(field, stored);
    if (read) return { kind: 'choices', stored, chosen: read.chosen };
  }
  if (text === undefined) return isRows(stored) ? { kind: 'rows', stored, rows: stored } : { kind: 'json', stored };
  if (kind === 'boolean') {
    const isYes = options.length === 1 && options[0]?.value === text ? true : truthOf(text);
    return isYes === undefined ? { kind: 'raw', stored, text } : { kind, stored, text, isYes };
  }
  if (options.length > 0) return { kind: 'choice', stored, text };
  const { canonicalText } = fieldKinds[kind];
  if (canonicalText && canonicalText(text) === undefined) return { kind: 'raw', stored, text };
  const isOwnKind = kind === 'number' || kind === 'date' || kind === 'dateTime' || kind === 'time';
  return { kind: isOwnKind ? kind : 'text', stored, text };
}

/** Returns the value of a field in a record or draft. */
export function valueOf(field: ValueField & Pick<RecordField, 'at'>, values: FormValue): FieldValue {
  return fieldValue(field, valueAt(values, field.at), targetAt(values, field.at));
}

/** Returns the record's value of a field, which may be outside the record. */
export function valueIn(form: RecordForm, field: RecordField): FieldValue {
  return fieldValue(field, recordValue(form, field), targetAt(form.values, field.at));
}

/** Returns the reference at a path, whatever its field. */
export function referenceAt(
  values: FormValue,
  at: FieldPath,
): Target & { readonly id: string; readonly stored: FormValue } {
  const stored = valueAt(values, at);
  return { id: scalarText(stored) ?? '', stored, ...targetAt(values, at) };
}

function targetAt(values: FormValue, at: FieldPath): Target {
  const { label, type } = companionPaths(at);
  const [text, model] = [scalarText(valueAt(values, label)), scalarText(valueAt(values, type))];
  return { ...(text !== undefined && { text }), ...(model !== undefined && { model }) };
}

/** Returns a copy with a reference: its id, its label and, if known, its type. */
export function withReference(
  values: JsonObject,
  at: FieldPath,
  { id, text, model }: { readonly id: JsonValue; readonly text: string | null; readonly model?: string | undefined },
): JsonObject {
  const { label, type } = companionPaths(at);
  const named = withValueAt(withValueAt(values, at, id), label, text);
  return model === undefined ? named : withValueAt(named, type, model);
}

/** What an edit or an input says about the target of a reference: undefined leaves it unchanged, null clears it. */
interface TargetChange {
  readonly text?: JsonValue | undefined;
  readonly model?: JsonValue | undefined;
}

/** Returns the edits that set a reference in a text. */
export function referenceChanges(
  at: FieldPath,
  { id, text, model }: TargetChange & { readonly id: JsonValue | undefined },
): ValueChange[] {
  const { label, type } = companionPaths(at);
  return [
    { at, value: id },
    ...(text === undefined ? [] : [{ at: label, value: text }]),
    ...(model === undefined ? [] : [{ at: type, value: model }]),
  ];
}

/** Returns the label and type of a reference in an input. */
export function targetInput(input: JsonObject, at: FieldPath): TargetChange {
  const { label, type } = companionPaths(at);
  const [text, model] = [jsonAt(input, label), jsonAt(input, type)];
  return { ...(text !== undefined && { text }), ...(model !== undefined && { model }) };
}

/** Returns null, which clears the label of a reference; undefined if there is no label. */
export function clearedLabel(values: FormValue, at: FieldPath): null | undefined {
  return valueAt(values, companionPaths(at).label) === undefined ? undefined : null;
}

/** True if a key of an input is the label or type of a reference that the input also sets. */
export function isBesideReference({ fields }: Pick<RecordForm, 'fields'>, key: string, input: JsonObject): boolean {
  const isReference = (name: string): boolean =>
    Object.hasOwn(input, name) && fields.some(({ at, reference }) => reference && at[0] === name);
  return !fields.some(({ at }) => at[0] === key) && referencePart(key, isReference) !== undefined;
}

/** Returns all paths that the value of a field can use in a record. */
export function valuePaths({ at, reference }: Pick<RecordField, 'at' | 'reference'>): FieldPath[] {
  return reference ? [at, ...Object.values(companionPaths(at))] : [at];
}

/** Returns the keys of an object, except labels and types of references. */
export function ownKeys(values: JsonObject): string[] {
  const has = (key: string): boolean => Object.hasOwn(values, key);
  return Object.keys(values).filter((key) => !isKeyOfReference(key, { isField: has, hasLabel: has }));
}

/** Returns the reference that a key belongs to, and whether it is the label or the type. */
export function referencePart(
  key: string,
  isReference: (key: string) => boolean,
): { readonly key: string; readonly part: 'label' | 'type' } | undefined {
  const base = referencesOfKey(key).find(isReference);
  return base === undefined ? undefined : { key: base, part: keysBeside(base).label === key ? 'label' : 'type' };
}
