import { whyNotInBulk } from './bulkPlan.ts';
import { type FieldKind, fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import { pathKey } from '../form/fieldPath.ts';
import { isEmpty, scalarText } from '../form/fieldValue.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';

/** A field that bulk work can change, as far as one record's form tells. */
export interface BulkField {
  readonly field: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly options: readonly FieldOption[];
  readonly help?: string;
  /** How the service writes such a value; empty when this record has none. */
  readonly example: string;
}

/** In the order of the form. Other records may allow less; the preview tells. */
export function bulkFields(form: RecordForm): BulkField[] {
  return form.fields
    .filter((field) => field.permission.editable && field.kind !== 'hidden' && whyNotInBulk(field, form) === undefined)
    .map((field) => {
      const value = recordValue(form, field);
      return {
        field: pathKey(field.at),
        label: field.label,
        kind: field.kind,
        options: field.options,
        ...(field.help !== undefined && { help: field.help }),
        example: isEmpty(value) ? '' : (scalarText(value) ?? ''),
      };
    });
}

/** What any of the records allows: a record that is nearly closed does not hide what the others let you change. */
export function fieldsOfAny(forms: readonly (readonly BulkField[])[]): BulkField[] {
  const found = new Map<string, BulkField>();
  for (const fields of forms.toSorted((a, b) => b.length - a.length))
    for (const one of fields) {
      const known = found.get(one.field);
      if (!known) found.set(one.field, one);
      else if (known.example === '') found.set(one.field, { ...known, example: one.example });
    }
  return [...found.values()];
}

/** What can be done to a field of this kind. */
export function bulkOperations(kind: FieldKind): readonly ('set' | 'clear' | 'replace' | 'add')[] {
  return fieldKinds[kind].bulkOperations ?? ['set', 'clear'];
}
