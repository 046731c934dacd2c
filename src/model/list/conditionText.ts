import { t } from '@vscode/l10n';
import { type FieldKind, fieldKinds, truthOf } from '../form/fieldKind.ts';
import { foldedName } from '../form/referenceValue.ts';
import { decimalOf, timeOf, typedMoment } from './comparableValue.ts';
import { type Condition, conditionName, type ConditionOperator, type PeriodUnit, valueCount } from './condition.ts';
import type { ConditionField, ConditionFields } from './conditionField.ts';
import { operatorWord, operatorWords, typedPeriod, unitWord } from './conditionWords.ts';
import { plainNumber } from './pastedValue.ts';
import type { Column } from './recordPage.ts';

/** A typed filter, or one sentence that says what is wrong with it. */
export type TypedCondition =
  | { readonly condition: Condition; readonly why?: undefined }
  | { readonly condition?: undefined; readonly why: string };

type NamedColumn = Pick<Column, 'key' | 'columnName' | 'label' | 'name'>;

export interface ConditionColumns {
  readonly columns: readonly NamedColumn[];
  readonly fields: ConditionFields;
}

/** Parses `amount > 1000`, `created last 7 days` or `"first name" is empty`. */
export function typedCondition(text: string, known: ConditionColumns): TypedCondition {
  const typed = text.trim();
  const found = columnsInText(typed, known.columns);
  const [best] = found;
  if (!best) return { why: noColumn(typed, known.columns) };
  for (const { column, rest } of found) {
    const read = operatorInText(rest);
    if (read) return conditionOf(column, read, fieldOf(column, known.fields));
  }
  const { label } = best.column;
  const offered = offeredWords(fieldOf(best.column, known.fields).kind);
  return { why: t('Type an operator after “{0}”: {1}.', label, offered) };
}

/** Returns the text that parses to the same condition, in the display language. */
export function conditionText(condition: Condition, known: ConditionColumns): string {
  const column = known.columns.find((one) => conditionName(one) === condition.column);
  const { kind, options } = (column && fieldOf(column, known.fields)) ?? { kind: 'text' as const };
  const said = saidCondition(condition, kind, (value) =>
    quotedIfNeeded(
      partOperators.has(condition.operator) ? value : shownValue(value, { kind, ...(options && { options }) }),
    ),
  );
  const label = column?.label ?? condition.column;
  const texts = [label, `"${label}"`, `"${condition.column}"`].map((name) => `${name} ${said}`);
  // another column may have the same label
  const own = texts.find((text) => typedCondition(text, known).condition?.column === condition.column);
  return own ?? `"${label}" ${said}`;
}

/** The operator and the values, without the column. */
function saidCondition({ operator, values }: Condition, kind: FieldKind, shown: (value: string) => string): string {
  const word = operatorWord(operator, kind);
  const [first = '', second = ''] = values;
  if (operator === 'between') return t('between {0} and {1}', shown(first), shown(second));
  if (operator === 'inLast') return `${word} ${first} ${unitWord(second as PeriodUnit)}`;
  return [word, values.map(shown).join(', ')].filter((part) => part !== '').join(' ');
}

function shownValue(value: string, { kind, options }: ConditionField): string {
  if (fieldKinds[kind].column === 'boolean') {
    const truth = truthOf(value);
    return truth === undefined ? value : truth ? t('Yes') : t('No');
  }
  return options?.find((option) => option.value === value)?.text || value;
}

