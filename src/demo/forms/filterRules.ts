import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { DemoColumn, DemoColumnKind } from '../catalog/column.ts';
import { type DemoController, pathInRecord } from '../catalog/controllers.ts';

/** Validation rules per field: a list of `{ rule, message }`, where a rule is a name, or a name with arguments. */
export function filterRulesOf(controller: DemoController): JsonObject {
  const rules = controller.columns
    .filter((column) => column.access !== 'system')
    .map((column): [string, JsonValue[]] => [pathInRecord(column).join('.'), rulesOf(column)])
    .filter(([, list]) => list.length > 0);
  return Object.fromEntries(rules);
}

function rulesOf(column: DemoColumn): JsonObject[] {
  const { label } = column;
  const rules: JsonObject[] = [];
  if (column.required) rules.push({ rule: 'notEmpty', required: true, message: notEmptyMessage(column) });
  if (column.unique) rules.push({ rule: 'isUnique', message: `${label} is taken.` });
  if (column.maxLength)
    rules.push({
      rule: ['maxLength', column.maxLength],
      message: `${label} is longer than ${column.maxLength} characters.`,
    });
  const format = formats[column.kind];
  if (format) rules.push({ rule: format[0], message: `${label} ${format[1]}.` });
  if (column.min !== undefined || column.max !== undefined) {
    rules.push({ rule: ['range', column.min ?? null, column.max ?? null], message: rangeMessage(column) });
  }
  if (column.choices && !column.choiceTexts)
    rules.push({ rule: ['inList', [...column.choices]], message: `${label} is not one of its choices.` });
  return rules;
}

const isNumber = ['numeric', 'is not a number'] as const;

/** The rule for a kind of column, and the end of its message. */
const formats: { readonly [kind in DemoColumnKind]?: readonly [rule: string | string[], words: string] } = {
  email: ['email', 'is not an e-mail address'],
  url: ['url', 'is not a web address'],
  phone: ['phone', 'is not a phone number'],
  date: [['date', 'ymd'], 'is not a date'],
  dateTime: [['datetime', 'ymd'], 'is not a date and time'],
  boolean: ['boolean', 'is neither 0 nor 1'],
  integer: isNumber,
  decimal: isNumber,
  money: isNumber,
  percent: isNumber,
};

export function notEmptyMessage(column: DemoColumn): string {
  return `${column.label} must not be empty.`;
}

export function rangeMessage(column: DemoColumn): string {
  if (column.min === undefined) return `${column.label} must be ${column.max} at most.`;
  if (column.max === undefined) return `${column.label} must be ${column.min} at least.`;
  return `${column.label} must be between ${column.min} and ${column.max}.`;
}

/** Writes an empty object as an empty array, as the interface shows. */
export function notEmptyFieldOf(controller: DemoController): JsonValue {
  const required = controller.columns.filter((column) => column.required);
  return required.length === 0
    ? []
    : Object.fromEntries(required.map((column) => [pathInRecord(column).join('.'), notEmptyMessage(column)]));
}
