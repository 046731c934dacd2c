/** Operators of conditions. `fieldKinds` says which of them a kind of field offers. */
export const conditionOperators = [
  'is',
  'isNot',
  'contains',
  'containsNot',
  'startsWith',
  'endsWith',
  'isEmpty',
  'isNotEmpty',
  'greater',
  'atLeast',
  'less',
  'atMost',
  'between',
  'before',
  'after',
  'inLast',
  'isOneOf',
] as const;

export type ConditionOperator = (typeof conditionOperators)[number];

/** A filter that is applied locally to all records, so that the service doesn't have to support it. */
export interface Condition {
  /** The column's `columnName`, or its `key` if it has none. */
  readonly column: string;
  readonly operator: ConditionOperator;
  /** In the order typed: none for “is empty”, two for “between”, an amount and a unit for “in the last”. */
  readonly values: readonly string[];
}

export const periodUnits = ['hours', 'days', 'weeks', 'months'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** Number of values that an operator takes; undefined for one or more. */
export function valueCount(operator: ConditionOperator): number | undefined {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return 0;
  if (operator === 'between' || operator === 'inLast') return 2;
  return operator === 'isOneOf' ? undefined : 1;
}

/** Returns the name that conditions use for a column. */
export function conditionName(column: { readonly key: string; readonly columnName: string | undefined }): string {
  return column.columnName ?? column.key;
}

const operatorNames: ReadonlySet<unknown> = new Set(conditionOperators);

/** True for conditions as a link or a saved search may contain them. */
export function areConditions(value: unknown): value is readonly Condition[] {
  return Array.isArray(value) && value.every(isCondition);
}

function isCondition(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null || !('column' in value && 'operator' in value && 'values' in value))
    return false;
  const { column, operator, values, ...others } = value;
  const isTexts = Array.isArray(values) && values.every((text) => typeof text === 'string');
  return typeof column === 'string' && operatorNames.has(operator) && isTexts && Object.keys(others).length === 0;
}
