import { fieldKinds } from '../form/fieldKind.ts';
import { isoOfTimestamp, momentFormats, readMoment } from '../form/moment.ts';
import type { ConditionField } from './conditionField.ts';
import { plainNumber } from './pastedValue.ts';

/** Compares two canonical decimal numbers of any length; doubles are exact only up to 2^53. */
export function compareDecimals(one: string, other: string): number {
  if (one.length <= 15 && other.length <= 15) return Number(one) - Number(other);
  const [isNegative, isOtherNegative] = [one.startsWith('-'), other.startsWith('-')];
  if (isNegative !== isOtherNegative) return isNegative ? -1 : 1;
  const [whole = '', fraction = ''] = one.replace('-', '').split('.');
  const [otherWhole = '', otherFraction = ''] = other.replace('-', '').split('.');
  const order =
    whole.length - otherWhole.length || compareTexts(whole, otherWhole) || compareTexts(fraction, otherFraction);
  return isNegative ? -order : order;
}

export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Also parses grouped digits and a decimal comma. Undefined if a comma before three digits could be either. */
export function decimalOf(text: string): string | undefined {
  const known = fieldKinds.number.canonicalText?.(text);
  if (known !== undefined || !text.includes(',')) return known;
  const plain = unclearComma.test(text) ? undefined : plainNumber(text.trim());
  return plain === undefined ? undefined : fieldKinds.number.canonicalText?.(plain);
}

const unclearComma = /^\s*[+\-−]?[1-9]\d{0,2},\d{3}\s*$/u;

const localMoment = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d+)?)?$/;
const zonedMoment = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:Z|([+-])(\d{2})(\d{2}))$/;

/**
 * Returns `2031-12-24` or `2031-12-24 14:30:00`, which sort as text. A time zone is converted to local time, as for
 * display. Undefined if day and month are unclear, or if the text isn't a date.
 */
export function momentOf(cell: string, { kind, format }: Pick<ConditionField, 'kind' | 'format'>): string | undefined {
  const text = (kind === 'date' || kind === 'dateTime' ? isoOfTimestamp(cell) : undefined) ?? cell;
  const known = fieldKinds[kind === 'date' ? 'date' : 'dateTime'].canonicalText?.(text);
  if (known !== undefined) return localMoment.test(known) ? known : inLocalTime(known);
  const formats = momentFormats(text);
  // a pattern that fits determines the order of day and month
  const fitting = format !== undefined && formats.includes(format) ? format : formats[0];
  const isClear = fitting === format || new Set(formats.map((one) => readMoment(text.trim(), one))).size === 1;
  const read = fitting !== undefined && isClear ? readMoment(text.trim(), fitting) : undefined;
  return read?.includes('-') ? read.replace('T', ' ').replace(/ 00:00:00$/, '') : undefined;
}

function inLocalTime(canonical: string): string | undefined {
  const [, year, month, day, hour, minute, second, sign, ahead, past] = zonedMoment.exec(canonical) ?? [];
  if (year === undefined) return undefined;
  const offset = sign === undefined ? 0 : (Number(ahead) * 60 + Number(past)) * (sign === '-' ? -1 : 1);
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute) - offset,
    Number(second),
  );
  return Number.isNaN(utc) ? undefined : localText(new Date(utc));
}

/** Formats local time: `2031-12-24 14:30:00`. */
export function localText(moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
}

/**
 * Compares moments as precisely as `typed` is: 2031-12-24 10:30 equals 2031-12-24 if only the day was typed, and any
 * day of 2031 equals 2031.
 */
export function compareToTyped(moment: string, typed: string): number {
  const full = moment.length === 10 && typed.length > 10 ? `${moment} 00:00:00` : moment;
  return compareTexts(full.slice(0, typed.length), typed);
}

/** Like `momentOf`, for a typed value: also accepts a year, a month, and a time without seconds. */
export function typedMoment(text: string, field: Pick<ConditionField, 'kind' | 'format'>): string | undefined {
  const typed = text.trim();
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(typed)) return typed;
  const read = momentOf(typed, field);
  if (read === undefined || !isDay(read.slice(0, 10))) return undefined;
  const [, seconds] = /\d:\d\d(:\d\d)?/.exec(typed) ?? [];
  // a typed midnight is a time of day
  const full = typed.includes(':') && read.length === 10 ? `${read} 00:00:00` : read;
  return seconds === undefined ? full.slice(0, 16) : full;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export function timeOf(text: string): string | undefined {
  return fieldKinds.time.canonicalText?.(text);
}
