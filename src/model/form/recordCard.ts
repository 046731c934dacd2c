import { chosenIn } from './choices.ts';
import { own, scalarText } from './fieldValue.ts';
import type { RecordField } from './formElement.ts';
import { type RecordForm, recordValue } from './recordForm.ts';

export interface CardLine {
  readonly label: string;
  readonly value: string;
}

/** What a person reads of a record's field: the text of a choice or reference rather than its id; never a password. */
export function readableValue(form: RecordForm, field: RecordField): string {
  if (field.kind === 'password' || field.kind === 'file') return '';
  const value = recordValue(form, field);
  if (field.kind === 'nested') return value === undefined || value === null ? '' : JSON.stringify(value);
  const name = field.at.at(-1) ?? '';
  const said = field.at.length === 1 ? scalarText(own(form.values, `__${name}`)) : undefined;
  if (said !== undefined && said !== '') return said;
  const chosen = field.options.length > 0 ? chosenIn(field, value) : [];
  const texts = chosen.map((one) => field.options.find((option) => option.value === one)?.text);
  if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join(', ');
  return scalarText(value) ?? '';
}

/** The first fields that hold something, in the order of the form. */
export function recordCard(form: RecordForm, most: number): CardLine[] {
  return form.fields
    .filter(({ kind, isSystem }) => kind !== 'hidden' && kind !== 'nested' && !isSystem)
    .map((field) => ({ label: field.label, value: readableValue(form, field).trim() }))
    .filter(({ value }) => value !== '')
    .slice(0, most);
}
