import { t } from '@vscode/l10n';
import { explainPermission } from '../form/explainPermission.ts';
import { baseKeys, readableKey } from '../form/fieldPath.ts';
import { type FormValues, own, sameValue } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { schemaKey } from './recordText.ts';

/**
 * Why a change among the values would not be sent, for the first such one: the field may not be edited, or the form
 * has none of that name. Dropping it in silence would tell a person that it was saved.
 */
export function unsentChange(form: RecordForm, values: FormValues): string | undefined {
  const editable = new Set(form.fields.filter((field) => field.permission.editable).map((field) => field.at[0] ?? ''));
  const key = Object.keys(values).find(
    (each) =>
      each !== schemaKey &&
      !editable.has(each) &&
      !baseKeys(each).some((base) => editable.has(base)) &&
      !sameValue(values[each], own(form.values, each)),
  );
  if (key === undefined) return undefined;
  const field = [...form.fields, ...form.otherFields].find(({ at }) => at[0] === key);
  return field
    ? explainPermission(field.label, field.permission)
    : t('“{0}” is not a field of this {1}.', readableKey(key), form.singular);
}
