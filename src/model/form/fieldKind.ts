import { trimTrailing } from '../trim.ts';

/** What depends on the kind of a field. A kind is one entry here and its control in the page. */
export interface FieldKindTraits {
  /** One text for all ways to write the same value; undefined for what is none of its kind. Without it, values are compared as they are written. */
  readonly canonicalText?: (text: string) => string | undefined;
  /** How a service may write that there is none, beside null and an empty text. */
  readonly noValue?: RegExp;
  /** Several values in no order, as a list or as one text with commas. */
  readonly isSet?: true;
  /** What its JSON may be. */
  readonly schema: 'plain' | 'numeric' | 'choice' | 'choices' | 'boolean' | 'anything';
  /** It takes a text, a number, true, false or null, and no structure. */
  readonly isPlainValue?: true;
  /** What bulk work can do to it, in the order in which it is offered. */
  readonly bulkOperations?: readonly ('set' | 'clear' | 'replace' | 'add')[];
  /** What a cell of a file means, where people write it otherwise than the service. */
  readonly importedText?: (text: string, options: readonly FieldOption[]) => string;
}

/** How a database may write that there is no date. */
const noDay = /^0000-00-00(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;

const traits = {
  hidden: { schema: 'plain' },
  password: { schema: 'plain', isPlainValue: true },
  file: {
    schema: 'anything',
  },
  longText: {
    schema: 'plain',
    isPlainValue: true,
    bulkOperations: ['set', 'replace', 'clear'],
  },
  dateTime: {
    canonicalText: (text) => canonicalMoment(text, false),
    noValue: noDay,
    schema: 'plain',
    isPlainValue: true,
  },
  date: {
    canonicalText: (text) => canonicalMoment(text, true),
    noValue: noDay,
    schema: 'plain',
    isPlainValue: true,
  },
  time: {
    canonicalText: (text) => canonicalTime(text.trim()),
    schema: 'plain',
    isPlainValue: true,
  },
  choices: {
    isSet: true,
    schema: 'choices',
  },
  boolean: {
    schema: 'boolean',
    isPlainValue: true,
    importedText: (text) => parseBoolean(text) ?? text,
  },
  reference: {
    schema: 'numeric',
  },
  choice: {
    schema: 'choice',
    isPlainValue: true,
    importedText: (text, options) => chosenByLabel(text, options) ?? text,
  },
  number: {
    canonicalText: canonicalNumber,
    schema: 'numeric',
    isPlainValue: true,
    bulkOperations: ['set', 'add', 'clear'],
  },
  text: { schema: 'plain', isPlainValue: true, bulkOperations: ['set', 'replace', 'clear'] },
  // a value inside the value (rows of a sub-table, an object): no single control holds it without damage, so it is JSON
  nested: { schema: 'anything' },
} as const satisfies Record<string, FieldKindTraits>;

export type FieldKind = keyof typeof traits;

export const fieldKinds: Readonly<Record<FieldKind, FieldKindTraits>> = traits;

/** What a text field is expected to hold; it stays a text field. */
export type TextFormat = 'email' | 'url' | 'phone';

/** One thing to choose. The value is what is sent. */
export interface FieldOption {
  readonly value: string;
  readonly text: string;
  readonly group?: string;
}

/** Digit by digit: a computer's numbers end at 2^53. */
function canonicalNumber(text: string): string | undefined {
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const [above, below] = [whole.replace(/^0+(?=\d)/, ''), trimTrailing(fraction, /0/)];
  const digits = below === '' ? above : `${above}.${below}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** With dots the day comes first; with slashes that is clear only where the other number could be no month. */
function canonicalMoment(text: string, isDay: boolean): string | undefined {
  const [, day, dotted, slashed, rest = ''] =
    /^(?:(\d{4}[-/]\d{1,2}[-/]\d{1,2})|(\d{1,2}\.\d{1,2}\.\d{4})|(\d{1,2}[-/]\d{1,2}[-/]\d{4}))(?:(?:[T ]|, )(.*))?$/.exec(
      text.trim(),
    ) ?? [];
  const parts = day?.split(/[-/]/) ?? dotted?.split('.').toReversed() ?? yearFirst(slashed?.split(/[-/]/) ?? []);
  const time = rest === '' ? '00:00:00' : canonicalTime(rest);
  if (!parts || time === undefined) return undefined;
  const date = parts.map((part) => part.padStart(2, '0')).join('-');
  // midnight is how a database writes a day without a time
  return /^00:00:00(Z|[+-]\d{4})?$/.test(time) && (isDay || time.length === 8) ? date : `${date} ${time}`;
}

function yearFirst([one = '', other = '', year = '']: readonly string[]): string[] | undefined {
  if (Number(one) > 12 || Number(one) === Number(other)) return year === '' ? undefined : [year, other, one];
  return Number(other) > 12 ? [year, one, other] : undefined;
}

function canonicalTime(text: string): string | undefined {
  const [, hour, minute, second = '00', fraction = '', zone = ''] =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d*))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const below = trimTrailing(fraction, /0/);
  const offset = /^(z|[+-]00:?00)$/i.test(zone) ? 'Z' : zone.replace(':', '');
  return `${hour.padStart(2, '0')}:${minute}:${second}${below === '' ? '' : `.${below}`}${offset}`;
}

function parseBoolean(text: string): string | undefined {
  const truth = truthOf(text);
  return truth === undefined ? undefined : truth ? '1' : '0';
}

const [yes, no] = [new Set(['1', 'true', 'yes', 'y', 't', 'on']), new Set(['0', 'false', 'no', 'n', 'f', 'off'])];

/** Undefined for what is neither yes nor no. */
export function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** People write what they read. */
function chosenByLabel(text: string, options: readonly FieldOption[]): string | undefined {
  if (options.some(({ value }) => value === text)) return text;
  const named = options.filter((option) => option.text.toLowerCase() === text.trim().toLowerCase());
  return named.length === 1 ? named[0]?.value : undefined;
}
