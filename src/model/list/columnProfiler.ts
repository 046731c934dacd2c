import { chosenIn } from '../form/choices.ts';
import { type FieldOption, fieldKinds, truthOf } from '../form/fieldKind.ts';
import { comparableText } from '../form/fieldValue.ts';
import { readChoices } from './choicesInCell.ts';
import type { ColumnProfile, ProfiledColumn, ProfiledRecord, ProfiledValue } from './columnProfile.ts';
import { SumCounter } from './columnSums.ts';
import { compareDecimals, decimalOf, momentOf, timeOf } from './comparableValue.ts';
import type { ConditionField } from './conditionField.ts';
import type { Cell } from './recordPage.ts';
import { blankTest } from './rowFilter.ts';
import { ValueCounts } from './valueCounts.ts';

/** Characters of a value that a profile contains. A filter with a longer one would not fit into a request. */
const longest = 2_000;
/** Max repeated values to list, and max records to list for each. */
export const maxListed = 100;
export const maxRecords = 10;
/** Max options to check for use; each cell is compared with all of them. */
const maxOptions = 2_000;

/** A value that occurs more than once. Its first record was seen before that was known. */
export interface ListedValue extends ProfiledValue {
  readonly count: number;
  /** The index of the value, in the order of first occurrence. */
  readonly index: number;
  /** The records after the first one. */
  readonly others: readonly ProfiledRecord[];
}

export interface ProfilerLimits {
  readonly distinct?: number;
}

/** Counts the values of one column, record by record, in memory that doesn't grow with the list. */
export class ColumnProfiler {
  readonly #field: ConditionField;
  readonly #isBlank: (cell: Cell) => boolean;
  readonly #counts: ValueCounts;
  readonly #measure: Measure;
  readonly #repeated = new Map<number, { readonly value: ProfiledValue; readonly others: ProfiledRecord[] }>();
  #options: UnusedOptions | undefined;
  #read = 0;
  #empty = 0;

  constructor(column: ProfiledColumn, { distinct }: ProfilerLimits = {}) {
    const { field } = column;
    this.#field = field;
    this.#isBlank = blankTest(field);
    this.#counts = new ValueCounts(distinct);
    this.#measure = createMeasure(column);
    if (field.options && field.options.length <= maxOptions) this.#options = new UnusedOptions(field);
  }

  get read(): number {
    return this.#read;
  }

  /** Returns true if the record is the first one with its value. */
  add(cell: Cell, record: ProfiledRecord): boolean {
    this.#read += 1;
    if (cell === null || this.#isBlank(cell)) {
      this.#empty += 1;
      return false;
    }
    const text = comparableText(cell, this.#field.kind);
    this.#measure.add(cell);
    const before = this.#counts.distinct;
    const index = this.#counts.add(text, cell);
    if (index === undefined) return false;
    if (index >= before) {
      this.#options?.see(cell);
      return true;
    }
    // skip the look-up once enough records of the value are listed
    if (this.#counts.count(index) <= maxRecords) this.#list(index, cell, record);
    return false;
  }

  get profile(): ColumnProfile {
    const { distinct, isCut, repeated, frequent } = this.#counts;
    return {
      read: this.#read,
      empty: this.#empty,
      distinct,
      isDistinctCut: isCut,
      frequent: frequent.map(({ value, count }) => ({ count, ...shortened(value) })),
      repeated,
      ...this.#measure.result,
      ...(this.#options && { unused: this.#options.unused }),
    };
  }

  /** The first values that occur more than once, the most frequent ones first. */
  get repeated(): readonly ListedValue[] {
    const listed = [...this.#repeated].map(([index, { value, others }]) => ({
      ...value,
      count: this.#counts.count(index),
      index,
      others,
    }));
    return listed.toSorted((one, other) => other.count - one.count);
  }

  #list(index: number, cell: string, record: ProfiledRecord): void {
    const known = this.#repeated.get(index);
    if (known) known.others.push(record);
    else if (this.#repeated.size < maxListed && this.#counts.count(index) === 2)
      this.#repeated.set(index, { value: shortened(cell), others: [record] });
  }
}

/** Doesn't split a surrogate pair. */
function shortened(value: string): ProfiledValue {
  if (value.length <= longest) return { value };
  const isSplit = /[\uD800-\uDBFF]/.test(value[longest - 1] ?? '');
  return { value: value.slice(0, isSplit ? longest - 1 : longest), isCut: true };
}

interface Measure {
  /** The value is not empty. */
  add(value: string): void;
  readonly result: Partial<ColumnProfile>;
}

function createMeasure({ measure, field }: ProfiledColumn): Measure {
  if (measure === 'number' || measure === 'identifier') return new NumberMeasure(measure === 'number');
  if (measure === 'moment') return new MomentMeasure(field);
  if (measure === 'truth') return new TruthMeasure();
  return measure === 'length' ? new LengthMeasure() : { add: () => undefined, result: {} };
}

class NumberMeasure implements Measure {
  readonly #isSummed: boolean;
  readonly #sums = new SumCounter();
  #min: { readonly value: string; readonly number: string } | undefined;
  #max: { readonly value: string; readonly number: string } | undefined;

