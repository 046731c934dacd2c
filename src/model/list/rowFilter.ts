import { t } from '@vscode/l10n';
import { UserFacingError } from '../errors.ts';
import { chosenIn, sameChoices } from '../form/choices.ts';
import { fieldKinds, truthOf } from '../form/fieldKind.ts';
import { isEmpty, looseText } from '../form/fieldValue.ts';
import { foldedName } from '../form/referenceValue.ts';
import { readChoices } from './choicesInCell.ts';
import {
  compareDecimals,
  compareTexts,
  compareToTyped,
  decimalOf,
  localText,
  momentOf,
  timeOf,
  typedMoment,
} from './comparableValue.ts';
import { conditionName, type Condition, type ConditionOperator } from './condition.ts';
import type { ConditionField, ConditionFields } from './conditionField.ts';
import { holdsPhone, phoneDigits } from './phoneNumber.ts';
import type { Cell, Column } from './recordPage.ts';
import type { Conditions } from './recordQuery.ts';
import { foldedText } from './searchWords.ts';

/** True if a row with these cells matches. */
export type RowFilter = (row: { readonly cells: readonly Cell[] }) => boolean;

type CellTest = (cell: string) => boolean;

export interface FilterContext {
  readonly columns: readonly Column[];
  readonly fields: ConditionFields;
  /** Time that “in the last” counts from. */
  readonly now: Date;
  /** Called for each value that can't be compared, because it is neither a number nor a clear date. */
  readonly onUnread?: (() => void) | undefined;
  /** Equalities that were sent: checked here as well, because a service may ignore them. */
  readonly sent?: Conditions;
}

/** Compiles conditions, combined with AND, for many rows with these columns. */
export function rowFilter(conditions: readonly Condition[], context: FilterContext): RowFilter {
  const tests = [
    ...conditions.map((condition) => conditionTest(condition, context)),
    ...Object.entries(context.sent ?? {}).flatMap(([name, value]) => sentTest(name, value, context) ?? []),
  ];
  return (row) => tests.every((test) => test(row));
}

function conditionTest(
  { column, operator, values }: Condition,
  { columns, fields, now, onUnread }: FilterContext,
): RowFilter {
  const cells = cellsOf(column, columns);
  if (cells.length === 0)
    throw new UserFacingError(t('Could not filter by “{0}”: the list view has no such column.', column));
  const field = fields[column] ?? { kind: 'text' as const };
  const isBlank = blankTest(field);
  const [positive = operator, isNegated = false] = negations[operator] ?? [];
  if (positive === 'isEmpty') return (row) => cells.every((at) => isBlank(row.cells[at] ?? null)) !== isNegated;
  const test = cellTest(field, positive, values, { now, onUnread });
  return (row) =>
    cells.some((at) => {
      const cell = row.cells[at] ?? null;
      return cell !== null && !isBlank(cell) && test(cell);
    }) !== isNegated;
}

/** Negated operators also match empty values. */
const negations: Readonly<Partial<Record<ConditionOperator, readonly [ConditionOperator, boolean]>>> = {
  isNot: ['is', true],
  containsNot: ['contains', true],
  isEmpty: ['isEmpty', false],
  isNotEmpty: ['isEmpty', true],
};

/** A list can show the value and the label of a field in two columns. */
function cellsOf(name: string, columns: readonly Column[]): readonly number[] {
  return columns.flatMap((column, at) => (conditionName(column) === name || column.key === name ? [at] : []));
}

/**
 * Compares as loosely as a service may. A label can't be compared with the id of a reference: there the service
 * decides.
 */
function sentTest(
  name: string,
  value: Conditions[string] | undefined,
  { columns, fields }: FilterContext,
): RowFilter | undefined {
  const cells = cellsOf(name, columns);
  const field = fields[name];
  if (cells.length === 0 || !field) return undefined;
  const isBlank = blankTest(field);
  const text = value === null || value === undefined ? '' : String(value);
  if (text.trim() === '') return (row) => cells.every((at) => isBlank(row.cells[at] ?? null));
  if (field.isLabel && !field.options) return undefined;
  const test = cellTest(field, 'is', [text], { now: new Date(0) });
  const loose = looseText(text, field.kind);
  return (row) =>
    cells.some((at) => {
      const cell = row.cells[at] ?? null;
      return cell !== null && (test(cell) || looseText(cell, field.kind) === loose);
    });
}

