import type { RecordForm } from '../../model/form/recordForm.ts';
import { fieldInTable } from '../../model/list/columnField.ts';
import type { StagedRecord } from '../../model/list/stagedCells.ts';
import { pointing } from '../references/completeReferences.ts';
import type { NamedRecords } from '../references/namedRecords.ts';

/** A person who edits the staged text writes names, or ids, without more. */
export async function withReferences(
  references: Pick<NamedRecords, 'find' | 'checkPair'>,
  connection: string,
  form: RecordForm,
  cells: StagedRecord,
): Promise<{ readonly cells: StagedRecord; readonly refused: ReadonlyMap<string, string> }> {
  const known = new Map(cells);
  const refused = new Map<string, string>();
  for (const [name, change] of cells) {
    const field = fieldInTable(form, name);
    if (field?.kind !== 'reference' || !change.to) continue;
    const found = change.reference
      ? await references.checkPair(connection, pointing(field, change.reference.model), {
          id: change.reference.id,
          text: change.to,
        })
      : await references.find(connection, field, change.to);
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
