import { t } from '@vscode/l10n';
import type { BulkChange } from '../bulk/bulkChange.ts';
import { otherThanHeld, planDelete, planEdit, type RecordPlan } from '../bulk/bulkPlan.ts';
import { chosenIn, sameFieldValue } from '../form/choices.ts';
import { pathKey, samePath } from '../form/fieldPath.ts';
import { type FormValue, isRows, scalarText, valueAt } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { foldedName, referenceLabel } from '../form/referenceValue.ts';
import { shownValue } from '../form/shownValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { PlanField } from './recordPlan.ts';
import { fieldKinds } from '../form/fieldKind.ts';

/** What a reference of a plan is to point at in this service, or why nobody knows: one sentence. */
export type PlannedReference =
  | { readonly id: string; readonly text?: string; readonly model?: string; readonly why?: undefined }
  | { readonly why: string };

/** How the operations of a plan meet the records of a service. */
export interface PlanMeeting {
  /** Undefined for what is taken as the plan has it. */
  readonly reference: (field: PlanField) => PlannedReference | undefined;
  /** The service is another one than that of the plan: its records have other ids. */
  readonly isElsewhere: boolean;
}

/** What an operation would make of the record as it is now. */
export function planPlannedEdit(form: RecordForm, fields: readonly PlanField[], meeting: PlanMeeting): RecordPlan {
  if (form.isDeleted) return { kind: 'gone' };
  const changes: BulkChange[] = [];
  for (const planned of fields) {
    const field = fieldNamed(form, planned.field);
    const reference = field?.reference ? meeting.reference(planned) : undefined;
    if (reference?.why !== undefined) return { kind: 'refused', why: reference.why };
    const change = changeOf(planned, field, reference);
    if (!change) return { kind: 'refused', why: severalValues(field?.label ?? planned.field) };
    changes.push(change);
  }
  const plan = planEdit(form, changes);
  if (plan.kind !== 'change') return plan;
  const since = fields.flatMap((planned) => {
    const field = fieldNamed(form, planned.field);
    const isChanged = plan.cells.some(({ at }) => field && samePath(at, field.at));
    if (!field || !isChanged || isAsPlanned(form, field, planned, meeting)) return [];
    return [t('“{0}” was {1} in the plan', field.label, shownValue(planned.wasText ?? planned.was))];
  });
  return since.length > 0 ? { ...plan, since: since.join(', ') } : plan;
}

export function planPlannedDelete(form: RecordForm, held: JsonObject, { isElsewhere }: PlanMeeting): RecordPlan {
  // that is what the plan wants
  if (form.isDeleted) return { kind: 'unchanged' };
  const plan = planDelete(form);
  if (plan.kind !== 'delete') return plan;
  const other = otherThanHeld(form, held, ({ reference }) => !isElsewhere || !reference);
  if (other === undefined) return plan;
  if (other === null) return { ...plan, since: t('the plan does not say what it held') };
  return { ...plan, since: t('“{0}” was {1} in the plan', other.label, shownValue(valueAt(held, other.at))) };
}

/** A value as the text that a form or a file would have for it; undefined for one that has none. */
export function plannedText(value: JsonValue): string | null | undefined {
  if (value === null || value === '') return null;
  if (!isRows(value)) return scalarText(value);
  const texts = value.map((one) => scalarText(one));
  // what has a comma in it would be taken for two
  return texts.some((one) => one === undefined || one.includes(',')) ? undefined : texts.join(',');
}

export function fieldNamed(
  { fields, otherFields }: Pick<RecordForm, 'fields' | 'otherFields'>,
  name: string,
): RecordField | undefined {
  return [...fields, ...otherFields].find(({ at, key }) => pathKey(at) === name || key === name);
}

export function severalValues(label: string): string {
  return t('{0} holds several values, so it cannot be changed this way.', `“${label}”`);
}

function changeOf(
  { field: name, becomes, becomesText, model }: PlanField,
  field: RecordField | undefined,
  reference: PlannedReference | undefined,
): BulkChange | undefined {
  if (becomes === null || becomes === '') return { field: name, kind: 'clear' };
  if (field && fieldKinds[field.kind].isSet) return { field: name, kind: 'set', value: chosenIn(field, becomes) };
  const value = scalarText(becomes);
  if (value === undefined) return undefined;
  const text = becomesText === undefined ? {} : { text: becomesText };
  const pointing = reference?.why === undefined ? reference : undefined;
  if (!pointing) return { field: name, kind: 'set', value, ...text, ...(model !== undefined && { model }) };
  const { id, ...said } = pointing;
  return { field: name, kind: 'set', value: id, ...said };
}

/** A record of another service that has the same name has another id. */
function isAsPlanned(form: RecordForm, field: RecordField, planned: PlanField, { isElsewhere }: PlanMeeting): boolean {
  const now: FormValue = recordValue(form, field);
  if (!isElsewhere || !field.reference) return sameFieldValue(field, now, planned.was);
  const name = referenceLabel(form.values, field.at) ?? '';
  return foldedName(name) === foldedName(planned.wasText ?? '');
}
