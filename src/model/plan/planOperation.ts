import { t } from '@vscode/l10n';
import type { BulkChange } from '../bulk/bulkChange.ts';
import { firstChangedField, planDelete, planEdit, type PlannedOutcome } from '../bulk/bulkPlan.ts';
import { chosenIn, sameFieldValue } from '../form/choices.ts';
import { pathKey, samePath } from '../form/fieldPath.ts';
import { type FormValue, isRows, scalarText, valueAt } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { foldedName } from '../form/referenceValue.ts';
import { referenceAt } from '../form/value.ts';
import { shownValue } from '../form/shownValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { PlanField } from './recordPlan.ts';
import { fieldKinds } from '../form/fieldKind.ts';

/** The record that a plan's reference points to in this service, or one sentence that says why it is unknown. */
export type PlannedReference =
  | { readonly id: string; readonly text?: string; readonly model?: string; readonly why?: undefined }
  | { readonly why: string };

/** How a plan's operations map to the records of a service. */
export interface PlanContext {
  /** Returns undefined to use the plan's value as it is. */
  readonly reference: (field: PlanField) => PlannedReference | undefined;
  /** True if the service differs from the plan's: its records have other ids. */
  readonly isElsewhere: boolean;
}

/** Plans an operation against the current record. */
export function planPlannedEdit(form: RecordForm, fields: readonly PlanField[], meeting: PlanContext): PlannedOutcome {
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

export function planPlannedDelete(form: RecordForm, held: JsonObject, { isElsewhere }: PlanContext): PlannedOutcome {
  // already deleted, as the plan wants
  if (form.isDeleted) return { kind: 'unchanged' };
  const plan = planDelete(form);
  if (plan.kind !== 'delete') return plan;
  const other = firstChangedField(form, held, ({ reference }) => !isElsewhere || !reference);
  if (other === undefined) return plan;
  if (other === null) return { ...plan, since: t('the plan does not include its previous values') };
  return { ...plan, since: t('“{0}” was {1} in the plan', other.label, shownValue(valueAt(held, other.at))) };
}

/** Returns a value as the text that a form or file would have; undefined if it has none. */
export function plannedText(value: JsonValue): string | null | undefined {
  if (value === null || value === '') return null;
  if (!isRows(value)) return scalarText(value);
  const texts = value.map((one) => scalarText(one));
  // a value with a comma would be split
  return texts.some((one) => one === undefined || one.includes(',')) ? undefined : texts.join(',');
}

export function fieldNamed(
  { fields, otherFields }: Pick<RecordForm, 'fields' | 'otherFields'>,
  name: string,
): RecordField | undefined {
  return [...fields, ...otherFields].find(({ at, key }) => pathKey(at) === name || key === name);
}

export function severalValues(label: string): string {
  return t('{0} contains several values, so it cannot be changed this way.', `“${label}”`);
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

/** In another service, a record with the same name has a different id. */
function isAsPlanned(form: RecordForm, field: RecordField, planned: PlanField, { isElsewhere }: PlanContext): boolean {
  const now: FormValue = recordValue(form, field);
  if (!isElsewhere || !field.reference) return sameFieldValue(field, now, planned.was);
  const name = referenceAt(form.values, field.at).text ?? '';
  return foldedName(name) === foldedName(planned.wasText ?? '');
}
