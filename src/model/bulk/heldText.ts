import type { FieldKind } from '../form/fieldKind.ts';
import { sameText } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { type RecordForm, recordValue } from '../form/recordForm.ts';

/** `editable`: what this user could change, too. `all`: every value but the service's own, such as `modified`. */
export type HeldScope = 'editable' | 'all';

/**
 * One text for a record and all others that hold the same, each value as its field's kind has it. The service's own
 * values change by themselves, and so may those that nobody here can edit: what a service counts or computes.
 */
export function heldText(form: RecordForm, scope: HeldScope): string {
  const fields = scope === 'all' ? [...form.fields, ...form.otherFields] : form.fields;
  const held = fields
    .filter(
      ({ isSystem, kind, permission }) => !isSystem && !unseen.has(kind) && (scope === 'all' || permission.editable),
    )
    .map((field) => [field.key, heldValue(form, field)] as const);
  return JSON.stringify(held.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What a form does not show is the service's own affair, such as a token that it renews. */
const unseen: ReadonlySet<FieldKind> = new Set(['hidden', 'password']);

/** The address of a file may be signed anew each time it is read. */
function heldValue(form: RecordForm, field: RecordField): string {
  const text = sameText(recordValue(form, field), field.kind);
  return field.kind === 'file' ? text.replace(/\?.*$/s, '') : text;
}
