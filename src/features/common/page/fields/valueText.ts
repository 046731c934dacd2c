import type { RecordField } from '../../../../model/form/formElement.ts';
import { fieldValue } from '../../../../model/form/value.ts';
import { formatValue, type ShownField } from '../../../../model/formatValue.ts';
import type { JsonValue } from '../../../../model/json.ts';

/** True for values that one line can show without loss. */
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

/** Shown for an empty value in a read-only field, to distinguish it from a field that was not rendered. */
export const noValue = '—';

export interface FileMark {
  readonly name: string;
  readonly size: number | undefined;
}

/** Reads the placeholder for a file that was picked but not sent yet. */
export function fileMark(value: JsonValue | undefined): FileMark | undefined {
  if (isScalar(value) || Array.isArray(value)) return undefined;
  const mark = value['$file'];
  if (isScalar(mark) || Array.isArray(mark)) return undefined;
  return { name: textOf(mark['name']), size: typeof mark['size'] === 'number' ? mark['size'] : undefined };
}

/** Display text of a value. `referenceText` is the name of the referenced record. */
export function displayText(field: ShownField, value: JsonValue | undefined, referenceText = ''): string {
  const mark = fileMark(value);
  if (mark) return mark.name;
  const isPlain = isScalar(value) || (Array.isArray(value) && value.every(isScalar) && field.options.length > 0);
  return isPlain ? formatValue(field, fieldValue(field, value, { text: referenceText })) : jsonText(value);
}

/** The record's values for true and false. */
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

/** Undefined if it is neither true nor false. */
export function readBoolean(
  { options }: Pick<RecordField, 'options'>,
  value: JsonValue | undefined,
): { readonly isYes: boolean; readonly spelling: BooleanSpelling } | undefined {
  const only = options.length === 1 ? options[0] : undefined;
  // a single choice: either selected or not
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
