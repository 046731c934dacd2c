import { trimTrailing } from '../trim.ts';

/** Exact sums of decimal numbers given as text; the average is rounded to their decimal places, but at least two. */
export interface ColumnSums {
  /** Number of numeric values. */
  readonly count: number;
  readonly sum: string;
  readonly average: string;
  readonly least: string;
  readonly greatest: string;
}

const decimalNumber = /^([+-]?)(\d{1,30})(?:\.(\d{1,20}))?$/;

/** Returns undefined if there are no numbers. */
export function columnSums(values: Iterable<string | null>): ColumnSums | undefined {
  const numbers: { readonly digits: bigint; readonly decimals: number }[] = [];
  for (const value of values) {
    const read = readDecimal(value);
    if (read) numbers.push(read);
  }
  if (numbers.length === 0) return undefined;
  const decimals = numbers.reduce((most, one) => Math.max(most, one.decimals), 0);
  const scaled = numbers.map((one) => one.digits * 10n ** BigInt(decimals - one.decimals));
  const sum = scaled.reduce((total, one) => total + one, 0n);
  const lowest = scaled.reduce((least, one) => (one < least ? one : least));
  const highest = scaled.reduce((most, one) => (one > most ? one : most));
  return {
    count: numbers.length,
    sum: withPoint(sum, decimals),
    average: quotient(sum, decimals, numbers.length),
    least: withPoint(lowest, decimals),
    greatest: withPoint(highest, decimals),
  };
}

function readDecimal(value: string | null): { readonly digits: bigint; readonly decimals: number } | undefined {
  const [, sign, whole, fraction = ''] = (value !== null && decimalNumber.exec(value.trim())) || [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, decimals: fraction.length };
}

function quotient(sum: bigint, decimals: number, count: number): string {
  const places = Math.max(decimals, 2);
  const doubled = (sum < 0n ? -sum : sum) * 2n * 10n ** BigInt(places - decimals);
  const rounded = (doubled + BigInt(count)) / (BigInt(count) * 2n);
  return withPoint(sum < 0n ? -rounded : rounded, places);
}

function withPoint(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const fraction = trimTrailing(digits.slice(digits.length - decimals), /0/);
  const whole = digits.slice(0, digits.length - decimals);
  return `${sign}${whole}${decimals > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}
