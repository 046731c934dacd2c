import { t } from '@vscode/l10n';
import { scalarText } from '../../model/form/fieldValue.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { ReferenceValue } from '../../model/form/referenceValue.ts';
import { fieldNamed, type PlanMeeting, type PlannedReference } from '../../model/plan/planOperation.ts';
import type { PlanField } from '../../model/plan/recordPlan.ts';
import { inParallel } from '../common/inParallel.ts';
import { pointing } from '../references/completeReferences.ts';
import type { NamedRecords, ReferenceField } from '../references/namedRecords.ts';

const atOnce = 4;

/**
 * The records that the references of a plan are to point at: the name and the id beside each other have to mean one, and
 * in another service, whose ids are others, it is found by its name. Each is looked up once.
 */
export async function planReferences(
  fields: Iterable<PlanField>,
  form: Pick<RecordForm, 'fields' | 'otherFields'>,
  place: { readonly connection: string; readonly isElsewhere: boolean },
  records: Pick<NamedRecords, 'find' | 'checkPair'>,
  signal: AbortSignal,
): Promise<PlanMeeting['reference']> {
  const asked = new Map<string, PlanField>();
  for (const one of fields) {
    const isNamed = place.isElsewhere || one.becomesText !== undefined;
    if (isNamed && scalarText(one.becomes) && fieldNamed(form, one.field)?.reference) asked.set(keyOf(one), one);
  }
  const found = new Map<string, PlannedReference>();
  await inParallel([...asked], atOnce, async ([key, planned]) => {
    const field = fieldNamed(form, planned.field);
    if (field) found.set(key, await lookedUp(planned, pointing(field, planned.model), place, records, signal));
  });
  return (planned) => found.get(keyOf(planned));
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
