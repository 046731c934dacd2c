import { trimTrailing } from '../trim.ts';

/** What depends on the kind of a field. A kind is one entry here and its control in the page. */
export interface FieldKindTraits {
  /** What an element may call its control, in small letters and digits. A plain `text` says nothing: the data type may know better. */
  readonly controlNames?: RegExp;
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

/** How MySQL writes that there is no date. */
const noDay = /^0000-00-00(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;

/** The first whose name fits is taken, so the order counts. */
const traits = {
  hidden: { controlNames: /^hidden/, schema: 'plain' },
  password: { controlNames: /password|passphrase/, schema: 'plain', isPlainValue: true },
  file: {
    controlNames: /file|upload|attachment|^(image|photo|picture|avatar|document)(s|picker|input|field)?$/,
    schema: 'anything',
  },
  longText: {
    controlNames: /textarea|longtext|multiline|richtext|wysiwyg|editor|^(html|markdown|memo|notes?|code|json)$/,
    schema: 'plain',
    isPlainValue: true,
    bulkOperations: ['set', 'replace', 'clear'],
  },
  dateTime: {
    controlNames: /datetime|timestamp|dateandtime/,
    canonicalText: (text) => canonicalMoment(text, false),
    noValue: noDay,
    schema: 'plain',
    isPlainValue: true,
  },
  date: {
    controlNames: /^date(picker|input|field|select|box)?$|^calendar|^birthday$/,
    canonicalText: (text) => canonicalMoment(text, true),
    noValue: noDay,
    schema: 'plain',
    isPlainValue: true,
  },
  time: {
    controlNames: /^time(picker|input|field|select|box)?$/,
    canonicalText: (text) => canonicalTime(text.trim()),
    schema: 'plain',
    isPlainValue: true,
  },
  choices: {
    controlNames:
      /multi(ple)?(select|choice|check)|select(multiple|many)|checkboxe?s|checkbox(list|group)|checklist|^tags?$/,
    isSet: true,
    schema: 'choices',
  },
  boolean: {
    controlNames: /^check(box)?(input|field)?$|^bool(ean)?$|^(switch|toggle|yesno|truefalse|flag)/,
    schema: 'boolean',
    isPlainValue: true,
    importedText: (text) => parseBoolean(text) ?? text,
  },
  reference: {
    controlNames: /autocomplete|lookup|typeahead|suggest|reference|foreignkey|relat(ed|ion)|belongsto|recordpicker/,
    schema: 'numeric',
  },
  choice: {
    controlNames: /select|dropdown|radio|combo|picklist|choice|^(enum|options?|list)$/,
    schema: 'choice',
    isPlainValue: true,
    importedText: (text, options) => chosenByLabel(text, options) ?? text,
  },
  number: {
    controlNames:
      /^(number|numeric|integer|int|decimal|float|double|currency|money|amount|percent(age)?|spinner|range)/,
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

export interface FieldEvidence {
  /** What the element calls its control: template, method, type, in the order in which they are to be believed. */
  readonly controlNames: readonly string[];
  readonly dataType?: string | undefined;
  readonly options: readonly FieldOption[];
  readonly multiple: boolean;
  /** Companions in the record or the element's own metadata show that it points at another record. */
  readonly isReference: boolean;
  /** The shape of the record's value. What a text looks like is no evidence: a text may well say 2024-03-01. */
  readonly shape: 'scalar' | 'list' | 'structure';
}

/** Metadata decide; the value's shape only keeps a structure out of a control that could not hold it. */
export function fieldKind(evidence: FieldEvidence): FieldKind {
  const kind = kindByMetadata(evidence);
  if (kind === 'file' || kind === 'hidden') return kind;
  if (evidence.shape === 'structure') return 'nested';
  if (evidence.shape === 'list') return kind === 'choice' || kind === 'choices' ? 'choices' : 'nested';
  return kind;
}

function kindByMetadata(evidence: FieldEvidence): FieldKind {
  const { options, multiple, isReference } = evidence;
  for (const name of evidence.controlNames) {
    const kind = controlKind(name);
    if (kind === undefined) continue;
    if (kind === 'boolean' && !fitsCheckbox(options)) return 'choices';
    if (kind === 'choice' || kind === 'choices') {
      if (options.length > 0) return multiple ? 'choices' : kind;
      // nothing to choose from: a look-up if it is a reference, else whatever the data type says
      if (isReference) return 'reference';
      continue;
    }
    return kind;
  }
  if (options.length > 0) return multiple ? 'choices' : 'choice';
  if (isReference) return 'reference';
  return (evidence.dataType === undefined ? undefined : dataTypeKind(evidence.dataType)) ?? 'text';
}

function fitsCheckbox(options: readonly FieldOption[]): boolean {
  return options.length < 2 || (options.length === 2 && options.every(({ value }) => value === '0' || value === '1'));
}

export function textFormat(controlNames: readonly string[]): TextFormat | undefined {
  for (const name of controlNames.map(plain)) {
    for (const [format, pattern] of formats) if (pattern.test(name)) return format;
  }
  return undefined;
}

const formats: readonly [TextFormat, RegExp][] = [
  ['email', /^e?mail(address|input|field)?$/],
  ['url', /^(url|uri|website|webaddress|hyperlink)(input|field)?$/],
  ['phone', /^(tel|phone|telephone|mobile|fax)(number|input|field)?$/],
];

const kinds = Object.keys(traits) as FieldKind[];

export function controlKind(name: string): FieldKind | undefined {
  const word = plain(name);
  return kinds.find((kind) => fieldKinds[kind].controlNames?.test(word) === true);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
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

type DataTypeKind = 'text' | 'longText' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean';

/** By the first word of a database's type name, in the spellings of MySQL's protocol (`VAR_STRING`) and of SQL (`varchar(255)`). */
const dataTypes: Readonly<Record<string, DataTypeKind>> = {
  date: 'date',
  newdate: 'date',
  datetime: 'dateTime',
  datetime2: 'dateTime',
  timestamp: 'dateTime',
  timestamp2: 'dateTime',
  timestamptz: 'dateTime',
  time: 'time',
  time2: 'time',
  bool: 'boolean',
  boolean: 'boolean',
  blob: 'longText',
  tiny_blob: 'longText',
  medium_blob: 'longText',
  long_blob: 'longText',
  text: 'longText',
  tinytext: 'longText',
  mediumtext: 'longText',
  longtext: 'longText',
  ...Object.fromEntries(
    [
      ['tiny', 'short', 'long', 'longlong', 'int24', 'int', 'int2', 'int4', 'int8', 'integer', 'tinyint', 'smallint'],
      [
        'mediumint',
        'bigint',
        'float',
        'float4',
        'float8',
        'double',
        'real',
        'decimal',
        'newdecimal',
        'numeric',
        'number',
        'money',
        'year',
      ],
    ]
      .flat()
      .map((name) => [name, 'number' as const]),
  ),
};

/** Undefined for a type that is not known. One bit, or a `tinyint(1)`, is a yes or no. */
export function dataTypeKind(dataType: string): DataTypeKind | undefined {
  const name = dataType.trim().toLowerCase();
  if (/^(tinyint\s*\(\s*1\s*\)|bit(\s*\(\s*1\s*\))?)$/.test(name)) return 'boolean';
  const word = /^(?:mysql_type_|field_type_)?([a-z_]+\d*)/.exec(name)?.[1] ?? '';
  if (Object.hasOwn(dataTypes, word)) return dataTypes[word];
  return /char|string|enum|^set$|uuid|varying/.test(word) ? 'text' : undefined;
}
