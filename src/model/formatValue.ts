import { t } from '@vscode/l10n';
import { optionText } from './form/choices.ts';
import { type FieldKind, fieldKinds, truthOf } from './form/fieldKind.ts';
import { type FormValue, scalarText } from './form/fieldValue.ts';
import type { RecordField } from './form/formElement.ts';
import { isoOfTimestamp } from './form/moment.ts';
import type { FieldValue } from './form/value.ts';
import { numberLocale } from './formatNumber.ts';
import { decimalsIn } from './list/columnDecimals.ts';
import type { ColumnKind } from './list/recordPage.ts';

/*
 * Display format of values everywhere: tables, forms, headings, cards, previews, sentences. Editing, comparing and
 * sending use the service's notation.
 */

const plainNumber = /^([+-]?)(0|[1-9]\d*)(\.\d+)?$/;
const plainDate = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/;
const zonedDate = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/**
 * A date written as midnight by a service that only has timestamps: converting the time zone could move it to the
 * previous day.
 */
const dayAlone = /^(\d{4}-\d{2}-\d{2})[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
/** A time of day; more than 24 hours is a duration. */
const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/;
const day = { year: 'numeric', month: '2-digit', day: '2-digit', numberingSystem: 'latn' } as const;
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Formats numbers and dates for a locale without rounding or time shifts. */
export class ValueFormatter {
  readonly locale: string;
  readonly #integers: Intl.NumberFormat;
  readonly #decimalSign: string;
  /** Created lazily, because they are slow to create. */
  #date: Intl.DateTimeFormat | undefined;
  #dateTime: Intl.DateTimeFormat | undefined;
  #zonedDateTime: Intl.DateTimeFormat | undefined;
  #time: Intl.DateTimeFormat | undefined;
  #timeToMinute: Intl.DateTimeFormat | undefined;

  constructor(locale: string) {
    this.locale = locale;
    this.#integers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
    const parts = this.#integers.formatToParts(1.5);
    this.#decimalSign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  }

  /** Groups digits by locale and pads to `decimals`; anything but a plain number is returned unchanged. */
  number(value: string, decimals = 0): string {
    const [, sign, whole, fraction] = plainNumber.exec(value) ?? [];
    if (whole === undefined) return value;
    const grouped = whole.length > 3 ? this.#integers.format(whole.length > 15 ? BigInt(whole) : Number(whole)) : whole;
    const digits = (fraction ?? '').slice(1).padEnd(decimals, '0');
    return `${sign === '-' ? '−' : ''}${grouped}${digits && this.#decimalSign + digits}`;
  }

  /** Returns undefined if the value isn't a date or time, and an empty text for a placeholder such as 0000-00-00. */
  moment(written: string, kind: 'date' | 'dateTime' | 'time'): string | undefined {
    if (kind === 'time') return this.#timeText(written);
    const value = isoOfTimestamp(written) ?? written;
    if (fieldKinds[kind].noValue?.test(value)) return '';
    return this.#momentText(kind === 'date' ? (dayAlone.exec(value)?.[1] ?? value) : value);
  }

  /** Includes seconds only if present. */
  #timeText(value: string): string | undefined {
    const [, hour, minute, second] = timeOfDay.exec(value) ?? [];
    if (hour === undefined) return undefined;
    const moment = new Date(Date.UTC(2000, 0, 1, Number(hour), Number(minute), Number(second ?? 0)));
    const { second: _, ...toMinute } = time;
    const written = { numberingSystem: 'latn', timeZone: 'UTC' } as const;
    if (second === undefined) {
      this.#timeToMinute ??= new Intl.DateTimeFormat(this.locale, { ...toMinute, ...written });
      return this.#timeToMinute.format(moment);
    }
    this.#time ??= new Intl.DateTimeFormat(this.locale, { ...time, ...written });
    return this.#time.format(moment);
  }

  /** A timestamp without a time zone is shown as written; one with a zone is converted to local time. */
  #momentText(value: string): string | undefined {
    if (zonedDate.test(value)) {
      const moment = new Date(value.replace(' ', 'T'));
      if (Number.isNaN(moment.getTime())) return undefined;
      this.#zonedDateTime ??= new Intl.DateTimeFormat(this.locale, { ...day, ...time });
      return this.#zonedDateTime.format(moment);
    }
    const [, year, month, date, hour, minute, second] = plainDate.exec(value) ?? [];
    if (year === undefined || month === undefined || date === undefined) return undefined;
    const moment = new Date(`${year}-${month}-${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`);
    // February 30 would roll over to March
    if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(date)) return undefined;
    if (hour === undefined) {
      this.#date ??= new Intl.DateTimeFormat(this.locale, { ...day, timeZone: 'UTC' });
      return this.#date.format(moment);
    }
    this.#dateTime ??= new Intl.DateTimeFormat(this.locale, { ...day, ...time, timeZone: 'UTC' });
    return this.#dateTime.format(moment);
  }
}