/** Tests whether a cell is empty, in any notation of its kind. */
export function blankTest({ kind }: Pick<ConditionField, 'kind'>): (cell: Cell) => boolean {
  const { isSet } = fieldKinds[kind];
  return (cell) => cell === null || isEmpty(cell.trim(), kind) || (isSet === true && cell.trim() === '[]');
}

/** Cells are never blank here. What can't be parsed doesn't match. */
function cellTest(
  field: ConditionField,
  operator: ConditionOperator,
  values: readonly string[],
  context: Pick<FilterContext, 'now' | 'onUnread'>,
): CellTest {
  const [first = '', second = ''] = values;
  const { onUnread } = context;
  switch (operator) {
    case 'contains':
      return containsTest(field, first);
    case 'startsWith':
      return textTest(field, first, (text, typed) => text.startsWith(typed));
    case 'endsWith':
      return textTest(field, first, (text, typed) => text.endsWith(typed));
    case 'isOneOf': {
      const { isSet } = fieldKinds[field.kind];
      const tests = values.map((value, at) =>
        isSet ? chosenTest(field, value) : equalTest(field, value, at === 0 ? onUnread : undefined),
      );
      return (cell) => tests.some((test) => test(cell));
    }
    case 'greater':
    case 'after':
      return orderTest(field, first, (order) => order > 0, onUnread);
    case 'atLeast':
      return orderTest(field, first, (order) => order >= 0, onUnread);
    case 'less':
    case 'before':
      return orderTest(field, first, (order) => order < 0, onUnread);
    case 'atMost':
      return orderTest(field, first, (order) => order <= 0, onUnread);
    case 'between': {
      const from = orderTest(field, first, (order) => order >= 0, onUnread);
      const to = orderTest(field, second, (order) => order <= 0);
      return (cell) => from(cell) && to(cell);
    }
    case 'inLast':
      return periodTest(field, first, second, context);
    default:
      return equalTest(field, first, onUnread);
  }
}

/** Returns the texts of a cell that a user may mean: its value and the label of that value. */
function textsOf({ kind, options }: ConditionField): (cell: string) => readonly string[] {
  if (!options) return (cell) => [cell];
  const labels = new Map(options.toReversed().map(({ value, text }) => [value, text]));
  if (!fieldKinds[kind].isSet) return (cell) => [cell, labels.get(cell) ?? cell];
  const chosen = chosenOf(options);
  return (cell) => chosen(cell).flatMap((one) => [one, labels.get(one) ?? one]);
}

function textTest(field: ConditionField, typed: string, test: (text: string, typed: string) => boolean): CellTest {
  const wanted = foldedText(typed.trim());
  const texts = textsOf(field);
  if (!field.options) return (cell) => test(foldedText(cell), wanted);
  return (cell) => texts(cell).some((text) => test(foldedText(text), wanted));
}

/** Finds a phone number in any notation, as the search does. */
function containsTest(field: ConditionField, typed: string): CellTest {
  const test = textTest(field, typed, (text, wanted) => text.includes(wanted));
  const phone = fieldKinds[field.kind].column === undefined ? phoneDigits(typed) : undefined;
  return phone === undefined ? test : (cell) => test(cell) || holdsPhone(cell, phone);
}

function equalTest(field: ConditionField, typed: string, onUnread?: () => void): CellTest {
  const { kind, options } = field;
  const { isSet, column, isOrderedByNumber } = fieldKinds[kind];
  const same = textTest(field, typed, (text, wanted) => text.trim() === wanted);
  if (isSet) {
    const chosen = chosenOf(options ?? []);
    const wanted = chosen(typed);
    return (cell) => sameChoices(chosen(cell), wanted);
  }
  if (column === 'boolean') {
    const truth = truthOf(typed);
    return (cell) => (truth === undefined ? same(cell) : truthOf(cell) === truth);
  }
  if (options) {
    const value = valueOf(options);
    const wanted = value(typed);
    return (cell) => value(cell) === wanted || same(cell);
  }
  const isOrdered = column !== undefined || isOrderedByNumber === true;
  const equal = isOrdered ? orderTest(field, typed, (order) => order === 0, onUnread) : undefined;
  return equal ? (cell) => equal(cell) || same(cell) : same;
}

