import { t } from '@vscode/l10n';
import { scalarText } from '../../model/form/fieldValue.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { ReferenceValue } from '../../model/form/referenceValue.ts';
import { fieldNamed, type PlanMeeting, type PlannedReference } from '../../model/plan/planOperation.ts';
import type { PlanField } from '../../model/plan/recordPlan.ts';
import { LastFound } from '../common/lastFound.ts';
import { pointing } from '../references/completeReferences.ts';
import type { NamedRecords, ReferenceField } from '../references/namedRecords.ts';

/** So many are kept, however many a plan names. */
const mostKept = 20_000;

/**
 * The records that the references of a plan are to point at: the name and the id beside each other have to mean one, and
 * in another service, whose ids are others, it is found by its name. Each is looked up once.
 */
export function planReferences(
  form: Pick<RecordForm, 'fields' | 'otherFields'>,
  place: { readonly connection: string; readonly isElsewhere: boolean },
  records: Pick<NamedRecords, 'find' | 'checkPair'>,
  signal: AbortSignal,
): (fields: readonly PlanField[]) => Promise<PlanMeeting['reference']> {
  const known = new LastFound<PlannedReference>(mostKept);
  return async (fields) => {
    const found = new Map<PlanField, PlannedReference>();
    for (const planned of fields) {
      const isNamed = place.isElsewhere || planned.becomesText !== undefined;
      const field = isNamed && scalarText(planned.becomes) ? fieldNamed(form, planned.field) : undefined;
      if (!field?.reference) continue;
      const pointer = pointing(field, planned.model);
      found.set(planned, await known.get(keyOf(planned), () => lookedUp(planned, pointer, place, records, signal)));
    }
    return (planned) => found.get(planned);
  };
}

async function lookedUp(
  { becomes, becomesText: text }: PlanField,
  field: ReferenceField,
  { connection, isElsewhere }: { readonly connection: string; readonly isElsewhere: boolean },
  records: Pick<NamedRecords, 'find' | 'checkPair'>,
  signal: AbortSignal,
): Promise<PlannedReference> {
  const id = scalarText(becomes) ?? '';
  if (text === undefined || text === '')
    return isElsewhere
      ? { why: t('The plan does not say what the record is called that “{0}” is to point at.', field.label) }
      : { id };
  const known = isElsewhere
    ? await records.find(connection, field, text, signal)
    : await records.checkPair(connection, field, { id, text }, signal);
  return known.kind === 'one' ? referenceOf(known.value) : { why: known.why };
}

function referenceOf({ id, text, model }: ReferenceValue): PlannedReference {
  return { id, ...(text !== null && { text }), ...(model !== undefined && { model }) };
}

function keyOf({ field, becomes, becomesText, model }: PlanField): string {
  return JSON.stringify([field, becomes, becomesText, model]);
}
