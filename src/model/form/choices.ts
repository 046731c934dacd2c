import { t } from '@vscode/l10n';
import { fieldKinds, type FieldOption } from './fieldKind.ts';
import { type FormValue, isEmpty, isRows, sameValue, scalarText } from './fieldValue.ts';
import type { ChoiceNotation, RecordField } from './formElement.ts';

/*
 * Multiple choices in one value. The service's notation isn't documented: a list, JSON text, or one text with
 * separators around and between the choices. A stored value keeps its notation, and an unreadable one is never
 * rewritten.
 */

type ChoiceField = Pick<RecordField, 'options' | 'notation'>;

export interface StoredChoices {
  readonly chosen: readonly string[];
  /** Absent if the value doesn't reveal the notation. */
  readonly notation?: ChoiceNotation;
}

const longest = 100_000;
const marks = [',', ';', '|', '\n'];
/** Possible separator between or around choices. */
const isMark = /^[^\p{L}\p{N}]{0,8}$/u;

/** Undefined for a value that cannot be read as choices. */
export function storedChoices(field: ChoiceField, value: FormValue): StoredChoices | undefined {
  if (isRows(value)) {
    const texts = value.map(scalarText);
    return texts.every((one) => one !== undefined) ? { chosen: texts, notation: 'list' } : undefined;
  }
  if (isEmpty(value)) return { chosen: [] };
  const text = scalarText(value);
  if (text === undefined || text.length > longest) return undefined;
  // an option may have a comma in it
  const { values } = optionIndex(field.options);
  if (values.has(text)) return { chosen: [text] };
  const listed = jsonList(text);
  if (listed) return { chosen: listed.map((one) => scalarText(one) ?? ''), notation: 'json' };
  return (
    joinedOptions(field.options, text) ??
    splitAs(field.notation?.choices, text) ??
    splitByMark(values, text) ??
    (/[,;|\n\t[\]{}"^#]/.test(text) ? undefined : { chosen: [text.trim()] })
  );
}

/** Returns the chosen values; an unreadable value counts as a single choice. */
export function chosenIn(field: ChoiceField, value: FormValue): string[] {
  const stored = storedChoices(field, value);
  if (stored) return [...stored.chosen];
  const text = scalarText(value);
  return text === undefined ? [] : [text];
}

/**
 * True if two values of a field are equal. If an option contains a separator, the options determine where a choice
 * ends: `x,y` can be one choice or two.
 */
export function sameFieldValue(
  field: (ChoiceField & Pick<RecordField, 'kind'>) | undefined,
  one: FormValue,
  other: FormValue,
): boolean {
  if (
    field &&
    fieldKinds[field.kind].isSet &&
    optionIndex(field.options).hasMarks &&
    !isEmpty(one) &&
    !isEmpty(other)
  ) {
    const [chosen, others] = [storedChoices(field, one)?.chosen, storedChoices(field, other)?.chosen];
    if (chosen && others) return sameChoices(chosen, others);
  }
  return sameValue(one, other, field?.kind);
}

export function sameChoices(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return first.size === second.size && [...first].every((value) => second.has(value));
}

/** Returns the label of a value. */
export function optionText({ options }: Pick<ChoiceField, 'options'>, value: string): string {
  return options.find((option) => option.value === value)?.text || value;
}

/** Choices that stay selected keep their position. */
export function inPlace(chosen: readonly string[], before: readonly string[]): string[] {
  return [...new Set([...before.filter((one) => chosen.includes(one)), ...chosen])];
}

/** The value to store, or a sentence that says why there is none. */
export type WrittenChoices =
  | { readonly value: FormValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** Writes choices in the notation of the stored value, so that nothing else changes. */
export function withChosen(
  field: ChoiceField & Pick<RecordField, 'label'>,
  chosen: readonly string[],
  before: FormValue,
): WrittenChoices {
  const stored = storedChoices(field, before);
  const notation = stored?.notation ?? notationFor(field, before);
  if (chosen.length === 0) return { value: notation === 'list' ? [] : '' };
  if (!stored)
    return {
      problem: t(
        "“{0}” can't be changed here: its value “{1}” can't be read as a set of choices.",
        field.label,
        shortened(scalarText(before) ?? JSON.stringify(before)),
      ),
    };
  const [only = ''] = chosen;
  if (notation === undefined && chosen.length === 1) return { value: only };
  if (notation === undefined)
    return {
      problem: t(
        'Could not determine from the values of “{0}” how multiple choices are written. Set “Multiple choices” with Edit Connection.',
        field.label,
      ),
    };
  if (notation === 'list') return { value: [...chosen] };
  if (notation === 'json') return { value: JSON.stringify(likeBefore(chosen, before)) };
  const text = `${notation.open}${chosen.join(notation.between)}${notation.close}`;
  const read = storedChoices({ ...field, notation: { choices: notation } }, text);
  if (read && read.chosen.length === chosen.length && read.chosen.every((one, index) => one === chosen[index]))
    return { value: text };
  return {
    problem: t("The choices of “{0}” can't be separated by “{1}”.", field.label, notation.between.trim()),
  };
}

/** Notation from other values of the field, if its own value doesn't reveal it. */
function notationFor({ notation }: ChoiceField, before: FormValue): ChoiceNotation | undefined {
  if (notation?.choices) return notation.choices;
  return isEmpty(before) ? 'list' : undefined;
}

export function joinedBy(between: string): ChoiceNotation {
  return { open: '', between, close: '' };
}

/** Numbers stay numbers. */
function likeBefore(chosen: readonly string[], before: FormValue): (string | number)[] {
  const listed = jsonList(scalarText(before) ?? '') ?? [];
  const isNumbers = listed.length > 0 && listed.every((one) => typeof one === 'number');
  return chosen.map((one) => (isNumbers && String(Number(one)) === one ? Number(one) : one));
}

interface OptionIndex {
  readonly values: ReadonlySet<string>;
  /** True if an option contains a possible separator. */
  readonly hasMarks: boolean;
  /** Distinct lengths of the values, longest first. */
  readonly lengths: readonly number[];
}

const indexes = new WeakMap<readonly FieldOption[], OptionIndex>();

function optionIndex(options: readonly FieldOption[]): OptionIndex {
  const known = indexes.get(options);
  if (known) return known;
  const values = new Set(options.map(({ value }) => value).filter((value) => value !== ''));
  const lengths = [...new Set([...values].map(({ length }) => length))].toSorted((one, other) => other - one);
  const index = { values, hasMarks: [...values].some((value) => /[,;|\n]/.test(value)), lengths };
  indexes.set(options, index);
  return index;
}

/** Parses `a|b`, `^a^,^b^`, `{a,b}`: option values with the same separator throughout. */
function joinedOptions(options: readonly FieldOption[], text: string): StoredChoices | undefined {
  const { values, lengths } = optionIndex(options);
  const chosen: string[] = [];
  const gaps: string[] = [];
  let end = 0;
  for (let at = 0; at < text.length && isMark.test(text.slice(end, at)); at++) {
    if (at === end && chosen.length > 0) continue;
    const length = lengths.find((one) => values.has(text.slice(at, at + one)) && isBoundary(text, at + one));
    if (length === undefined) continue;
    gaps.push(text.slice(end, at));
    chosen.push(text.slice(at, at + length));
    end = at + length;
    at = end - 1;
  }
  const [open = '', between, ...others] = gaps;
  const close = text.slice(end);
  const isSame = others.every((gap) => gap.trim() === (between ?? '').trim());
  if (chosen.length === 0 || !isMark.test(close) || !isSame) return undefined;
  return { chosen, ...(between !== undefined && { notation: { open, between, close } }) };
}

/** A choice ends at a word boundary. */
function isBoundary(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1));
}

function splitAs(notation: ChoiceNotation | undefined, text: string): StoredChoices | undefined {
  if (typeof notation !== 'object') return undefined;
  const { open, between, close } = notation;
  const mark = between.trim() || between;
  if (!text.includes(mark) || !text.startsWith(open) || !text.endsWith(close)) return undefined;
  const inner = text.slice(open.length, text.length - close.length);
  return { chosen: partsOf(inner, mark), notation };
}

/**
 * Requires at least one current option among the parts (others may be outdated), and exactly one possible separator.
 */
function splitByMark(values: ReadonlySet<string>, text: string): StoredChoices | undefined {
  const found = marks.filter((mark) => {
    const parts = partsOf(text, mark);
    return parts.length > 1 && (values.size === 0 || parts.some((one) => values.has(one)));
  });
  const [mark, ...others] = found;
  if (mark === undefined || others.length > 0) return undefined;
  const [space = ''] = /^ */.exec(text.slice(text.indexOf(mark) + 1)) ?? [];
  const [open, close] = [text.startsWith(mark) ? mark : '', text.endsWith(mark) ? mark : ''];
  return { chosen: partsOf(text, mark), notation: { open, between: mark + space, close } };
}

function partsOf(text: string, mark: string): string[] {
  return text
    .split(mark)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Returns the items of a JSON list of plain values; undefined for anything else. */
export function jsonList(text: string): (string | number | boolean)[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const list = JSON.parse(text) as unknown;
    if (!Array.isArray(list) || list.some((one) => scalarText(one as FormValue) === undefined)) return undefined;
    return list as (string | number | boolean)[];
  } catch {
    return undefined;
  }
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
