import { t } from '@vscode/l10n';
import type { ServiceMessage } from '../errors.ts';
import { type FormValue, type FormValues, isEmpty, isFile, isRows, isValues, scalarText } from './fieldValue.ts';
import { chosenIn, sameFieldValue } from './choices.ts';
import type { FieldRule, RecordField } from './formElement.ts';
import { labelFromKey } from './fieldPath.ts';
import { type FieldInstance, fieldInstances, instanceValue, storedValue, type RecordForm } from './recordForm.ts';
import { rowName, tablesAround } from './subTable.ts';
import { fieldKinds } from './fieldKind.ts';

/**
 * Returns what the service would refuse, as far as its rules could be parsed: one message per field and row. Checks
 * only fields that are sent, and in an existing record only changed values, since the service has accepted the others
 * before. Advisory only: an unclear rule passes, and the service decides.
 */
export function validate(form: RecordForm, values: FormValues): ServiceMessage[] {
  const messages: ServiceMessage[] = [];
  for (const field of form.fields) {
    // the user can't fill in a hidden field
    if (!field.permission.editable || fieldKinds[field.kind].isHidden) continue;
    for (const instance of fieldInstances(form, values, field)) {
      const value = instanceValue(form, values, instance);
      const isNew = form.operation === 'add' || !instance.stored;
      if (!isNew && sameFieldValue(field, value, storedValue(form, instance))) continue;
      if (isEmpty(value, field.kind) && isLeftOpen(form, values, field, instance)) continue;
      const text = fieldProblem(field, value);
      if (text !== undefined) messages.push(messageAt(form, field, instance, text));
    }
  }
  return messages;
}

/** Names the row, if any. */
function messageAt(form: RecordForm, field: RecordField, { at, rows }: FieldInstance, text: string): ServiceMessage {
  if (!rows) return { text, field: field.path };
  const table = tablesAround(form.subTables, field.at).at(-1);
  const row = rowName(table?.label ?? labelFromKey(field.at.at(-2) ?? ''), rows);
  return { text: `${row}: ${text}`, field: field.path, at };
}

/**
 * True if an empty required value is acceptable: an empty password keeps the old one, a checkbox may stay unchecked,
 * and an absent part of the record has nothing to fill in.
 */
function isLeftOpen(form: RecordForm, values: FormValues, field: RecordField, instance: FieldInstance): boolean {
  if (field.kind === 'password' && form.operation !== 'add') return true;
  // an unchecked box means no; the service decides whether that is acceptable
  if (field.kind === 'boolean') return true;
  const holder = {
    ...instance,
    path: instance.path.slice(0, -1),
    at: instance.at.slice(0, -1),
    stored: instance.stored?.slice(0, -1),
  };
  // an added row counts even while empty; the service assigns its id
  if (instance.rows?.at(-1)?.at.length === holder.at.length) return instance.at.at(-1) === 'id';
  const held = instanceValue(form, values, holder);
  return instance.at.length > 1 && (isEmpty(held) || (isValues(held) && Object.keys(held).length === 0));
}

/** Returns a sentence about the first rule that the value violates. */
export function fieldProblem(
  field: Pick<RecordField, 'label' | 'kind' | 'options' | 'rules'>,
  value: FormValue,
): string | undefined {
  for (const rule of field.rules) {
    const held = rule.kind === 'inList' && fieldKinds[field.kind].isSet ? chosenIn(field, value) : value;
    const problem = broken(rule, isEmpty(held, field.kind) ? null : held, field.label);
    if (problem !== undefined) return rule.message ?? problem;
  }
  return undefined;
}

/** Says how the value violates the rule; undefined if it doesn't. */
function broken(rule: FieldRule, value: FormValue, label: string): string | undefined {
  const nothing =
    isEmpty(value) || (typeof value === 'string' && value.trim() === '') || (isRows(value) && !value.length);
  if (rule.kind === 'required') return nothing ? t('{0} must not be empty.', label) : undefined;
  if (nothing || isFile(value)) return undefined;
  if (rule.kind === 'inList') return listProblem(rule.values, value, label);
  const text = scalarText(value);
  if (text === undefined) return undefined;
  switch (rule.kind) {
    case 'maxLength':
      return length(text) > rule.limit ? t('{0} must have at most {1} characters.', label, rule.limit) : undefined;
    case 'minLength':
      return length(text) < rule.limit ? t('{0} must have at least {1} characters.', label, rule.limit) : undefined;
    case 'min':
      return isNumber(text) && Number(text) < rule.limit
        ? t('{0} must be at least {1}.', label, rule.limit)
        : undefined;
    case 'max':
      return isNumber(text) && Number(text) > rule.limit ? t('{0} must be at most {1}.', label, rule.limit) : undefined;
    case 'number':
      return isNumber(text) ? undefined : t('{0} must be a number.', label);
    case 'integer':
      return /^\s*[+-]?\d+\s*$/.test(text) ? undefined : t('{0} must be a whole number.', label);
    case 'email':
      return isMail(text) ? undefined : t('{0} must be an email address.', label);
    case 'url':
      return /\s/.test(text.trim()) ? t('{0} must be a web address.', label) : undefined;
    case 'date':
      // the service's date format isn't documented
      return /\d/.test(text) ? undefined : t('{0} must be a date.', label);
    case 'pattern':
      return undefined;
  }
  return undefined;
}

function listProblem(allowed: readonly string[], value: FormValue, label: string): string | undefined {
  for (const one of isRows(value) ? value : [value]) {
    const text = scalarText(one);
    if (text !== undefined && !allowed.includes(text)) return t('{0} must be one of the available values.', label);
  }
  return undefined;
}

/** Counts code points, as databases do, so that an emoji counts once. */
function length(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) if ((text.codePointAt(index) ?? 0) > 0xffff) pairs++;
  return text.length - pairs;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

export function isMail(text: string): boolean {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  return at > 0 && at < address.length - 1 && !/\s/.test(address);
}
