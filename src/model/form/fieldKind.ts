import { t } from '@vscode/l10n';
import type { ConditionOperator } from '../list/condition.ts';
import { trimTrailing } from '../trim.ts';

/** Everything that depends on a field's kind. To add a kind, add an entry here and a control in the page. */
export interface FieldKindTraits {
  /**
   * Canonical form of all notations of a value; undefined if unparsable. Without it, values are compared as written.
   */
  readonly canonicalText?: (text: string) => string | undefined;
  /** The canonical form is a decimal number, and orders the values. */
  readonly isOrderedByNumber?: true;
  /** How a service may write an empty value, besides null and an empty text. */
  readonly noValue?: RegExp;
  /** An unordered set of values, as a list or as comma-separated text. */
  readonly isSet?: true;
  /** The value is one or more of the field's options. */
  readonly hasChoices?: true;
  /** Free text: the service may strip whitespace, and a list may truncate it. */
  readonly isFreeText?: true;
  /** No form shows it. */
  readonly isHidden?: true;
  /** The service never returns the value. */
  readonly isWriteOnly?: true;
  /** Contains nested values. */
  readonly isStructure?: true;
  /** How a column shows, filters and edits the value; default: text. */
  readonly column?: 'number' | 'date' | 'dateTime' | 'time' | 'boolean';
  /** When a value is secret; default: by field name. */
  readonly secret?: 'always' | 'never' | 'byNameOfNumber';
  /** Allowed JSON types. */
  readonly schema: 'plain' | 'numeric' | 'choice' | 'choices' | 'boolean' | 'anything';
  /** Hint about the JSON in the schema. */
  readonly schemaNote?: () => string;
  /** Accepts a text, a number, true, false or null, but no structure. */
  readonly isPlainValue?: true;
  /** Why cells and bulk edits can't set it. */
  readonly whyOnlyInForm?: (label: string) => string;
  /** Why only a person, not a tool, can set it. */
  readonly whyOnlyByHand?: (label: string) => string;
  /** Bulk operations, in the order offered. */
  readonly bulkOperations?: readonly ('set' | 'clear' | 'replace' | 'add')[];
  /** Operators of conditions on a column, in the order offered. */
  readonly conditions: readonly ConditionOperator[];
  /** Converts the text of an imported cell, where people write values differently than the service. */
  readonly importedText?: (text: string, options: readonly FieldOption[]) => string;
}

const ofEmptiness = ['isEmpty', 'isNotEmpty'] as const;
const ofParts = ['contains', 'containsNot', 'startsWith', 'endsWith'] as const;
const ofSize = ['greater', 'atLeast', 'less', 'atMost', 'between'] as const;
const ofOrder = ['before', 'after', 'atMost', 'atLeast', 'between'] as const;
const ofChoices = ['is', 'isNot', 'isOneOf', ...ofParts, ...ofEmptiness] as const;
const ofMoments = ['is', 'isNot', ...ofOrder, 'inLast', 'isOneOf', ...ofEmptiness] as const;
/** A service may declare numbers and dates as text. */
const ofText = ['is', 'isNot', ...ofParts, 'isOneOf', ...ofEmptiness, ...ofSize, 'inLast'] as const;

