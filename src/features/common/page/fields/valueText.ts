import type { RecordField } from '../../../../model/form/formElement.ts';
import { formatValue, type ShownField } from '../../../../model/formatValue.ts';
import type { JsonValue } from '../../../../model/json.ts';

/** A text, a number, true, false or nothing: what one line can show without losing any of it. */
export function isScalar(value: JsonValue | undefined): value is string | number | boolean | null | undefined {
  return typeof value !== 'object' || value === null;
}

export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return isScalar(value) ? String(value) : jsonText(value);
}

export function jsonText(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

export function sameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Stands for nothing where a value is only read: that is not the same as a field that was not drawn. */
export const noValue = '—';

export interface FileMark {
  readonly name: string;
  readonly size: number | undefined;
}

/** What stands in the text for a file that was chosen and not yet sent. */
export function fileMark(value: JsonValue | undefined): FileMark | undefined {
  if (isScalar(value) || Array.isArray(value)) return undefined;
  const mark = value['$file'];
  if (isScalar(mark) || Array.isArray(mark)) return undefined;
  return { name: textOf(mark['name']), size: typeof mark['size'] === 'number' ? mark['size'] : undefined };
}

/** A value as a person reads it, for where it cannot be edited. `referenceText` is what a record is called. */
export function displayText(field: ShownField, value: JsonValue | undefined, referenceText = ''): string {
  const mark = fileMark(value);
  if (mark) return mark.name;
  const isPlain = isScalar(value) || (Array.isArray(value) && value.every(isScalar) && field.options.length > 0);
  return isPlain ? formatValue(field, value, referenceText) : jsonText(value);
}

/** How a record writes yes and no. */
type BooleanSpelling = readonly [yes: JsonValue, no: JsonValue];

const spellings: readonly BooleanSpelling[] = [
  ['1', '0'],
  [1, 0],
  [true, false],
  ['true', 'false'],
  ['True', 'False'],
  ['TRUE', 'FALSE'],
  ['yes', 'no'],
  ['Yes', 'No'],
  ['YES', 'NO'],
  ['y', 'n'],
  ['Y', 'N'],
  ['t', 'f'],
  ['T', 'F'],
  ['on', 'off'],
  ['On', 'Off'],
];

/** Undefined for what is neither yes nor no. */
export function readBoolean(
  { options }: Pick<RecordField, 'options'>,
  value: JsonValue | undefined,
): { readonly isYes: boolean; readonly spelling: BooleanSpelling } | undefined {
  const only = options.length === 1 ? options[0] : undefined;
  // one thing to choose: it is chosen or it is not
  if (only && value === only.value && !spellings.some(([yes]) => yes === value))
    return { isYes: true, spelling: [only.value, ''] };
  if (value === undefined || value === null || value === '') {
    const usual = spellings.find(([yes]) => yes === (only?.value ?? '1'));
    return { isYes: false, spelling: usual ?? [only?.value ?? '1', ''] };
  }
  for (const spelling of spellings) {
    if (spelling[0] === value) return { isYes: true, spelling };
    if (spelling[1] === value) return { isYes: false, spelling };
  }
  return undefined;
}
