import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Column } from '../catalog/column.ts';
import { type Controller, pathInRecord } from '../catalog/controllers.ts';

/** Validation rules per field: a list of `{ rule, message }`, where a rule is a word or a word and what it needs. */
export function filterRulesOf(controller: Controller): JsonObject {
  const rules = controller.columns
    .filter((column) => column.access !== 'system')
    .map((column): [string, JsonValue[]] => [pathInRecord(column).join('.'), rulesOf(column)])
    .filter(([, list]) => list.length > 0);
  return Object.fromEntries(rules);
}

function rulesOf(column: Column): JsonObject[] {
  const { label } = column;
  const rules: JsonObject[] = [];
  if (column.required) rules.push({ rule: 'notEmpty', required: true, message: notEmptyMessage(column) });
  if (column.unique) rules.push({ rule: 'isUnique', message: `${label} is taken.` });
  if (column.maxLength)
    rules.push({
      rule: ['maxLength', column.maxLength],
      message: `${label} is longer than ${column.maxLength} characters.`,
    });
  if (column.kind === 'email') rules.push({ rule: 'email', message: `${label} is not an e-mail address.` });
  if (column.kind === 'url') rules.push({ rule: 'url', message: `${label} is not a web address.` });
  if (column.kind === 'phone') rules.push({ rule: 'phone', message: `${label} is not a phone number.` });
  if (column.kind === 'date') rules.push({ rule: ['date', 'ymd'], message: `${label} is not a date.` });
  if (column.kind === 'dateTime')
    rules.push({ rule: ['datetime', 'ymd'], message: `${label} is not a date and time.` });
  if (column.kind === 'boolean') rules.push({ rule: 'boolean', message: `${label} is neither 0 nor 1.` });
  if (numbers.has(column.kind)) rules.push({ rule: 'numeric', message: `${label} is not a number.` });
  if (column.min !== undefined || column.max !== undefined) {
    rules.push({ rule: ['range', column.min ?? null, column.max ?? null], message: rangeMessage(column) });
  }
  if (column.choices && !column.choiceTexts)
    rules.push({ rule: ['inList', [...column.choices]], message: `${label} is not one of its choices.` });
  return rules;
}

const numbers = new Set<Column['kind']>(['integer', 'decimal', 'money', 'percent']);

export function notEmptyMessage(column: Column): string {
  return `${column.label} must not be empty.`;
}

export function rangeMessage(column: Column): string {
  if (column.min === undefined) return `${column.label} must be ${column.max} at most.`;
  if (column.max === undefined) return `${column.label} must be ${column.min} at least.`;
  return `${column.label} must be between ${column.min} and ${column.max}.`;
}

/** An empty object is written as an empty array, as the interface shows. */
export function notEmptyFieldOf(controller: Controller): JsonValue {
  const required = controller.columns.filter((column) => column.required);
  return required.length === 0
    ? []
    : Object.fromEntries(required.map((column) => [pathInRecord(column).join('.'), notEmptyMessage(column)]));
}