/** How a database may write an empty date. */
const noDay = /^0000-00-00(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;

const traits = {
  hidden: { conditions: ofText, schema: 'plain', isHidden: true },
  password: {
    conditions: [],
    schema: 'plain',
    schemaNote: () => t('Leave empty to keep the old password.'),
    isPlainValue: true,
    isWriteOnly: true,
    secret: 'always',
    whyOnlyInForm: (label) => t('“{0}” is a password. Open the record to change it.', label),
    whyOnlyByHand: (label) => t('“{0}” is a password. The user must enter it in the form.', label),
  },
  file: {
    conditions: [...ofParts, ...ofEmptiness],
    schema: 'anything',
    schemaNote: () => t('A file: choose it in the form.'),
    isWriteOnly: true,
    secret: 'never',
    whyOnlyInForm: (label) => t('“{0}” is a file. Open the record to change it.', label),
    whyOnlyByHand: (label) => t('“{0}” is a file. The user must choose it in the form.', label),
  },
  longText: {
    conditions: ofText,
    schema: 'plain',
    isPlainValue: true,
    isFreeText: true,
    bulkOperations: ['set', 'replace', 'clear'],
  },
  dateTime: {
    conditions: ofMoments,
    canonicalText: (text) => canonicalMoment(text, false),
    noValue: noDay,
    column: 'dateTime',
    secret: 'never',
    schema: 'plain',
    isPlainValue: true,
  },
  date: {
    conditions: ofMoments,
    canonicalText: (text) => canonicalMoment(text, true),
    noValue: noDay,
    column: 'date',
    secret: 'never',
    schema: 'plain',
    isPlainValue: true,
  },
  time: {
    conditions: ['is', 'isNot', ...ofOrder, 'isOneOf', ...ofEmptiness],
    canonicalText: (text) => canonicalTime(text.trim()),
    column: 'time',
    secret: 'never',
    schema: 'plain',
    isPlainValue: true,
  },
  choices: {
    conditions: ofChoices,
    isSet: true,
    hasChoices: true,
    secret: 'never',
    schema: 'choices',
  },
  boolean: {
    conditions: ['is', 'isNot', ...ofEmptiness],
    column: 'boolean',
    secret: 'never',
    schema: 'boolean',
    schemaNote: () => t('1 for yes, 0 for no.'),
    isPlainValue: true,
    importedText: (text) => parseBoolean(text) ?? text,
  },
  reference: {
    conditions: ofChoices,
    secret: 'never',
    schema: 'numeric',
  },
  choice: {
    conditions: ofChoices,
    hasChoices: true,
    secret: 'never',
    schema: 'choice',
    isPlainValue: true,
    importedText: (text, options) => chosenByLabel(text, options) ?? text,
  },
  number: {
    conditions: ['is', 'isNot', ...ofSize, 'isOneOf', 'startsWith', 'contains', ...ofEmptiness],
    canonicalText: canonicalNumber,
    isOrderedByNumber: true,
    column: 'number',
    secret: 'byNameOfNumber',
    schema: 'numeric',
    isPlainValue: true,
    bulkOperations: ['set', 'add', 'clear'],
  },
  text: {
    conditions: ofText,
    schema: 'plain',
    isPlainValue: true,
    isFreeText: true,
    bulkOperations: ['set', 'replace', 'clear'],
  },
  // rows of a sub-table or an object: edited as JSON, because no single control represents it without loss
  nested: {
    conditions: [...ofParts, ...ofEmptiness],
    schema: 'anything',
    isStructure: true,
    whyOnlyInForm: (label) => t('“{0}” contains several values. Open the record to change it.', label),
  },
} as const satisfies Record<string, FieldKindTraits>;

export type FieldKind = keyof typeof traits;

export const fieldKinds: Readonly<Record<FieldKind, FieldKindTraits>> = traits;

/** Expected content of a text field; it stays a text field. */
export type TextFormat = 'email' | 'url' | 'phone';

/** An option of a choice. `value` is what is sent. */
export interface FieldOption {
  readonly value: string;
  readonly text: string;
  readonly group?: string;
}

/** Works on digits: doubles are exact only up to 2^53. */
function canonicalNumber(text: string): string | undefined {
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const [above, below] = [whole.replace(/^0+(?=\d)/, ''), trimTrailing(fraction, /0/)];
  const digits = below === '' ? above : `${above}.${below}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Uses the decimal comma of the stored number. A comma before three digits may group them. */
export function writtenNumber(before: string, text: string): string {
  return /^[+-]?[\d. ]*,(?!\d{3}$)\d+$/.test(before) ? text.replace(/^([^.,]*)\.([^.,]*)$/, '$1,$2') : text;
}

/** With dots, the day comes first; with slashes, day and month are clear only if one number can't be a month. */
function canonicalMoment(text: string, isDay: boolean): string | undefined {
  const [, day, dotted, slashed, rest = ''] =
    /^(?:(\d{4}[-/]\d{1,2}[-/]\d{1,2})|(\d{1,2}\.\d{1,2}\.\d{4})|(\d{1,2}[-/]\d{1,2}[-/]\d{4}))(?:(?:[T ]|, )(.*))?$/.exec(
      text.trim(),
    ) ?? [];
  const parts = day?.split(/[-/]/) ?? dotted?.split('.').toReversed() ?? yearFirst(slashed?.split(/[-/]/) ?? []);
  const time = rest === '' ? '00:00:00' : canonicalTime(rest);
  if (!parts || time === undefined) return undefined;
  const date = parts.map((part) => part.padStart(2, '0')).join('-');
  // databases write a date without a time as midnight
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

/** Returns undefined if the text is neither yes nor no. */
export function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** People write the label they see. */
function chosenByLabel(text: string, options: readonly FieldOption[]): string | undefined {
  if (options.some(({ value }) => value === text)) return text;
  const named = options.filter((option) => option.text.toLowerCase() === text.trim().toLowerCase());
  return named.length === 1 ? named[0]?.value : undefined;
}
