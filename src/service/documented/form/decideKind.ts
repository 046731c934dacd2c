import type { FieldKind, FieldOption, TextFormat } from '../../../model/form/fieldKind.ts';

/**
 * Control names, lowercase letters and digits only. The first match wins, so the order matters. A plain `text` is
 * omitted because the data type may be more specific.
 */
const namesOfControls: readonly (readonly [FieldKind, RegExp])[] = [
  ['hidden', /^hidden/],
  ['password', /password|passphrase/],
  ['file', /file|upload|attachment|^(image|photo|picture|avatar|document)(s|picker|input|field)?$/],
  ['longText', /textarea|longtext|multiline|richtext|wysiwyg|editor|^(html|markdown|memo|notes?|code|json)$/],
  ['dateTime', /datetime|timestamp|dateandtime/],
  ['date', /^date(picker|input|field|select|box)?$|^calendar|^birthday$/],
  ['time', /^time(picker|input|field|select|box)?$/],
  [
    'choices',
    /multi(ple)?(select|choice|check)|select(multiple|many)|checkboxe?s|checkbox(list|group)|checklist|^tags?$/,
  ],
  ['boolean', /^check(box)?(input|field)?$|^bool(ean)?$|^(switch|toggle|yesno|truefalse|flag)/],
  ['reference', /autocomplete|lookup|typeahead|suggest|reference|foreignkey|relat(ed|ion)|belongsto|recordpicker/],
  ['choice', /select|dropdown|radio|combo|picklist|choice|^(enum|options?|list)$/],
  ['number', /^(number|numeric|integer|int|decimal|float|double|currency|money|amount|percent(age)?|spinner|range)/],
];

export interface FieldEvidence {
  /** The element's names for its control (template, method, type), most reliable first. */
  readonly controlNames: readonly string[];
  readonly dataType?: string | undefined;
  readonly options: readonly FieldOption[];
  readonly multiple: boolean;
  /** Companion keys in the record or the element's own metadata show that the field points to another record. */
  readonly isReference: boolean;
  /** Shape of the record's value. The content of a text isn't evidence: a plain text may read 2024-03-01. */
  readonly shape: 'scalar' | 'list' | 'structure';
}

/** Metadata decides; the value's shape only prevents a control that can't hold a structure. */
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
      // no options: a look-up if it is a reference, otherwise the data type decides
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

export function textFormat(names: readonly string[]): TextFormat | undefined {
  for (const name of names.map(plain)) {
    for (const [format, pattern] of formats) if (pattern.test(name)) return format;
  }
  return undefined;
}

const formats: readonly [TextFormat, RegExp][] = [
  ['email', /^e?mail(address|input|field)?$/],
  ['url', /^(url|uri|website|webaddress|hyperlink)(input|field)?$/],
  ['phone', /^(tel|phone|telephone|mobile|fax)(number|input|field)?$/],
];

export function controlKind(name: string): FieldKind | undefined {
  const word = plain(name);
  return namesOfControls.find(([, names]) => names.test(word))?.[0];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

type DataTypeKind = 'text' | 'longText' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean';

/**
 * Keyed by the first word of a database type name, as spelled by the MySQL protocol (`VAR_STRING`) or SQL
 * (`varchar(255)`).
 */
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

/** Returns undefined for an unknown type. A single bit or a `tinyint(1)` is a boolean. */
export function dataTypeKind(dataType: string): DataTypeKind | undefined {
  const name = dataType.trim().toLowerCase();
  if (/^(tinyint\s*\(\s*1\s*\)|bit(\s*\(\s*1\s*\))?)$/.test(name)) return 'boolean';
  const word = /^(?:mysql_type_|field_type_)?([a-z_]+\d*)/.exec(name)?.[1] ?? '';
  if (Object.hasOwn(dataTypes, word)) return dataTypes[word];
  return /char|string|enum|^set$|uuid|varying/.test(word) ? 'text' : undefined;
}
