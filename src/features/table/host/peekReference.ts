import type { ControllerName } from '../../../model/controller.ts';
import { referenceAt } from '../../../model/form/value.ts';
import type { RecordForm } from '../../../model/form/recordForm.ts';
import { type PeekedRecord, recordCard } from '../../../model/form/shownValue.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import type { StagedChange } from '../../../model/list/stagedCells.ts';
import { ServiceMessages } from '../../../services/common/serviceMessages.ts';
import type { RecordForms } from '../../../services/records/recordForms.ts';
import { type ReferenceSources, referencedControllers } from '../../../services/references/referencedControllers.ts';

const maxLines = 6;

/** The id that a reference points to, and its name as given by the record itself. */
export function referencedRecord(
  form: RecordForm,
  field: RecordField,
  staged?: StagedChange,
): { readonly id: string; readonly name: string } | undefined {
  if (staged) return staged.reference && { id: staged.reference.id, name: staged.to ?? '' };
  const { id, text } = referenceAt(form.values, field.at);
  return id === '' ? undefined : { id, name: text ?? '' };
}

/** Returns the name and field values of the record that a cell points to; no lines if it can't be read. */
export async function peekReference(
  sources: ReferenceSources & { readonly forms: Pick<RecordForms, 'get'> },
  { connection, controller: near }: { readonly connection: string; readonly controller: ControllerName },
  form: RecordForm,
  field: RecordField,
  staged: StagedChange | undefined,
): Promise<PeekedRecord | null> {
  const target = referencedRecord(form, field, staged);
  if (!target) return null;
  try {
    // the user didn't open the record, so messages from the service are not shown
    return await new ServiceMessages().collectDuring(async () => {
      const [only, ...others] = await referencedControllers(sources, connection, { ...field.reference, near });
      if (!only || others.length > 0) return { ...target, lines: [] };
      const found = await sources.forms.get(connection, only, target.id);
      return { id: target.id, name: target.name || found.name, lines: recordCard(found, maxLines) };
    });
  } catch {
    return { ...target, lines: [] };
  }
}
