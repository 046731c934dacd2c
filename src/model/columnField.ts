import { explainPermission } from './explainPermission.ts';
import type { FieldKind } from './fieldKind.ts';
import type { RecordField } from './formElement.ts';
import type { RecordForm } from './recordForm.ts';
import type { Column } from './recordPage.ts';

export type ColumnField =
  | { readonly field: string; readonly why?: undefined }
  /** Why the column's cells cannot be edited, whatever the record. */
  | { readonly field?: undefined; readonly why: string };

/** The record's field that a column shows: `city` for `leads.city`. */
export function columnField(column: Column, alias: string | undefined): ColumnField {
  const label = `“${column.label}”`;
  if (!column.isData) return { why: `${label} is computed by the service, so it cannot be edited.` };
  // under an alias a row carries the text that a person reads, not what the record holds
  if (column.columnName !== undefined && column.columnName !== column.key)
    return { why: `${label} shows a text for what the record holds. Open the record to change it.` };
  const [, table, name] = /^(.+)\.([^.]+)$/.exec(column.key) ?? [];
  if (table === undefined || name === undefined) return { field: column.key };
  if (alias !== undefined && table !== alias)
    return { why: `${label} belongs to another record (${table}), so it cannot be edited here.` };
  return { field: name };
}

/** No single line of text can hold these. */
const notInACell: Partial<Record<FieldKind, string>> = {
  reference: 'points at another record',
  choices: 'holds several choices',
  file: 'is a file',
  password: 'is a password',
  nested: 'holds several values',
};

/** Why a field of this record cannot be edited in a table; undefined when it can. */
export function whyNotInTable(form: RecordForm, name: string): string | undefined {
  const isIt = ({ at }: RecordField): boolean => at.length === 1 && at[0] === name;
  const field = form.fields.find(isIt) ?? form.otherFields.find(isIt);
  if (!field) return `The form of this ${form.singular} has no field “${name}”, so it cannot be edited.`;
  if (!field.permission.editable) return explainPermission(field.label, field.permission);
  const kind = notInACell[field.kind];
  return kind === undefined ? undefined : `“${field.label}” ${kind}. Open the record to change it.`;
}
