import { t } from '@vscode/l10n';
import { sameFieldValue } from '../form/choices.ts';
import { explainPermission } from '../form/permission.ts';
import { pathKey, samePath } from '../form/fieldPath.ts';
import { scalarText, valueAt, type ValueChange, withChanges } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import { importedValue } from '../import/importValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isSecretField } from '../form/secrets.ts';
import { mergeRecord } from './recordMerge.ts';
import { textValues } from './recordText.ts';
import { validate } from '../form/validation.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import { clearedLabel, isBesideReference, referenceAt, referenceChanges, targetInput } from '../form/value.ts';

export interface ProposedField {
  readonly name: string;
  readonly label: string;
  /** Display text. */
  readonly from: string;
  readonly to: string;
}

export interface RefusedField {
  readonly name: string;
  readonly why: string;
}

/** Changes to a record that a tool or model proposes, checked against the form. */
export interface ProposedEdit {
  readonly changes: readonly ValueChange[];
  readonly fields: readonly ProposedField[];
  readonly refused: readonly RefusedField[];
  /** The names of fields that have the value already. */
  readonly unchanged: readonly string[];
}

interface Candidate {
  readonly name: string;
  readonly field: RecordField;
  readonly changes: readonly ValueChange[];
}

/** `now`: the record's text, including unsaved changes. A refused field doesn't block the others. */
export function proposedEdit(form: RecordForm, now: JsonObject, wanted: JsonObject): ProposedEdit {
  const refused: RefusedField[] = [];
  const unchanged: string[] = [];
  const candidates: Candidate[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    if (isBesideReference(form, name, wanted)) continue;
    const [field, ...others] = fieldsNamed(form, name);
    const why = field
      ? (whyAmbiguous(name, field, others) ?? whyNot(field))
      : t('There is no field “{0}” in this {1}.', name, form.singular);
    if (!field || why !== undefined) refused.push({ name, why: why ?? '' });
    else if (candidates.some((one) => one.field === field)) refused.push({ name, why: t('It appears twice.') });
    else {
      const plain = plainValue(field, value);
      if (sameFieldValue(field, valueAt(now, field.at), plain)) unchanged.push(name);
      else candidates.push({ name, field, changes: changesFor(field, plain, now, wanted) });
    }
  }
  const problems = problemsWith(form, now, candidates);
  const passed = candidates.filter((one) => !problems.has(one));
  return {
    changes: passed.flatMap(({ changes }) => changes),
    fields: passed.map(({ name, field, changes }) => ({
      name,
      label: field.label,
      from: shown(field, now),
      to: shown(field, withChanges(now, changes)),
    })),
    refused: [...refused, ...[...problems].map(([{ name }, why]) => ({ name, why }))],
    unchanged,
  };
}

function whyNot(field: RecordField): string | undefined {
  if (!field.permission.editable) return explainPermission(field.label, field.permission);
  const why = fieldKinds[field.kind].whyOnlyByHand?.(field.label);
  if (why !== undefined) return why;
  if (isSecretField(field)) return t('“{0}” contains a secret. The user must enter it in the form.', field.label);
  return undefined;
}

function whyAmbiguous(name: string, field: RecordField, others: readonly RecordField[]): string | undefined {
  if (others.every(({ at }) => samePath(at, field.at))) return undefined;
  const names = [field, ...others].map(({ at }) => at.join('.'));
  return t('Several fields are called “{0}”. Use one of these names: {1}.', name, names.join(', '));
}

/**
 * Finds the fields with a name in the field description, a last path segment, or a label; only those that can be edited
 * if there are any.
 */
function fieldsNamed(form: RecordForm, name: string): readonly RecordField[] {
  const all = [...form.fields, ...form.otherFields];
  const label = name.trim().toLowerCase();
  const named = all.filter(({ at, key }) => at.join('.') === name || key === name);
  const found = named.length > 0 ? named : all.filter((field) => field.label.trim().toLowerCase() === label);
  const editable = found.filter(({ permission }) => permission.editable);
  return editable.length > 0 ? editable : found;
}

/** A model writes what it reads: the text of a choice, yes and no. */
function plainValue(field: RecordField, value: JsonValue): JsonValue {
  if (value === null || typeof value === 'object') return value;
  if (field.kind === 'number' || field.kind === 'nested' || field.kind === 'choices') return value;
  return importedValue(field, scalarText(value) ?? null, false);
}

function changesFor(field: RecordField, value: JsonValue, now: JsonObject, wanted: JsonObject): readonly ValueChange[] {
  const { at, reference } = field;
  if (!reference || at.length > 1) return [{ at, value }];
  // without a new label, the old one would name the wrong record
  return referenceChanges(at, { text: clearedLabel(now, at), ...targetInput(wanted, at), id: value });
}

/** Problems that would block a save, or that the service is sure to refuse, each at the field that causes it. */
function problemsWith(form: RecordForm, now: JsonObject, candidates: readonly Candidate[]): Map<Candidate, string> {
  const after = candidates.reduce((values, { changes }) => withChanges(values, changes), now);
  const problems = new Map<Candidate, string>();
  const { refused } = mergeRecord(form, { values: textValues(form), earlier: [now] }, after);
  for (const one of candidates) {
    const unsendable = refused.find(({ at }) => at.every((segment, index) => segment === one.field.at[index]));
    if (unsendable) problems.set(one, unsendable.why);
  }
  for (const { text, field } of validate(form, after)) {
    const one = field && candidates.find((candidate) => candidate.field.key === pathKey(field));
    if (one && !problems.has(one)) problems.set(one, text);
  }
  return problems;
}

function shown(field: RecordField, values: JsonObject): string {
  const value = valueAt(values, field.at);
  const said = field.reference && field.at.length === 1 ? referenceAt(values, field.at).text : undefined;
  const text = said ?? scalarText(value);
  if (text === undefined) return isObject(value as JsonValue) || Array.isArray(value) ? JSON.stringify(value) : '';
  return field.options.find((option) => option.value === text)?.text ?? text;
}