/** True if this is one of the chosen values. */
function chosenTest({ options = [] }: ConditionField, typed: string): CellTest {
  const chosen = chosenOf(options);
  const [wanted] = chosen(typed);
  return (cell) => wanted !== undefined && chosen(cell).includes(wanted);
}

type Options = NonNullable<ConditionField['options']>;

/** Number of different cells whose choices are remembered: reading choices is slow, and cells repeat. */
const maxKnownCells = 5_000;

function chosenOf(options: Options): (cell: string) => readonly string[] {
  const field = { label: '', options };
  const known = new Map<string, readonly string[]>();
  return (cell) => {
    const before = known.get(cell);
    if (before) return before;
    const chosen = readChoices(field, cell).chosen ?? chosenIn(field, cell);
    if (known.size >= maxKnownCells) known.clear();
    known.set(cell, chosen);
    return chosen;
  };
}

/** Returns the stored value of a value or a label. A label that equals another value means that value. */
function valueOf(options: Options): (text: string) => string {
  const values = new Set(options.map(({ value }) => value));
  const named = new Map(options.toReversed().map(({ value, text }) => [foldedName(text), value]));
  return (text) => (values.has(text) ? text : (named.get(foldedName(text)) ?? text));
}

/** `test` gets a number below, at or above 0: how the cell compares with the typed value. */
function orderTest(
  field: ConditionField,
  typed: string,
  test: (order: number) => boolean,
  onUnread?: () => void,
): CellTest {
  const compare = comparison(field, typed);
  if (!compare) return () => false;
  return (cell) => {
    const order = compare(cell);
    if (order === undefined) onUnread?.();
    return order !== undefined && test(order);
  };
}

function comparison(field: ConditionField, typed: string): ((cell: string) => number | undefined) | undefined {
  const { column, canonicalText, isOrderedByNumber } = fieldKinds[field.kind];
  if (column === 'time') {
    const wanted = timeOf(typed);
    return wanted === undefined ? undefined : ordered(timeOf, (cell) => compareTexts(cell, wanted));
  }
  // a text that looks like a number is compared as one
  const ownNumber = (text: string): string | undefined => canonicalText?.(text) ?? decimalOf(text);
  const numberOf = isOrderedByNumber ? ownNumber : column === undefined ? decimalOf : undefined;
  const number = numberOf?.(typed);
  if (numberOf && number !== undefined) return ordered(numberOf, (cell) => compareDecimals(cell, number));
  if (isOrderedByNumber) return undefined;
  const moment = typedMoment(typed, field);
  if (moment === undefined) return undefined;
  return ordered(
    (cell) => momentOf(cell, field),
    (cell) => compareToTyped(cell, moment),
  );
}

function ordered(
  read: (cell: string) => string | undefined,
  compare: (cell: string) => number,
): (cell: string) => number | undefined {
  return (cell) => {
    const value = read(cell);
    return value === undefined ? undefined : compare(value);
  };
}

/** For a date without a time, the first day of the period counts as a whole. */
function periodTest(
  field: ConditionField,
  amount: string,
  unit: string,
  { now, onUnread }: Pick<FilterContext, 'now' | 'onUnread'>,
): CellTest {
  const start = periodStart(Number(amount), unit, now);
  if (start === undefined || fieldKinds[field.kind].column === 'time') return () => false;
  const [from, to] = [localText(start), localText(now)];
  return (cell) => {
    const moment = momentOf(cell, field);
    if (moment === undefined) onUnread?.();
    return moment !== undefined && moment >= from.slice(0, moment.length) && moment.slice(0, 19) <= to;
  };
}

/** The same time of day, this long ago; undefined for an unknown unit or amount. */
function periodStart(amount: number, unit: string, now: Date): Date | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0) return undefined;
  const start = new Date(now);
  if (unit === 'hours') start.setTime(start.getTime() - amount * 3_600_000);
  else if (unit === 'days') start.setDate(start.getDate() - amount);
  else if (unit === 'weeks') start.setDate(start.getDate() - amount * 7);
  else if (unit === 'months') setMonthsBack(start, amount);
  else return undefined;
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** A month before March 31 is the last day of February. */
function setMonthsBack(date: Date, months: number): void {
  const day = date.getDate();
  date.setMonth(date.getMonth() - months);
  if (date.getDate() !== day) date.setDate(0);
}
