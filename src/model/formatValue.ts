import { t } from '@vscode/l10n';
import { optionText } from './form/choices.ts';
import { type FieldKind, fieldKinds, truthOf } from './form/fieldKind.ts';
import { type FormValue, scalarText } from './form/fieldValue.ts';
import type { RecordField } from './form/formElement.ts';
import { isoOfTimestamp } from './form/moment.ts';
import type { FieldValue } from './form/value.ts';
import { groupDigits, numberLocale, numberSigns } from './formatNumber.ts';
import { decimalsIn } from './list/columnDecimals.ts';
import type { ColumnKind } from './list/recordPage.ts';
import { momentFormatsByLocale, type MomentParts, momentText } from './momentFormat.ts';

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
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const minutes = { hour: '2-digit', minute: '2-digit' } as const;
const seconds = { ...minutes, second: '2-digit' } as const;
const momentParts: Readonly<Record<MomentParts, Intl.DateTimeFormatOptions>> = {
  day,
  dayAndTime: { ...day, ...seconds },
  minutes,
  seconds,
};

/** Formats numbers and dates for a locale without rounding or time shifts. */
export class ValueFormatter {
  readonly locale: string;
  /** Created lazily, because they are slow to create. */
  #integers: Intl.NumberFormat | undefined;
  #decimals: string | undefined;
  readonly #moments = new Map<MomentParts, Intl.DateTimeFormat>();

  constructor(locale: string) {
    this.locale = locale;
  }

  /** Groups digits by locale and pads to `decimals`; anything but a plain number is returned unchanged. */
  number(value: string, decimals = 0): string {
    const [, sign, whole, fraction] = plainNumber.exec(value) ?? [];
    if (whole === undefined) return value;
    const digits = (fraction ?? '').slice(1).padEnd(decimals, '0');
    return `${sign === '-' ? '−' : ''}${this.#grouped(whole)}${digits && this.#decimalSign + digits}`;
  }

  #grouped(digits: string): string {
    if (digits.length <= 3) return digits;
    const [sign] = numberSigns.get(this.locale) ?? [];
    if (sign !== undefined) return groupDigits(digits, sign);
    return this.#intl.format(digits.length > 15 ? BigInt(digits) : Number(digits));
  }

  get #decimalSign(): string {
    this.#decimals ??=
      numberSigns.get(this.locale)?.[1] ??
      this.#intl.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
      '.';
    return this.#decimals;
  }

  get #intl(): Intl.NumberFormat {
    return (this.#integers ??= new Intl.NumberFormat(this.locale, { numberingSystem: 'latn' }));
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
    return this.#shown(moment, second === undefined ? 'minutes' : 'seconds');
  }

  /** A timestamp without a time zone is shown as written; one with a zone is converted to local time. */
  #momentText(value: string): string | undefined {
    if (zonedDate.test(value)) {
      const moment = new Date(value.replace(' ', 'T'));
      if (Number.isNaN(moment.getTime())) return undefined;
      return this.#shown(new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000), 'dayAndTime');
    }
    const [, year, month, date, hour, minute, second] = plainDate.exec(value) ?? [];
    if (year === undefined || month === undefined || date === undefined) return undefined;
    const moment = new Date(`${year}-${month}-${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`);
    // February 30 would roll over to March
    if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(date)) return undefined;
    return this.#shown(moment, hour === undefined ? 'day' : 'dayAndTime');
  }

  /** The moment's time in UTC is the time to show. */
  #shown(moment: Date, shown: MomentParts): string {
    const year = moment.getUTCFullYear();
    const own = momentFormatsByLocale.get(this.locale);
    if (own && year >= 1_000 && year <= 9_999) return momentText(moment, shown, own);
    let format = this.#moments.get(shown);
    if (!format) {
      format = new Intl.DateTimeFormat(this.locale, {
        ...momentParts[shown],
        numberingSystem: 'latn',
        timeZone: 'UTC',
      });
      this.#moments.set(shown, format);
    }
    return format.format(moment);
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