function quotedIfNeeded(value: string): string {
  const isPlain = value.trim() === value && value !== '' && !/["“”„,]|\s(and|und)\s|\.\./i.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

export function fieldOf(column: NamedColumn, fields: ConditionFields): ConditionField {
  return fields[conditionName(column)] ?? { kind: 'text' };
}

/** Columns that the text may start with, longest name first, and the rest of the text. */
export function columnsInText(
  typed: string,
  columns: readonly NamedColumn[],
): readonly { readonly column: NamedColumn; readonly rest: string }[] {
  const [whole = '', one, other] = /^(?:"([^"]+)"|[“„]([^“”]+)[“”])\s*/.exec(typed) ?? [];
  const quoted = one ?? other;
  if (quoted !== undefined) {
    const column = columns.find((each) => namesOf(each).includes(foldedName(quoted)));
    return column ? [{ column, rest: typed.slice(whole.length) }] : [];
  }
  const folded = typed.toLowerCase();
  const found = columns.flatMap((column) =>
    namesOf(column)
      .filter((name) => name !== '' && folded.startsWith(name) && /^($|[\s=<>!≠≤≥])/.test(folded.slice(name.length)))
      .map((name) => ({ column, rest: typed.slice(name.length).trim(), length: name.length })),
  );
  return found.toSorted((first, second) => second.length - first.length);
}

/** The label first; a name with or without its table. */
function namesOf({ label, name, columnName, key }: NamedColumn): readonly string[] {
  const full = columnName ?? key;
  return [label, name, full, full.split('.').at(-1) ?? full].map(foldedName);
}

interface TypedOperator {
  readonly operator: ConditionOperator;
  readonly word: string;
  readonly rest: string;
}

/** “is last” is a value, unless the rest reads as a period. */
export function operatorInText(rest: string): TypedOperator | undefined {
  const folded = rest.toLowerCase();
  for (const { operator, word } of operatorWords) {
    if (!folded.startsWith(word)) continue;
    const after = rest.slice(word.length);
    const isWhole = /^[^\p{L}]+$/u.test(word) || /^($|[\s"“„])/.test(after);
    if (isWhole && (operator !== 'inLast' || typedPeriod(after) || /^\d*$/.test(after.trim())))
      return { operator, word, rest: after.trim() };
  }
  return undefined;
}

function conditionOf(column: NamedColumn, read: TypedOperator, field: ConditionField): TypedCondition {
  const { label } = column;
  const offered = fieldKinds[field.kind].conditions;
  const operator = [read.operator, synonyms[read.operator]].find((one) => one && offered.includes(one));
  if (!operator)
    return {
      why: t("The operator “{1}” can't be used with “{0}”. Use {2}.", label, read.word, offeredWords(field.kind)),
    };
  const values = typedValues(operator, read.rest);
  const wanted = valueCount(operator);
  const asTyped = `${label} ${read.word}`;
  if (operator === 'inLast') {
    const period = typedPeriod(read.rest);
    if (!period) return { why: t('Type a period after “{0}”, such as 7 days.', asTyped) };
    return { condition: { column: conditionName(column), operator, values: period } };
  }
  if (wanted === 0 && read.rest !== '') return { why: t('“{0}” takes no value: remove “{1}”.', asTyped, read.rest) };
  if (operator === 'between' && values.length !== 2)
    return { why: t('Type two values after “{0}”, such as 5 and 10.', asTyped) };
  if (wanted !== 0 && values.length === 0) return { why: t('Type a value after “{0}”.', asTyped) };
  const normal = values.map((value) => normalValue(value, operator, field));
  const bad = values.find((_, at) => normal[at] === undefined);
  if (bad !== undefined) return { why: badValue(bad, label, field.kind) };
  return { condition: { column: conditionName(column), operator, values: normal.map((value) => value ?? '') } };
}

/** For dates, before and after are what < and > are for numbers. */
const synonyms: Readonly<Partial<Record<ConditionOperator, ConditionOperator>>> = {
  greater: 'after',
  less: 'before',
  after: 'greater',
  before: 'less',
};

function typedValues(operator: ConditionOperator, rest: string): readonly string[] {
  if (rest === '' || valueCount(operator) === 0) return [];
  const separator = separators[operator];
  return splitTyped(rest, separator).filter((value) => value !== '' || operator !== 'isOneOf');
}

const separators: Readonly<Partial<Record<ConditionOperator, RegExp>>> = {
  isOneOf: /,\s*/,
  between: /\s(?:and|und)\s+|\s?\.\.\s*/i,
};

/** Splits at separators outside of quotes and removes the quotes. Doubled quotes stand for one. */
function splitTyped(text: string, separator: RegExp | undefined): string[] {
  const values: string[] = [];
  let rest = text.slice(0, longestText);
  for (;;) {
    const [quoted] = /^"(?:[^"]|"")*"/.exec(rest) ?? [];
    const from = quoted?.length ?? 0;
    const found = separator?.exec(rest.slice(from));
    const end = found ? from + found.index : rest.length;
    const isAlone = quoted !== undefined && rest.slice(from, end).trim() === '';
    values.push(isAlone ? quoted.slice(1, -1).replaceAll('""', '"') : rest.slice(0, end).trim());
    if (!found) return values;
    rest = rest.slice(end + found[0].length);
  }
}

/** Longer than any filter that a person types. */
const longestText = 2_000;

/** Returns the value independent of the display language; undefined if the operator can't use it. */
function normalValue(value: string, operator: ConditionOperator, field: ConditionField): string | undefined {
  const { column } = fieldKinds[field.kind];
  if (partOperators.has(operator)) return value;
  if (column === 'boolean') return typedTruth(value);
  if (column === 'number') return plainNumber(value);
  if (column === 'time') return timeOf(value) === undefined ? undefined : value;
  if (column !== undefined) return typedMoment(value, field);
  if (wholeValueOperators.has(operator)) return value;
  // a text is ordered only as a number or a date
  const number = plainNumber(value);
  return number !== undefined && decimalOf(number) !== undefined ? number : typedMoment(value, field);
}

/** Operators that compare a whole value: a choice, or the record that a reference points to. */
export const wholeValueOperators: ReadonlySet<ConditionOperator> = new Set(['is', 'isNot', 'isOneOf']);

/** Operators that compare a part of a text, such as of a choice's label. */
export const partOperators: ReadonlySet<ConditionOperator> = new Set([
  'contains',
  'containsNot',
  'startsWith',
  'endsWith',
]);

function typedTruth(value: string): string | undefined {
  const word = foldedName(value);
  if (word === foldedName(t('Yes')) || word === 'ja') return '1';
  if (word === foldedName(t('No')) || word === 'nein') return '0';
  return fieldKinds.boolean.importedText?.(value, []) === '1' ? '1' : truthOf(value) === false ? '0' : undefined;
}

function badValue(value: string, label: string, kind: FieldKind): string {
  const { column } = fieldKinds[kind];
  if (column === 'number') return t('“{0}” is not a valid number for “{1}”.', value, label);
  if (column === 'boolean') return t('“{0}” is not a valid value for “{1}”. Enter yes or no.', value, label);
  if (column === 'time') return t('“{0}” is not a valid time for “{1}”. Use the format 14:30.', value, label);
  if (column !== undefined) return t('“{0}” is not a valid date for “{1}”. Use the format 2031-12-24.', value, label);
  return t("“{0}” is neither a number nor a date, so “{1}” can't be compared with it.", value, label);
}

function offeredWords(kind: FieldKind): string {
  return fieldKinds[kind].conditions.map((operator) => operatorWord(operator, kind)).join(', ');
}

/** Number of columns that an error names. */
const maxNamed = 12;

function noColumn(typed: string, columns: readonly NamedColumn[]): string {
  const labels = columns.map(({ label }) => label);
  const named = labels.length > maxNamed ? [...labels.slice(0, maxNamed), '…'] : labels;
  if (typed === '') return t('Type a column, an operator and a value. Columns: {0}.', named.join(', '));
  return t("“{0}” doesn't start with the name of a column. Columns: {1}.", typed, named.join(', '));
}
