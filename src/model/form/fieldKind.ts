import { dataTypeKind } from './dataType.ts';

/**
 * The control that a field is edited with. `nested` is a value inside the value (rows of a sub-table, an object):
 * no single control can hold it without damage, so it is shown as JSON.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'file'
  | 'password'
  | 'hidden'
  | 'nested';

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

/** The first that fits. A plain `text` or `input` says nothing: the data type may know better. */
const controls: readonly [FieldKind, RegExp][] = [
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

export function controlKind(name: string): FieldKind | undefined {
  const word = plain(name);
  return controls.find(([, pattern]) => pattern.test(word))?.[0];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
