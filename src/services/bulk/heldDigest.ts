import { createHash } from 'node:crypto';
import { heldText, type HeldScope } from '../../model/bulk/bulkPlan.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';

/** What a record holds, in one short text: a run may be about a hundred thousand of them. */
export function heldDigest(form: RecordForm, scope: HeldScope): string {
  return `${scope}:${createHash('sha256').update(heldText(form, scope)).digest('base64url').slice(0, 22)}`;
}

export function isStillHeld(form: RecordForm, held: string): boolean {
  return heldDigest(form, held.startsWith('all:') ? 'all' : 'editable') === held;
}
