import type { ColumnKind } from '../../model/list/recordPage.ts';

/** How a value is read by a person. */
export interface FormattedCell {
  readonly text: string;
  /** What the screen reader says, where the text is a sign. */
  readonly label?: string;
  /** What hovering shows, where the text is not the whole value as the service has it. */
  readonly title?: string;
}

const mostTitle = 2_000;
const mostText = 500;
const plainNumber = /^([+-]?)(0|[1-9]\d*)(\.\d+)?$/;
const plainDate = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/;
const zonedDate = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** A day as a service writes it that knows only moments: in another zone it would become the day before. */
const dayAlone = /^(\d{4}-\d{2}-\d{2})[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const day = { year: 'numeric', month: '2-digit', day: '2-digit', numberingSystem: 'latn' } as const;
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const yes = new Set(['1', 'true', 'yes', 'y', 't']);
const no = new Set(['0', 'false', 'no', 'n', 'f']);

/** Values as the reader's locale writes them, without a digit changed or a moment moved. */
export class CellFormatter {
  readonly #integers: Intl.NumberFormat;
  readonly #decimalSign: string;
  readonly #locale: string;
  /** Made when there is something to write: they take their time. */
  #date: Intl.DateTimeFormat | undefined;
  #dateTime: Intl.DateTimeFormat | undefined;
  #zonedDateTime: Intl.DateTimeFormat | undefined;
  readonly #yes: string;
  readonly #no: string;

  constructor(locale: string, words: { readonly yes: string; readonly no: string }) {
    this.#integers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
    const parts = this.#integers.formatToParts(1.5);
    this.#decimalSign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
    this.#locale = locale;
    this.#yes = words.yes;
    this.#no = words.no;
  }

  format(value: string, kind: ColumnKind, isIdentifier: boolean): FormattedCell {
    if (kind === 'number') return { text: isIdentifier ? value : this.number(value) };
    if (kind === 'date') return this.#moment(value, dayAlone.exec(value)?.[1]);
    if (kind === 'dateTime') return this.#moment(value);
    if (kind === 'boolean') return this.#truth(value);
    return line(value);
  }

  /** Grouped as the locale groups; anything that is not a plain number stays as it is. */
  number(value: string): string {
    const [, sign, whole, fraction] = plainNumber.exec(value) ?? [];
    if (whole === undefined) return value;
    const grouped = whole.length > 3 ? this.#integers.format(whole.length > 15 ? BigInt(whole) : Number(whole)) : whole;
    return `${sign === '-' ? '−' : ''}${grouped}${fraction ? this.#decimalSign + fraction.slice(1) : ''}`;
  }

  #moment(value: string, shown = value): FormattedCell {
    const text = this.#momentText(shown);
    return text === undefined ? line(value) : { text, title: value };
  }

  /** A moment without a zone is shown as it is written; only one with a zone can be told in the reader's. */
  #momentText(value: string): string | undefined {
    if (zonedDate.test(value)) {
      const moment = new Date(value.replace(' ', 'T'));
      if (Number.isNaN(moment.getTime())) return undefined;
      this.#zonedDateTime ??= new Intl.DateTimeFormat(this.#locale, { ...day, ...time });
      return this.#zonedDateTime.format(moment);
    }
    const [, year, month, date, hour, minute, second] = plainDate.exec(value) ?? [];
    if (year === undefined || month === undefined || date === undefined) return undefined;
    const moment = new Date(`${year}-${month}-${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`);
    // February 30 would become a day of March
    if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(date)) return undefined;
    if (hour === undefined) {
      this.#date ??= new Intl.DateTimeFormat(this.#locale, { ...day, timeZone: 'UTC' });
      return this.#date.format(moment);
    }
    this.#dateTime ??= new Intl.DateTimeFormat(this.#locale, { ...day, ...time, timeZone: 'UTC' });
    return this.#dateTime.format(moment);
  }

  #truth(value: string): FormattedCell {
    const word = value.toLowerCase();
    if (yes.has(word)) return { text: '✓', label: this.#yes, title: value };
    if (no.has(word)) return { text: '✗', label: this.#no, title: value };
    return line(value);
  }
}

/** Many lines in one; the rest is for the title. */
function line(value: string): FormattedCell {
  const isLong = value.length > mostText;
  if (!isLong && !/[\n\r\t]/.test(value)) return value.length > 20 ? { text: value, title: value } : { text: value };
  const text = value.slice(0, mostText).replaceAll(/[\n\r\t]+/g, ' ') + (isLong ? '…' : '');
  return { text, title: value.length > mostTitle ? `${value.slice(0, mostTitle)}…` : value };
}
