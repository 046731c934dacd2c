import { t } from '@vscode/l10n';

/*
 * The service's date and time notation isn't documented. A pattern such as `DD/MM/YYYY HH:mm` is derived from stored
 * values; if day and month are ambiguous, nothing is guessed.
 */

export type MomentKind = 'date' | 'dateTime' | 'time';

export function isMomentKind(kind: string): kind is MomentKind {
  return kind === 'date' || kind === 'dateTime' || kind === 'time';
}

export interface MomentNotation {
  /** The pattern of the values. */
  readonly format?: string;
  /** An ambiguous value, such as 05/06/2031. */
  readonly example?: string;
}

interface MomentField {
  readonly kind: string;
  readonly label?: string;
  readonly notation?: MomentNotation;
}

const usualFormats: Readonly<Record<MomentKind, string>> = {
  date: 'YYYY-MM-DD',
  dateTime: 'YYYY-MM-DD HH:mm:ss',
  time: 'HH:mm:ss',
};

const longest = 50;
const yearFirst = /^(\d{4})([-/.])(\d{1,2})([-/.])(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4})$/;
const clock = /^(\d{1,2}):(\d{2})(:\d{2}(?:\.(0{1,9}))?)?(?:( ?)([AP]M|[ap]m))?$/;

/** Returns the patterns that a text may use, likeliest first; empty if it is neither a date nor a time. */
export function momentFormats(text: string): string[] {
  if (text.length > longest) return [];
  const [date = '', between = '', time = ''] = text.trim().split(/(T| |, )(.*)/, 3);
  const formats = date.includes(':')
    ? clockFormats(text.trim())
    : between === ''
      ? dayFormats(date)
      : dayFormats(date).flatMap((day) => clockFormats(time).map((one) => `${day}${between}${one}`));
  return formats.filter((format) => readMoment(text.trim(), format) !== undefined);
}

/** Parses seconds or milliseconds since 1970. Requires nine digits or more, because 20311224 is a date. */
export function isoOfTimestamp(text: string): string | undefined {
  const [digits] = /^(?:\d{9,10}|\d{12,13})$/.exec(text) ?? [];
  return digits === undefined ? undefined : new Date(Number(digits) * (digits.length > 10 ? 1 : 1_000)).toISOString();
}

function dayFormats(text: string): string[] {
  if (/^\d{8}$/.test(text)) return ['YYYYMMDD'];
  const [, year, mark = '', month = '', after, day = ''] = yearFirst.exec(text) ?? [];
  if (year !== undefined && mark === after)
    return padded(month, day).map((one) => ['YYYY', one('M'), one('D')].join(mark));
  const [, first = '', sign = '', second = '', sameSign, last] = yearLast.exec(text) ?? [];
  if (last === undefined || sign !== sameSign) return [];
  return padded(first, second).flatMap((one) => [
    [one('D'), one('M'), 'YYYY'].join(sign),
    // with dots the day comes first
    ...(sign === '.' ? [] : [[one('M'), one('D'), 'YYYY'].join(sign)]),
  ]);
}

/** Whether numbers below ten have a leading zero, as far as these numbers show it. */
function padded(...numbers: readonly string[]): ((token: string) => string)[] {
  const [two, one] = [(token: string) => token + token, (token: string) => token];
  if (numbers.some((number) => number.length === 1)) return [one];
  return numbers.some((number) => number.startsWith('0')) ? [two] : [two, one];
}

function clockFormats(text: string): string[] {
  const [, hour, , seconds, fraction, space = '', half] = clock.exec(text) ?? [];
  if (hour === undefined) return [];
  const end = `:mm${seconds === undefined ? '' : `:ss${fraction === undefined ? '' : `.${fraction}`}`}`;
  const suffix = half === undefined ? '' : `${space}${half === half.toUpperCase() ? 'A' : 'a'}`;
  return padded(hour).map((one) => `${one(half === undefined ? 'H' : 'h')}${end}${suffix}`);
}

/** Picks one pattern; undefined if they disagree about the month's position. */
function oneFormat(formats: readonly string[], preferred: string | undefined): string | undefined {
  if (preferred !== undefined && formats.includes(preferred)) return preferred;
  const order = preferred === undefined ? undefined : dayOrder(preferred);
  const fitting = formats.filter((format) => dayOrder(format) === order);
  const left = fitting.length > 0 ? fitting : formats;
  return new Set(left.map(dayOrder)).size === 1 ? left[0] : undefined;
}