  constructor(isSummed: boolean) {
    this.#isSummed = isSummed;
  }

  add(value: string): void {
    const number = decimalOf(value);
    if (number === undefined) return;
    this.#sums.add(number);
    if (!this.#min || compareDecimals(number, this.#min.number) < 0) this.#min = { value, number };
    if (!this.#max || compareDecimals(number, this.#max.number) > 0) this.#max = { value, number };
  }

  get result(): Partial<ColumnProfile> {
    const { sums } = this.#sums;
    if (!sums || !this.#min || !this.#max) return {};
    const [min, max] = [{ value: this.#min.value }, { value: this.#max.value }];
    const { count, sum, average } = sums;
    return { numbers: { count, min, max, ...(this.#isSummed && { sum, average }) } };
  }
}

/** Skips values that aren't dates, and dates whose day and month are ambiguous. */
class MomentMeasure implements Measure {
  readonly #field: ConditionField;
  #count = 0;
  #oldest: { readonly value: string; readonly at: string } | undefined;
  #newest: { readonly value: string; readonly at: string } | undefined;

  constructor(field: ConditionField) {
    this.#field = field;
  }

  add(value: string): void {
    const at = this.#field.kind === 'time' ? timeOf(value) : momentOf(value, this.#field);
    if (at === undefined) return;
    this.#count += 1;
    if (!this.#oldest || at < this.#oldest.at) this.#oldest = { value, at };
    if (!this.#newest || at > this.#newest.at) this.#newest = { value, at };
  }

  get result(): Partial<ColumnProfile> {
    if (!this.#oldest || !this.#newest) return {};
    const [oldest, newest] = [{ value: this.#oldest.value }, { value: this.#newest.value }];
    return { moments: { count: this.#count, oldest, newest } };
  }
}

class TruthMeasure implements Measure {
  #yes = 0;
  #no = 0;

  add(value: string): void {
    const truth = truthOf(value);
    if (truth === true) this.#yes += 1;
    else if (truth === false) this.#no += 1;
  }

  get result(): Partial<ColumnProfile> {
    return { truths: { yes: this.#yes, no: this.#no } };
  }
}

class LengthMeasure implements Measure {
  #count = 0;
  #sum = 0;
  #shortest: { readonly value: string; readonly length: number } | undefined;
  #longest: { readonly value: string; readonly length: number } | undefined;

  add(value: string): void {
    const length = lettersIn(value);
    this.#count += 1;
    this.#sum += length;
    if (!this.#shortest || length < this.#shortest.length) this.#shortest = { value, length };
    if (!this.#longest || length > this.#longest.length) this.#longest = { value, length };
  }

  get result(): Partial<ColumnProfile> {
    const [shortest, longestOne] = [this.#shortest, this.#longest];
    if (!shortest || !longestOne) return {};
    return {
      lengths: {
        min: shortest.length,
        average: String(Math.round((this.#sum * 10) / this.#count) / 10),
        max: longestOne.length,
        shortest: shortened(shortest.value),
        longest: shortened(longestOne.value),
      },
    };
  }
}

/** Counts a surrogate pair as one character. */
function lettersIn(text: string): number {
  let letters = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) letters -= 1;
  return letters;
}

/** Finds the options that no record uses. A list may contain values or labels. */
class UnusedOptions {
  readonly #field: ConditionField;
  readonly #left: Map<string, FieldOption>;

  constructor(field: ConditionField) {
    this.#field = field;
    this.#left = new Map((field.options ?? []).map((option) => [option.value, option]));
  }

  /** Called once per distinct value. */
  see(cell: string): void {
    if (this.#left.size === 0) return;
    const { options = [], kind } = this.#field;
    const field = { label: '', options };
    const chosen = fieldKinds[kind].isSet ? (readChoices(field, cell).chosen ?? chosenIn(field, cell)) : [cell];
    for (const one of chosen)
      if (!this.#left.delete(one))
        for (const { value, text } of this.#left.values()) if (text === one) this.#left.delete(value);
  }

  get unused(): readonly FieldOption[] {
    return [...this.#left.values()].filter(({ value }) => value !== '');
  }
}
