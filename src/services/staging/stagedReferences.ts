import type { RecordForm } from '../../model/form/recordForm.ts';
import { fieldInTable } from '../../model/list/columnField.ts';
import type { StagedRecord } from '../../model/list/stagedCells.ts';
import { pointing, type ReferenceAnswers } from '../references/completeReferences.ts';

/**
 * Completes references in edited staged text, where the user types only names or ids. A cell whose look-up is pending
 * stays unchanged.
 */
export function withReferences(
  answers: ReferenceAnswers,
  form: RecordForm,
  cells: StagedRecord,
): { readonly cells: StagedRecord; readonly refused: ReadonlyMap<string, string> } {
  const known = new Map(cells);
  const refused = new Map<string, string>();
  for (const [name, change] of cells) {
    const field = fieldInTable(form, name);
    if (field?.kind !== 'reference' || !change.to) continue;
    const found = change.reference
      ? answers.checkPair(pointing(field, change.reference.model), { id: change.reference.id, text: change.to })
      : answers.find(pointing(field, undefined), change.to);
    if (!found) continue;
    if (found.kind !== 'one') {
      refused.set(name, found.why);
      known.delete(name);
      continue;
    }
    const { id, text, model } = found.value;
    known.set(name, {
      ...change,
      to: text ?? (change.reference ? null : id),
      reference: { id, ...(model !== undefined && { model }) },
    });
  }
  return { cells: known, refused };
}
