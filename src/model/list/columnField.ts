import { t } from '@vscode/l10n';
import { explainPermission } from '../form/permission.ts';
import { fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import type { RecordField } from '../form/formElement.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isSecretField } from '../form/secrets.ts';
import type { Column } from './recordPage.ts';

export type ColumnField =
  /** With `isText`, the column shows a label instead of the stored value; that is enough only for a reference. */
  | { readonly field: string; readonly isText?: true; readonly why?: undefined }
  /** Why the column's cells are read-only in every record. */
  | { readonly field?: undefined; readonly isText?: undefined; readonly why: string };

/** Returns the record field that a column shows: `city` for `leads.city`. */
export function columnField(column: Column, alias: string | undefined): ColumnField {
  const label = `“${column.label}”`;
  if (!column.isData) return { why: t('{0} is computed by the service, so it cannot be edited.', label) };
  // under an alias, a row carries the label, not the stored value
  const isText = column.columnName !== undefined && column.columnName !== column.key;
  const key = column.columnName ?? column.key;
  const [, table, name] = /^(.+)\.([^.]+)$/.exec(key) ?? [];
  if (table !== undefined && alias !== undefined && table !== alias)
    return { why: t('{0} belongs to another record ({1}), so it cannot be edited here.', label, table) };
  return { field: name ?? key, ...(isText && { isText }) };
}

/**
 * Says why a column that shows a label instead of the stored value can't set that value. Undefined if the label is
 * enough: a reference is found by name, and a choice by its label if labels are unique. `shown` is the cell's current
 * text.
 */
export function whyTextOnly(column: Column, field: RecordField | undefined, shown?: string | null): string | undefined {
  if (field?.kind === 'reference' || (field?.kind === 'choice' && isSetByLabel(field.options, shown))) return undefined;
  return t(
    '{0} shows a label instead of the stored value, so it cannot be edited here. Open the record to change it.',
    `“${column.label}”`,
  );
}

function isSetByLabel(options: readonly FieldOption[], shown: string | null | undefined): boolean {
  const labels = new Set(options.map(({ text }) => text));
  const values = new Map(options.map(({ value, text }) => [value, text]));
  const isClear = !labels.has('') && labels.size === values.size && values.size === options.length;
  // a text that isn't a label could be anything
  if (options.length === 0 || !isClear || (shown && !labels.has(shown))) return false;
  return options.every(({ value, text }) => text === value || !values.has(text));
}

/** True if the cells hold secrets, judged by the column's names. */
export function isSecretColumn({
  kind,
  label,
  key,
  columnName = key,
}: Pick<Column, 'kind' | 'label' | 'key' | 'columnName'>): boolean {
  return [key, columnName].some((name) => isSecretField({ kind, label, at: [name.split('.').at(-1) ?? ''] }));
}

export function fieldInTable(form: RecordForm, name: string): RecordField | undefined {
  const isIt = ({ at }: RecordField): boolean => at.length === 1 && at[0] === name;
  return form.fields.find(isIt) ?? form.otherFields.find(isIt);
}

/** Says why a field of this record can't be edited in a table; undefined if it can. */
export function whyNotInTable(form: RecordForm, name: string): string | undefined {
  const field = fieldInTable(form, name);
  if (!field) return t('The form of this {0} has no field “{1}”, so it cannot be edited.', form.singular, name);
  if (!field.permission.editable) return explainPermission(field.label, field.permission);
  return fieldKinds[field.kind].whyOnlyInForm?.(field.label);
}

const usualNames = new Set([
  'created',
  'created_at',
  'created_on',
  'created_date',
  'created_time',
  'createdat',
  'createdon',
  'date_created',
  'creation_date',
]);

type SortableColumn = Column & { readonly columnName: string };

/** Finds the sortable column with a record's creation time, by common names. */
export function createdColumn(columns: readonly Column[]): SortableColumn | undefined {
  return sortableColumn(columns, (name) => usualNames.has(name));
}

/** Finds the sortable column with the time of a record's last change, by common names. */
export function modifiedColumn(columns: readonly Column[]): SortableColumn | undefined {
  return sortableColumn(columns, (name) => /^(?:modified|updated|changed)(?:_?(?:at|on|date|time))?$/.test(name));
}

function sortableColumn(columns: readonly Column[], isMeant: (name: string) => boolean): SortableColumn | undefined {
  return columns.find(
    (column): column is SortableColumn =>
      column.isSortable && column.columnName !== undefined && namesOf(column).some(isMeant),
  );
}

function namesOf({ name, columnName }: Column): string[] {
  return [name, columnName?.split('.').at(-1) ?? ''].map((one) => one.toLowerCase());
}
