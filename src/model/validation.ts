import type { ServiceMessage } from './errors.ts';
import { isEmpty, isFile, isRows, sameValue, scalarText, type FormValue, type FormValues } from './fieldValue.ts';
import { chosenIn } from './choices.ts';
import type { FieldRule } from './fieldRule.ts';
import type { RecordField } from './formElement.ts';
import { type Place, placesOf, placeValue } from './fieldPlaces.ts';
import { recordValue, type RecordForm } from './recordForm.ts';

/**
 * What the service would refuse, as far as its rules could be read: one message per field, only for fields that are sent,
 * and in a record that exists only for values that were changed, since the service has taken the others before.
 * It is a courtesy: where a rule is unclear the value passes, and the service has the last word.
 */
export function validate(form: RecordForm, values: FormValues): ServiceMessage[] {
  const messages: ServiceMessage[] = [];
  for (const field of form.fields) {
    if (!field.permission.editable) continue;
    for (const place of placesOf(form, values, field)) {
      const value = placeValue(form, values, place);
      if (form.operation !== 'add' && sameValue(value, recordValue(form, place))) continue;
      if (isEmpty(value) && isLeftOpen(form, values, field, place)) continue;
      const text = firstProblem(field, value);
      if (text === undefined) continue;
      messages.push({ text, field: field.path });
      break;
    }
  }
  return messages;
}

/** An empty password leaves the old one as it is, and a part of the record that is not there has nothing to fill in. */
function isLeftOpen(form: RecordForm, values: FormValues, field: RecordField, place: Place): boolean {
  if (field.kind === 'password' && form.operation !== 'add') return true;
  const holder = { ...place, path: place.path.slice(0, -1), at: place.at.slice(0, -1) };
  return place.at.length > 1 && isEmpty(placeValue(form, values, holder));
}

function firstProblem(field: RecordField, value: FormValue): string | undefined {
  for (const rule of field.rules) {
    const problem = broken(rule, rule.kind === 'inList' && field.kind === 'choices' ? chosenIn(field, value) : value);
    if (problem !== undefined) return rule.message ?? `${field.label} ${problem}.`;
  }
  return undefined;
}

/** How the value breaks the rule, to follow the field's label; undefined when it does not. */
function broken(rule: FieldRule, value: FormValue): string | undefined {
  const nothing =
    isEmpty(value) || (typeof value === 'string' && value.trim() === '') || (isRows(value) && !value.length);
  if (rule.kind === 'required') return nothing ? 'must not be empty' : undefined;
  if (nothing || isFile(value)) return undefined;
  if (rule.kind === 'inList') return listProblem(rule.values, value);
  const text = scalarText(value);
  if (text === undefined) return undefined;
  switch (rule.kind) {
    case 'maxLength':
      return length(text) > rule.limit ? `must not be longer than ${rule.limit} characters` : undefined;
    case 'minLength':
      return length(text) < rule.limit ? `must have at least ${rule.limit} characters` : undefined;
    case 'min':
      return isNumber(text) && Number(text) < rule.limit ? `must not be less than ${rule.limit}` : undefined;
    case 'max':
      return isNumber(text) && Number(text) > rule.limit ? `must not be more than ${rule.limit}` : undefined;
    case 'number':
      return isNumber(text) ? undefined : 'must be a number';
    case 'integer':
      return /^\s*[+-]?\d+\s*$/.test(text) ? undefined : 'must be a whole number';
    case 'email':
      return isMail(text) ? undefined : 'must be an e-mail address';
    case 'url':
      return /\s/.test(text.trim()) ? 'must be a web address' : undefined;
    case 'date':
      // in which form the service takes dates is not shown
      return /\d/.test(text) ? undefined : 'must be a date';
    case 'pattern':
      return undefined;
  }
  return undefined;
}

function listProblem(allowed: readonly string[], value: FormValue): string | undefined {
  for (const one of isRows(value) ? value : [value]) {
    const text = scalarText(one);
    if (text !== undefined && !allowed.includes(text)) return 'must be one of the values offered';
  }
  return undefined;
}

/** In code points, as databases count, so that an emoji is not two. */
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
