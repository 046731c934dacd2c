import assert from 'node:assert/strict';
import { saveEntries } from '../../../../../src/service/documented/form/saveBody.ts';
import type { FormValues } from '../../../../../src/model/form/fieldValue.ts';
import type { JsonObject } from '../../../../../src/model/json.ts';
import type { FormOperation } from '../../../../../src/model/form/recordForm.ts';
import { actionForSave } from '../../../../../src/model/form/submitAction.ts';
import { answer, read, submit } from './formAnswer.ts';

export const save = submit('save_progress', 'Save progress');
export const writeNull = { emptyValue: 'null' } as const;

export function entries(
  elements: JsonObject[],
  record: JsonObject,
  values: FormValues,
  operation: FormOperation = 'edit',
): [string, unknown][] {
  const form = read(answer(record, { permission: 2, elements: [...elements, save] }), operation);
  const action = actionForSave(form);
  assert.ok(action);
  return saveEntries(form, values, action, writeNull);
}

/** The sent entries, except those in every body. */
export function sent(elements: JsonObject[], record: JsonObject, values: FormValues = {}): Record<string, unknown> {
  const always = new Set(['data[leads][id]', 'data[normalized]', 'data[action][save_progress]']);
  return Object.fromEntries(entries(elements, record, values).filter(([key]) => !always.has(key)));
}