let current: ValueFormatter | undefined;

function formatter(): ValueFormatter {
  const locale = numberLocale();
  if (current?.locale !== locale) current = new ValueFormatter(locale);
  return current;
}

/** True for an id column: its numbers are neither grouped nor summed. */
export function isIdentifier(name: string): boolean {
  return /(^|[._])id$/i.test(name);
}

function isTimestamp(name: string): boolean {
  return /(^|[._])(created|modified|updated|deleted)(_(at|on|date|time))?$/i.test(name);
}

/** Formats one plain value by the kind and name of its field or column; pads a number to `decimals`. */
export function formatText(value: string, kind: FieldKind | ColumnKind, name: string, decimals = 0): string {
  if (kind === 'number') return isIdentifier(name) ? value : formatter().number(value, decimals);
  if (kind === 'date' || kind === 'dateTime' || kind === 'time') return formatter().moment(value, kind) ?? value;
  if (kind === 'boolean') return truthText(value);
  // a service may declare its timestamps as text
  return kind === 'text' && isTimestamp(name) ? (formatter().moment(value, 'dateTime') ?? value) : value;
}

/** The properties of a field needed to format its value. */
export type ShownField = Pick<RecordField, 'kind' | 'options'> & Partial<Pick<RecordField, 'at'>>;

/** Formats a field's value on one line; pads a number to `decimals`. Empty for an empty value. */
export function formatValue(field: ShownField, value: FieldValue, decimals = 0): string {
  const text = shownText(field, value, decimals);
  return field.kind === 'password' && value.kind !== 'file' && text !== '' ? '••••••' : text;
}

function shownText(field: ShownField, value: FieldValue, decimals: number): string {
  const { kind, options, at } = field;
  const formatted = (text: string): string => formatText(text, kind, at?.at(-1) ?? '', decimals);
  switch (value.kind) {
    case 'empty':
      return '';
    case 'file':
      return value.name;
    case 'reference':
      if (value.id === '') return '';
      return options.find((option) => option.value === value.id)?.text || value.text || formatted(value.id);
    case 'choices':
      return value.chosen.map((one) => optionText(field, one)).join(', ');
    case 'choice':
      return optionText(field, value.text);
    case 'boolean':
      return value.isYes ? t('Yes') : t('No');
    case 'rows':
    case 'json':
      return JSON.stringify(value.stored);
    default:
      return formatted(value.text);
  }
}

/** Decimal places for values of a field that are shown next to each other. */
export function decimalsOf({ kind }: Pick<ShownField, 'kind'>, ...values: readonly FormValue[]): number {
  return kind === 'number' ? Math.max(...values.map((value) => decimalsIn(scalarText(value)))) : 0;
}

function truthText(text: string): string {
  const truth = truthOf(text);
  return truth === undefined ? text : truth ? t('Yes') : t('No');
}
