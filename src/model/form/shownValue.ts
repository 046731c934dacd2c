import { t } from '@vscode/l10n';
import { displayKey, type FieldPath, samePath } from './fieldPath.ts';
import { type FormValue, isEmpty, isFile, isRows, scalarText, valueAt, ownValue } from './fieldValue.ts';
import { type RecordForm, recordValue } from './recordForm.ts';
import { chosenIn } from './choices.ts';
import type { RecordField } from './formElement.ts';

const longest = 60;

/** A value within a sentence. */
export function shownValue(value: FormValue): string {
  if (isEmpty(value)) return t('nothing');
  if (isRows(value) && value.length === 0) return t('no rows');
  if (isRows(value)) return value.length === 1 ? t('one row') : t('{0} rows', value.length);
  if (isFile(value)) return t('the file “{0}”', value.name);
  const text = scalarText(value) ?? t('another value');
  return `“${text.length > longest ? `${text.slice(0, longest)}…` : text}”`;
}

/** What stands for a value of the record: the text beside it, the option that it names, else itself. */
export function shownAt(form: RecordForm, at: FieldPath): string | undefined {
  const beside = scalarText(valueAt(form.values, [...at.slice(0, -1), displayKey(at.at(-1) ?? '')]));
  if (beside?.trim()) return beside;
  const text = scalarText(valueAt(form.values, at))?.trim();
  if (!text) return undefined;
  const field = form.fields.find((each) => samePath(each.at, at));
  return field?.options.find(({ value }) => value === text)?.text ?? text;
}

/** A number or a UUID tells a person nothing. */
export function isBareId(text: string): boolean {
  return /^\d+$|^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

interface CardLine {
  readonly label: string;
  readonly value: string;
}

/** What a person reads of a record's field: the text of a choice or reference rather than its id; never a password. */
export function readableValue(form: RecordForm, field: RecordField): string {
  if (field.kind === 'password' || field.kind === 'file') return '';
  const value = recordValue(form, field);
  if (field.kind === 'nested') return value === undefined || value === null ? '' : JSON.stringify(value);
  const name = field.at.at(-1) ?? '';
  const said = field.at.length === 1 ? scalarText(ownValue(form.values, `__${name}`)) : undefined;
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
