import { trimTrailing } from '../trim.ts';

/** Exact sums of decimal numbers given as text; the average is rounded to their decimal places, but at least two. */
export interface ColumnSums {
  /** Number of numeric values. */
  readonly count: number;
  readonly sum: string;
  readonly average: string;
  readonly min: string;
  readonly max: string;
}

const decimalNumber = /^([+-]?)(\d{1,30})(?:\.(\d{1,20}))?$/;

/** Returns undefined if there are no numbers. */
export function columnSums(values: Iterable<string | null>): ColumnSums | undefined {
  const counter = new SumCounter();
  for (const value of values) counter.add(value);
  return counter.sums;
}

/** Sums of values that arrive one by one. */
export class SumCounter {
  #count = 0;
  /** Decimal places of the sums so far. */
  #decimals = 0;
  #sum = 0n;
  #min: bigint | undefined;
  #max: bigint | undefined;

  /** Ignores what is not a number. */
  add(value: string | null): void {
    const read = readDecimal(value);
    if (!read) return;
    const number = read.digits * this.#scaleTo(read.decimals);
    this.#count++;
    this.#sum += number;
    this.#compare(number, number);
  }

  addAll(other: SumCounter): void {
    if (other.#min === undefined || other.#max === undefined) return;
    const factor = this.#scaleTo(other.#decimals);
    this.#count += other.#count;
    this.#sum += other.#sum * factor;
    this.#compare(other.#min * factor, other.#max * factor);
  }

  /** Undefined if there are no numbers. */
  get sums(): ColumnSums | undefined {
    const decimals = this.#decimals;
    if (this.#min === undefined || this.#max === undefined) return undefined;
    return {
      count: this.#count,
      sum: withPoint(this.#sum, decimals),
      average: quotient(this.#sum, decimals, this.#count),
      min: withPoint(this.#min, decimals),
      max: withPoint(this.#max, decimals),
    };
  }

  #compare(low: bigint, high: bigint): void {
    if (this.#min === undefined || low < this.#min) this.#min = low;
    if (this.#max === undefined || high > this.#max) this.#max = high;
  }

  /** Makes room for that many decimal places; returns the factor for a number that has fewer. */
  #scaleTo(decimals: number): bigint {
    if (decimals <= this.#decimals) return 10n ** BigInt(this.#decimals - decimals);
    const factor = 10n ** BigInt(decimals - this.#decimals);
    this.#decimals = decimals;
    this.#sum *= factor;
    if (this.#min !== undefined) this.#min *= factor;
    if (this.#max !== undefined) this.#max *= factor;
    return 1n;
  }
}

function readDecimal(value: string | null): { readonly digits: bigint; readonly decimals: number } | undefined {
  const [, sign, whole, fraction = ''] = (value !== null && decimalNumber.exec(value.trim())) || [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, decimals: fraction.length };
}

function quotient(sum: bigint, decimals: number, count: number): string {
  const decimalPlaces = Math.max(decimals, 2);
  const doubled = (sum < 0n ? -sum : sum) * 2n * 10n ** BigInt(decimalPlaces - decimals);
  const rounded = (doubled + BigInt(count)) / (BigInt(count) * 2n);
  return withPoint(sum < 0n ? -rounded : rounded, decimalPlaces);
}

function withPoint(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const fraction = trimTrailing(digits.slice(digits.length - decimals), /0/);
  const whole = digits.slice(0, digits.length - decimals);
  return `${sign}${whole}${decimals > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}
