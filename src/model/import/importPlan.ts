import { t } from '@vscode/l10n';
import { type BulkChange, changedValue } from '../bulk/bulkChange.ts';
import { noPlainSave, planEdit, type PlannedOutcome } from '../bulk/bulkPlan.ts';
import { cellOf, type PlannedCell, plannedValues } from '../bulk/plannedCell.ts';
import type { ServiceMessage } from '../errors.ts';
import { pathKey, samePath } from '../form/fieldPath.ts';
import { isEmpty } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { referenceAt } from '../form/value.ts';
import { hasAlready } from './importValue.ts';
import type { ImportAdd, ImportUpdate } from './importWork.ts';
import { recordValue, type RecordForm } from '../form/recordForm.ts';
import { actionForSave } from '../form/submitAction.ts';
import { validate } from '../form/validation.ts';

/**
 * Plans the update of a record from a file. Values that the record already has are no change, even in read-only fields.
 */
export function planUpdate(form: RecordForm, { cells }: ImportUpdate): PlannedOutcome {
  const all = [...form.fields, ...form.otherFields];
  const changes: BulkChange[] = [];
  for (const { field: asked, cell, value, reference, problem, isMismatch } of cells) {
    if (problem !== undefined && isMismatch === true) return { kind: 'refused', why: problem };
    const field = all.find(({ at }) => pathKey(at) === pathKey(asked.at));
    if (field && (hasAlready(field, recordValue(form, field), value, cell) || isNamedSo(form, field, cell))) continue;
    if (problem !== undefined) return { kind: 'refused', why: problem };
    const name = pathKey(asked.at);
    changes.push(value === null ? { field: name, kind: 'clear' } : { field: name, kind: 'set', value, ...reference });
  }
  return changes.length === 0 ? { kind: 'unchanged' } : planEdit(form, changes);
}

/** True if the referenced record has the name in the cell. */
function isNamedSo(form: RecordForm, field: RecordField, cell: string | null): boolean {
  if (!field.reference || cell === null || isEmpty(recordValue(form, field))) return false;
  const { text } = referenceAt(form.values, field.at);
  return Boolean(text) && hasAlready(field, text, cell, cell);
}

/** Plans a new record, or says why it can't be added; empty cells keep the form's default. */
export function planAdd(form: RecordForm, { cells }: Pick<ImportAdd, 'cells'>): PreparedAdd {
  const planned: PlannedCell[] = [];
  for (const { field: asked, value, reference, problem } of cells) {
    if (value === null) continue;
    if (problem !== undefined) return { why: problem };
    const field = form.fields.find(({ at }) => samePath(at, asked.at));
    if (!field || field.at.length !== 1)
      return { why: t('The form for a new {0} has no field “{1}”.', form.singular, asked.label) };
    if (!field.permission.editable) return { why: t("“{0}” can't be set on a new {1}.", field.label, form.singular) };
    const written = changedValue(field, undefined, { field: asked.key, kind: 'set', value });
    if (written.problem !== undefined) return { why: written.problem };
    planned.push(cellOf(form, field, [null, written.value ?? null], reference));
  }
  const [broken]: ServiceMessage[] = validate(form, plannedValues(planned));
  if (broken) return { why: broken.text };
  if (!actionForSave(form)) return { why: noPlainSave(form) };
  return { cells: planned };
}

export type PreparedAdd =
  | { readonly cells: readonly PlannedCell[]; readonly why?: undefined }
  | { readonly why: string; readonly cells?: undefined };

const words: Readonly<Record<string, readonly [one: () => string, many: () => string]>> = {
  line: [() => t('line'), () => t('lines')],
  row: [() => t('row'), () => t('rows')],
  record: [() => t('record'), () => t('records')],
};

/** Word for a position in the file, before a number: `line` 3, or `rows` 3, 4. */
export function unitWord(unit: string, count = 1): string {
  return words[unit]?.[count === 1 ? 0 : 1]() ?? unit;
}