/** Determined by the first part: a pattern is year-month-day, day-month-year or month-day-year. */
function dayOrder(format: string): string {
  return /[YMD]/.exec(format)?.[0] ?? '';
}

/** The notation that several values have in common. */
export function momentNotation(texts: readonly string[], kind: MomentKind): MomentNotation | undefined {
  let known: string[] | undefined;
  let example: string | undefined;
  for (const text of texts) {
    const formats = momentFormats(text).flatMap((format) => formatOfKind(format, kind) ?? []);
    if (formats.length === 0) continue;
    const both: string[] | undefined = known?.filter((format) => formats.includes(format));
    // values with different patterns reveal none
    if (both?.length === 0) return { example: text };
    known = both ?? formats;
    example = text;
  }
  if (!known) return undefined;
  const format = oneFormat(known, undefined);
  return format === undefined ? { ...(example !== undefined && { example }) } : { format };
}

/** True if a text surely has this pattern, which must pad its numbers: those without zeros have others, too. */
export function hasPaddedFormat(text: string, format: string): boolean {
  return !/(?<!M)M(?!M)|(?<!D)D(?!D)|(?<!H)H(?!H)|(?<!h)h(?!h)/.test(format) && readMoment(text, format) !== undefined;
}

/** A date may include midnight; a date-time without a time doesn't reveal the time format. */
function formatOfKind(format: string, kind: MomentKind): string | undefined {
  const [hasDay, hasTime] = [format.includes('YYYY'), format.includes('mm')];
  if (kind === 'time') return hasDay ? undefined : format;
  if (!hasDay) return undefined;
  if (kind === 'dateTime') return hasTime ? format : undefined;
  return hasTime ? format.split(/T| |, /, 1)[0] : format;
}

/** Combines the connection's date pattern with the observed time pattern. */
export function withDayFormat({ format }: MomentNotation, kind: MomentKind, day: string): MomentNotation {
  if (kind === 'time') return format === undefined ? {} : { format };
  if (kind === 'date') return { format: day };
  const [, time = ' HH:mm:ss'] = /^[^T ,]*((?:T| |, ).*)$/.exec(format ?? '') ?? [];
  return { format: `${day}${time}` };
}

/** Returns the pattern of a field's value, or of other values if it is empty. Undefined if ambiguous. */
export function momentFormat({ kind, notation }: MomentField, text: string): string | undefined {
  if (text !== '') return oneFormat(momentFormats(text), notation?.format);
  if (notation?.format !== undefined || notation?.example !== undefined) return notation.format;
  return isMomentKind(kind) ? usualFormats[kind] : undefined;
}

