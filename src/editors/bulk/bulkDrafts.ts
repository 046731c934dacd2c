import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { ChangeDraft } from '../../protocol/bulk.ts';

/** A change as it stands in the form. */
export function draftOfChange(change: BulkChange): ChangeDraft {
  const { field, kind } = change;
  const empty: ChangeDraft = { field, kind, value: [], find: '' };
  if (change.kind === 'set') return { ...empty, value: [change.value].flat() };
  if (change.kind === 'replace') return { ...empty, value: [change.with], find: change.find };
  return change.kind === 'add' ? { ...empty, value: [change.amount] } : empty;
}
