import { type FieldPath, displayKey } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { JsonValue } from '../../model/json.ts';
import { chosenIn } from '../../model/form/choices.ts';
import { words } from '../form/words.ts';
import { truthOf } from './booleanValue.ts';

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

/** A value as a person reads it, for where it cannot be edited. */
export function readableText(
  field: RecordField,
  value: JsonValue | undefined,
  at: (path: FieldPath) => JsonValue | undefined,
  path: FieldPath = field.at,
): string {
  if (field.kind === 'file') {
    const mark = fileMark(value);
    if (mark) return mark.name;
  }
  if (field.kind === 'password') return value === undefined || value === null || value === '' ? '' : '••••••';
  if (field.kind === 'reference' && isScalar(value)) {
    const text = at(besidePath(path, displayKey));
    return isScalar(text) && textOf(text) !== '' ? textOf(text) : textOf(value);
  }
  if (field.kind === 'choice' && isScalar(value)) return optionText(field, textOf(value));
  if (field.kind === 'choices' && (isScalar(value) || (Array.isArray(value) && value.every(isScalar))))
    return chosenIn(field, value)
      .map((one) => optionText(field, one))
      .join(', ');
  if (field.kind === 'boolean') {
    const truth = truthOf(field, value);
    if (truth && textOf(value) !== '') return truth.is ? words.yes : words.no;
  }
  return textOf(value);
}

function optionText(field: RecordField, value: string): string {
  return field.options.find((option) => option.value === value)?.text || value;
}

/** Where the text or the model of a reference stands. */
export function besidePath(path: FieldPath, name: (key: string) => string): FieldPath {
  return [...path.slice(0, -1), name(path.at(-1) ?? '')];
}
