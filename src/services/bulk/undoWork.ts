import { t } from '@vscode/l10n';
import type { EntryAction } from '../../model/bulk/bulkJournal.ts';
import type { BulkLedger, LedgerEntry } from '../../model/bulk/bulkLedger.ts';
import { planUndo, planUndoAdd } from '../../model/bulk/bulkPlan.ts';
import { hasSameContent } from './contentDigest.ts';
import type { KnownLine, Look } from './dryRun.ts';

/** What a run has written, or may have. */
const written = ['done', 'unclear', 'sent'] as const;

function writtenBy(done: BulkLedger, action: EntryAction): Generator<LedgerEntry> {
  return done.inState(written, action);
}

export function countToUndo(done: BulkLedger): number {
  return written.reduce((sum, state) => sum + done.countOf('edit', state) + done.countOf('add', state), 0);
}

/** Where it has only added, and some of that is known, undoing it deletes. */
export function isUndoneByDeleting(done: BulkLedger): boolean {
  return (
    written.every((state) => done.countOf('edit', state) === 0) &&
    writtenBy(done, 'add').some(({ made }) => made !== undefined)
  );
}

/** What was changed first, then what was added. */
export function* undoWork(done: BulkLedger): Generator<Look | KnownLine, void, void> {
  for (const { id, cells } of writtenBy(done, 'edit')) yield { id, plan: (form) => planUndo(form, cells) };
  for (const { made, cells, held } of writtenBy(done, 'add'))
    if (made !== undefined)
      yield {
        id: made,
        plan: (form) => planUndoAdd(form, cells, held === undefined ? undefined : hasSameContent(form, held)),
      };
  const why = t('The service did not say which record it became. Look for it in the list.');
  for (const { id, name, made } of writtenBy(done, 'add'))
    if (made === undefined) yield { line: { type: 'left', id, name, how: 'refused', why } };
}
