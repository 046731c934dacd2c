import { createHash } from 'node:crypto';
import { contentText, type ContentScope } from '../../model/bulk/bulkPlan.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';

/** Returns a short hash of a record's contents: a run may cover a hundred thousand records. */
export function contentDigest(form: RecordForm, scope: ContentScope): string {
  return `${scope}:${createHash('sha256').update(contentText(form, scope)).digest('base64url').slice(0, 22)}`;
}

export function hasSameContent(form: RecordForm, held: string): boolean {
  return contentDigest(form, held.startsWith('all:') ? 'all' : 'editable') === held;
}
