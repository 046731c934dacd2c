import { t } from '@vscode/l10n';
import { trimTrailing } from '../trim.ts';

/** What depends on the kind of a field. A kind is one entry here and its control in the page. */
export interface FieldKindTraits {
  /** One text for all ways to write the same value; undefined for what is none of its kind. Without it, values are compared as they are written. */
  readonly canonicalText?: (text: string) => string | undefined;
  /** How a service may write that there is none, beside null and an empty text. */
  readonly noValue?: RegExp;
  /** Several values in no order, as a list or as one text with commas. */
  readonly isSet?: true;
  /** The value is one of the options of its field, or several of them. */
  readonly hasChoices?: true;
  /** Free text: a service may store it without some of its spaces, and a list may cut it. */
  readonly isFreeText?: true;
  /** No form shows it. */
  readonly isHidden?: true;
  /** What was sent cannot be read again. */
  readonly isWriteOnly?: true;
  /** A value inside the value. */
  readonly isStructure?: true;
  /** How a column shows, filters and takes such values; as texts without it. */
  readonly column?: 'number' | 'date' | 'dateTime' | 'time' | 'boolean';
  /** What makes a value secret; such a name where nothing is said. */
  readonly secret?: 'always' | 'never' | 'byNameOfNumber';
  /** What its JSON may be. */
  readonly schema: 'plain' | 'numeric' | 'choice' | 'choices' | 'boolean' | 'anything';
  /** What the schema says about its JSON. */
  readonly schemaNote?: () => string;
  /** It takes a text, a number, true, false or null, and no structure. */
  readonly isPlainValue?: true;
  /** Why neither a cell nor bulk work can set it. */
  readonly whyOnlyInForm?: (label: string) => string;
  /** Why only a person can set it. */
  readonly whyOnlyByHand?: (label: string) => string;
  /** What bulk work can do to it, in the order in which it is offered. */
  readonly bulkOperations?: readonly ('set' | 'clear' | 'replace' | 'add')[];
  /** What a cell of a file means, where people write it otherwise than the service. */
  readonly importedText?: (text: string, options: readonly FieldOption[]) => string;
}

/** How a database may write that there is no date. */
const noDay = /^0000-00-00(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;

const traits = {
  hidden: { schema: 'plain', isHidden: true },
  password: {
    schema: 'plain',
    schemaNote: () => t('Leave it empty to keep the old one.'),
    isPlainValue: true,
    isWriteOnly: true,
    secret: 'always',
    whyOnlyInForm: (label) => t('“{0}” is a password. Open the record to change it.', label),
    whyOnlyByHand: (label) => t('“{0}” is a password, which a person types in the form.', label),
  },
  file: {
    schema: 'anything',
    schemaNote: () => t('A file: choose it in the form.'),
    isWriteOnly: true,
    secret: 'never',
    whyOnlyInForm: (label) => t('“{0}” is a file. Open the record to change it.', label),
    whyOnlyByHand: (label) => t('“{0}” takes a file, which a person chooses in the form.', label),
  },
  longText: {
    schema: 'plain',
    isPlainValue: true,
    isFreeText: true,
    bulkOperations: ['set', 'replace', 'clear'],
  },
  dateTime: {
    canonicalText: (text) => canonicalMoment(text, false),
    noValue: noDay,
    column: 'dateTime',
    secret: 'never',
    schema: 'plain',
    isPlainValue: true,
  },
  date: {
    canonicalText: (text) => canonicalMoment(text, true),
    noValue: noDay,
    column: 'date',
    secret: 'never',
    schema: 'plain',
    isPlainValue: true,
  },
  time: {
    canonicalText: (text) => canonicalTime(text.trim()),
    column: 'time',
    secret: 'never',
    schema: 'plain',
    isPlainValue: true,
  },
  choices: {
    isSet: true,
    hasChoices: true,
    secret: 'never',
    schema: 'choices',
  },
  boolean: {
    column: 'boolean',
    secret: 'never',
    schema: 'boolean',
    schemaNote: () => t('1 for yes, 0 for no.'),
    isPlainValue: true,
    importedText: (text) => parseBoolean(text) ?? text,
  },
  reference: {
    secret: 'never',
    schema: 'numeric',
  },
  choice: {
    hasChoices: true,
    secret: 'never',
    schema: 'choice',
    isPlainValue: true,
    importedText: (text, options) => chosenByLabel(text, options) ?? text,
  },
  number: {
    canonicalText: canonicalNumber,
    column: 'number',
    secret: 'byNameOfNumber',
    schema: 'numeric',
    isPlainValue: true,
    bulkOperations: ['set', 'add', 'clear'],
  },
  text: { schema: 'plain', isPlainValue: true, isFreeText: true, bulkOperations: ['set', 'replace', 'clear'] },
  // rows of a sub-table, an object: no single control holds it without damage, so it is JSON
  nested: {
    schema: 'anything',
    isStructure: true,
    whyOnlyInForm: (label) => t('“{0}” holds several values. Open the record to change it.', label),
  },
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
