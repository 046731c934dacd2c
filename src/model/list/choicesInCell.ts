import { t } from '@vscode/l10n';
import {
  chosenIn,
  inPlace,
  jsonList,
  sameChoices,
  storedChoices,
  withChosen,
  type WrittenChoices,
} from '../form/choices.ts';
import { fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import { type FormValue, scalarText } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { foldedName } from '../form/referenceValue.ts';

/*
 * Multiple choices in one cell. A list may write values or labels, separated by commas or other characters, or JSON;
 * users type and paste either.
 */

type ChoicesField = Pick<RecordField, 'label' | 'options'>;

export type ReadChoices =
  | { readonly chosen: readonly string[]; readonly why?: undefined }
  | { readonly chosen?: undefined; readonly why: string };

/** Max separators within one choice, as in “Food, drinks”. */
const maxMarks = 20;
/** Max cells of the column examined to detect the list's notation. */
const maxExaminedCells = 50;

/** Adds the record's values that the form doesn't offer, so that they can be kept. */
export function offeredChoices<F extends Pick<RecordField, 'kind' | 'options'>>(field: F, held: FormValue): F {
  if (!fieldKinds[field.kind].isSet) return field;
  const known = new Set(field.options.map(({ value }) => value));
  const beside = chosenIn(field, held).filter((value) => value !== '' && !known.has(value));
  return { ...field, options: [...field.options, ...[...new Set(beside)].map((value) => ({ value, text: value }))] };
}

export function readChoices({ label, options }: ChoicesField, text: string | null): ReadChoices {
  const written = (text ?? '').trim();
  if (written === '') return { chosen: [] };
  const stored = storedChoices({ options }, written)?.chosen;
  if (stored?.every((one) => options.some(({ value }) => value === one))) return { chosen: [...new Set(stored)] };
  const find = choiceFinder(options);
  const listed = jsonList(written)?.map((one) => scalarText(one) ?? '');
  const parts = listed ?? written.split(/([,;|\n])/);
  // separators are at the odd indexes
  const step = parts.length > 1 && listed === undefined ? 2 : 1;
  const max = step === 1 ? 1 : 1 + Math.min(maxMarks, Math.max(0, ...options.map(marksIn)));
  const chosen = new Set<string>();
  for (let index = 0; index < parts.length;) {
    let length = Math.min(max, Math.ceil((parts.length - index) / step));
    let found = find(piece(parts, index, length, step));
    while (found === undefined && length > 1) found = find(piece(parts, index, --length, step));
    const one = piece(parts, index, 1, step);
    index += length * step;
    if (found === 'several') return { why: t('“{0}” matches several choices of “{1}”.', short(one), label) };
    if (found !== undefined) chosen.add(found.value);
    else if (one !== '') return { why: t('“{0}” is not one of the choices of “{1}”.', short(one), label) };
  }
  return { chosen: [...chosen] };
}

/** Writes choices in the list's notation such that they parse back to the same choices; null for none. */
export function choicesText(
  field: ChoicesField,
  chosen: readonly string[],
  shown: Iterable<string | null | undefined>,
): string | null {
  if (chosen.length === 0) return null;
  const near = firstTexts(shown);
  const alike = near.find((text) => sameChoices(readChoices(field, text).chosen ?? [], chosen));
  if (alike !== undefined) return alike;
  const { isJson, isByValue, mark } = styleOf(field, near);
  const text = (isByValue ? chosen : labelsOf(field, chosen)).join(mark ?? (isByValue ? ',' : ', '));
  const isClear = !isJson && sameChoices(readChoices(field, text).chosen ?? [], chosen);
  return isClear ? text : JSON.stringify(chosen);
}

/** Returns the field value for a cell, in the record's notation. */
export function choicesValue(field: RecordField, before: FormValue, text: string | null): WrittenChoices {
  const { chosen = [] } = readChoices(offeredChoices(field, before), text);
  return withChosen(field, inPlace(chosen, chosenIn(field, before)), before);
}

/** Returns a record's value as text, for a later comparison with a cell. */
export function heldText(field: RecordField | undefined, value: FormValue): string | null {
  if (!field || !fieldKinds[field.kind].isSet) return scalarText(value) ?? null;
  const chosen = chosenIn(field, value);
  return chosen.length === 0 ? null : JSON.stringify(chosen);
}

function styleOf(
  field: ChoicesField,
  near: readonly string[],
): { readonly isJson?: true; readonly isByValue: boolean; readonly mark?: string } {
  let isByValue: boolean | undefined;
  for (const text of near) {
    if (jsonList(text)) return { isJson: true, isByValue: true };
    const { chosen = [] } = readChoices(field, text);
    const mark = /[,;|\n] ?/.exec(text)?.[0] ?? '';
    const isValues = chosen.join(mark) === text;
    const isLabels = labelsOf(field, chosen).join(mark) === text;
    if (isValues !== isLabels) isByValue ??= isValues;
    if (chosen.length > 1 && (isValues || isLabels)) return { isByValue: isByValue ?? false, mark };
  }
  return { isByValue: isByValue ?? false };
}

function labelsOf({ options }: ChoicesField, chosen: readonly string[]): string[] {
  const labels = new Map(options.map(({ value, text }) => [value, text]));
  return chosen.map((value) => labels.get(value) || value);
}

function firstTexts(shown: Iterable<string | null | undefined>): string[] {
  const texts: string[] = [];
  for (const text of shown) {
    if (text && !texts.includes(text)) texts.push(text);
    if (texts.length >= maxExaminedCells) break;
  }
  return texts;
}

/** Finds a choice by value or label. Without options, any text is a choice. */
function choiceFinder(
  options: readonly FieldOption[],
): (text: string) => { readonly value: string } | 'several' | undefined {
  const given = options.filter(({ value }) => value !== '');
  if (given.length === 0) return (text) => (text === '' ? undefined : { value: text });
  const values = new Set(given.map(({ value }) => value));
  const named = Map.groupBy(given, ({ text }) => foldedName(text));
  return (text) => {
    if (values.has(text)) return { value: text };
    const [first, ...others] = (text !== '' && named.get(foldedName(text))) || [];
    return others.some(({ value }) => value !== first?.value) ? 'several' : first;
  };
}

function piece(parts: readonly string[], index: number, length: number, step: number): string {
  return parts
    .slice(index, index + (length - 1) * step + 1)
    .join('')
    .trim();
}

function marksIn({ value, text }: FieldOption): number {
  return Math.max(...[value, text].map((one) => one.split(/[,;|\n]/).length - 1));
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
