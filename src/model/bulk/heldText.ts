import { sameText } from '../form/fieldValue.ts';
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
    .filter(({ isSystem, permission }) => !isSystem && (scope === 'all' || permission.editable))
    .map((field) => [field.key, sameText(recordValue(form, field), field.kind)] as const);
  return JSON.stringify(held.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
