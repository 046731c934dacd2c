import { t } from '@vscode/l10n';
import { displayKey, type FieldPath, samePath } from './fieldPath.ts';
import { type FormValue, isEmpty, isFile, isRows, scalarText, valueAt } from './fieldValue.ts';
import type { RecordForm } from './recordForm.ts';

const longest = 60;

/** A value within a sentence. */
export function shownValue(value: FormValue): string {
  if (isEmpty(value)) return t('nothing');
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
