import { type FieldKind, fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { columnField, fieldInTable } from './columnField.ts';
import { conditionName } from './condition.ts';
import type { Column } from './recordPage.ts';

/** What a condition needs to know about its column. Plain data, so that it can be passed to a thread. */
export interface ConditionField {
  readonly kind: FieldKind;
  readonly options?: readonly FieldOption[];
  /** The pattern of its dates, if known. */
  readonly format?: string;
  /** The cells show a label instead of the stored value. */
  readonly isLabel?: true;
}

/** By the name that conditions use. */
export type ConditionFields = Readonly<Record<string, ConditionField>>;

/** A list doesn't include choices, and may declare everything as text: a record's form knows better. */
export function conditionFields(
  columns: readonly Column[],
  alias: string | undefined,
  form: RecordForm | undefined,
): ConditionFields {
  return Object.fromEntries(columns.map((column) => [conditionName(column), conditionField(column, alias, form)]));
}

export function conditionField(
  column: Column,
  alias: string | undefined,
  form: RecordForm | undefined,
): ConditionField {
  const { field: name, isText = false } = columnField(column, alias);
  const label = isText ? { isLabel: true as const } : {};
  const field = form && name !== undefined ? fieldInTable(form, name) : undefined;
  if (!field) return { kind: column.kind, ...label };
  if (field.kind === 'reference') return { kind: 'reference', ...label };
  const { column: own } = fieldKinds[field.kind];
  if (own === 'boolean') return { kind: 'boolean', ...label };
  if (field.options.length > 0) {
    const options = field.options.map(({ value, text }) => ({ value, text }));
    return { kind: fieldKinds[field.kind].isSet ? 'choices' : 'choice', options, ...label };
  }
  // a label has a different kind than the value
  if (isText || own === undefined) return { kind: column.kind, ...label };
  const format = field.notation?.format;
  return { kind: own, ...(format !== undefined && { format }) };
}