/** The text to store, or a sentence that says why there is none. */
export type WrittenMoment =
  | { readonly value: string; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** Converts a date or time from another source to the field's pattern. `near`: other values from that source. */
export function writtenMoment(
  field: MomentField & { readonly label: string },
  before: string,
  text: string,
  near: readonly string[] = [],
): WrittenMoment {
  const formats = momentFormats(text);
  const isReadable = before !== '' && (momentFormats(before).length > 0 || isoOfTimestamp(before) !== undefined);
  const example = isReadable ? before : (field.notation?.example ?? '');
  const isTimestamp = field.kind !== 'time' && isoOfTimestamp(example) !== undefined;
  // leave unparsable text to the service, and also the first value of a field
  if (formats.length === 0 || (!isReadable && field.notation === undefined)) return { value: text };
  const format = isTimestamp ? usualFormats.dateTime : momentFormat(field, isReadable ? before : '');
  if (format === undefined) {
    if (shapeOf(example) === shapeOf(text)) return { value: text };
    return {
      problem: t(
        'Could not determine from the values of “{0}” which number in {1} is the month. Set “Date format” with Edit Connection.',
        field.label,
        example,
      ),
    };
  }
  if (!isTimestamp && formats.includes(format)) return { value: text };
  const kind = isMomentKind(field.kind) ? field.kind : 'date';
  const meant = oneFormat(formats, momentNotation(near, kind)?.format);
  if (meant === undefined)
    return { problem: t('“{0}” could be two different days. Write it as {1}.', text, exampleIn(format)) };
  const read = readMoment(text.trim(), meant) ?? '';
  if (isTimestamp) {
    // without a time, JavaScript reads a day as UTC, as a date is shown
    const local = kind === 'dateTime' && !read.includes('T') ? `${read}T00:00:00` : read;
    return { value: String(Date.parse(local) / (example.length > 10 ? 1 : 1_000)) };
  }
  const isCut = !format.includes('mm') && read.includes('T') && !read.endsWith('T00:00:00');
  return { value: isCut ? text : writeMoment(read, format) };
}

function exampleIn(format: string): string {
  return writeMoment('2031-12-24T14:30:00', format);
}

function shapeOf(text: string): string {
  return text.replaceAll(/\d+/g, '9');
}

const token = /YYYY|MM?|DD?|HH?|hh?|mm|ss|[Aa]/g;

/** A token of a pattern, in its long form, and the literal text before it. The last one has no token. */
interface Step {
  readonly literal: string;
  readonly part: string;
  readonly value: RegExp;
}

/** Caches parsed patterns: there are only a few dozen, and every date is tried with several of them. */
const steps = new Map<string, readonly Step[]>();

function stepsOf(format: string): readonly Step[] {
  const known = steps.get(format);
  if (known) return known;
  let end = 0;
  const made = [...format.matchAll(token), { 0: '', index: format.length }].map(({ 0: part, index }): Step => {
    const literal = format.slice(end, index);
    end = index + part.length;
    const isShort = part.length === 1 && part.toLowerCase() !== 'a';
    return { literal, part: isShort ? part + part : part, value: valueOf(part) };
  });
  steps.set(format, made);
  return made;
}

function valueOf(part: string): RegExp {
  if (part === 'A') return /^[AP]M/;
  if (part === 'a') return /^[ap]m/;
  return part === '' ? /^/ : part.length === 4 ? /^\d{4}/ : part.length === 2 ? /^\d{2}/ : /^\d{1,2}/;
}

/** Splits a text by the tokens of a pattern; returns undefined if it doesn't match. */
function partsIn(text: string, format: string): Map<string, string> | undefined {
  const parts = new Map<string, string>();
  let at = 0;
  for (const { literal, part, value } of stepsOf(format)) {
    if (!text.startsWith(literal, at)) return undefined;
    at += literal.length;
    const found = value.exec(text.slice(at))?.[0];
    if (found === undefined) return undefined;
    at += found.length;
    parts.set(part, found);
  }
  return at === text.length ? parts : undefined;
}

/**
 * Converts to the format of an HTML input: `2031-12-24`, `2031-12-24T14:30:00` or `14:30:00`. Undefined for an invalid
 * date or time.
 */
export function readMoment(text: string, format: string): string | undefined {
  const part = partsIn(text, format);
  if (!part) return undefined;
  const two = (key: string): string => (part.get(key) ?? '00').padStart(2, '0');
  const half = (part.get('A') ?? part.get('a'))?.toLowerCase();
  const hour = half === undefined ? two('HH') : halfHour(two('hh'), half);
  const time = part.has('mm') ? `${hour}:${two('mm')}:${two('ss')}` : '';
  if (time !== '' && !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return undefined;
  const year = part.get('YYYY');
  if (year === undefined) return time;
  const day = `${year}-${two('MM')}-${two('DD')}`;
  if (!isDay(day)) return undefined;
  return time === '' ? day : `${day}T${time}`;
}

/** 12 AM is `00`; hours out of range return an invalid text, which the caller rejects. */
function halfHour(hour: string, half: string): string {
  const number = Number(hour);
  if (number < 1 || number > 12) return 'no';
  return String((number % 12) + (half === 'pm' ? 12 : 0)).padStart(2, '0');
}

export function writeMoment(native: string, format: string): string {
  const [day = '', time = ''] = native.includes(':') && !native.includes('T') ? ['', native] : native.split('T');
  const [year = '', month = '01', date = '01'] = day.split('-');
  const [hour = '00', minute = '00', second = '00'] = time === '' ? [] : time.split(':');
  const plain = (number: string): string => String(Number(number));
  const half = Number(hour) < 12 ? 'am' : 'pm';
  const twelve = String(Number(hour) % 12 || 12);
  const written: Readonly<Record<string, string>> = {
    YYYY: year,
    MM: month,
    M: plain(month),
    DD: date,
    D: plain(date),
    HH: hour,
    H: plain(hour),
    hh: twelve.padStart(2, '0'),
    h: twelve,
    mm: minute,
    ss: second.slice(0, 2),
    A: half.toUpperCase(),
    a: half,
  };
  return format.replaceAll(token, (part) => written[part] ?? part);
}

/** Rejects dates such as February 30, and the year 0, which HTML inputs don't support. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  // `Date.UTC` maps years below 100 to the 1900s
  return day <= new Date(Date.UTC(year < 100 ? year + 2000 : year, month, 0)).getUTCDate();
}
