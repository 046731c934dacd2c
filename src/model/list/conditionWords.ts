import { t } from '@vscode/l10n';
import { isMomentKind } from '../form/moment.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import { type ConditionOperator, type PeriodUnit } from './condition.ts';

/** The words for an operator in the UI; for dates, an order is before and after. */
export function operatorWord(operator: ConditionOperator, kind: FieldKind): string {
  const isMoment = isMomentKind(kind);
  const words: Readonly<Record<ConditionOperator, () => string>> = {
    is: () => t('is'),
    isNot: () => t('is not'),
    contains: () => t('contains'),
    containsNot: () => t('does not contain'),
    startsWith: () => t('starts with'),
    endsWith: () => t('ends with'),
    isEmpty: () => t('is empty'),
    isNotEmpty: () => t('is not empty'),
    greater: () => '>',
    atLeast: () => (isMoment ? t('on or after') : '≥'),
    less: () => '<',
    atMost: () => (isMoment ? t('on or before') : '≤'),
    between: () => t('between'),
    before: () => t('before'),
    after: () => t('after'),
    inLast: () => t('in the last'),
    isOneOf: () => t('is one of'),
  };
  return words[operator]();
}

export function unitWord(unit: PeriodUnit): string {
  const words: Readonly<Record<PeriodUnit, () => string>> = {
    hours: () => t('hours'),
    days: () => t('days'),
    weeks: () => t('weeks'),
    months: () => t('months'),
  };
  return words[unit]();
}

/**
 * What users type for an operator, in English and German whatever the display language: a typed filter can be passed
 * on. Without spaces and umlauts where people leave them out.
 */
const typedWords: readonly (readonly [ConditionOperator, readonly string[]])[] = [
  ['isEmpty', ['is empty', 'empty', 'ist leer', 'leer']],
  ['isNotEmpty', ['is not empty', "isn't empty", 'not empty', 'ist nicht leer', 'nicht leer']],
  ['isOneOf', ['is one of', 'one of', 'in', 'ist eines von', 'eines von', 'ist einer von', 'einer von']],
  [
    'inLast',
    [
      'in the last',
      'in the past',
      'last',
      'past',
      'in den letzten',
      'in der letzten',
      'im letzten',
      'letzten',
      'letzte',
    ],
  ],
  ['containsNot', ['does not contain', "doesn't contain", 'not contains', 'enthält nicht', 'enthaelt nicht']],
  ['contains', ['contains', 'enthält', 'enthaelt']],
  ['startsWith', ['starts with', 'begins with', 'beginnt mit']],
  ['endsWith', ['ends with', 'endet mit', 'endet auf']],
  ['between', ['between', 'zwischen']],
  ['atLeast', ['>=', '≥', 'at least', 'on or after', 'since', 'mindestens', 'am oder nach dem', 'seit', 'ab']],
  ['atMost', ['<=', '≤', 'at most', 'on or before', 'until', 'höchstens', 'hoechstens', 'am oder vor dem', 'bis']],
  ['isNot', ['!=', '<>', '≠', 'is not', "isn't", 'not', 'ist nicht', 'nicht']],
  ['greater', ['>', 'greater than', 'more than', 'größer als', 'groesser als', 'mehr als']],
  ['less', ['<', 'less than', 'kleiner als', 'weniger als']],
  ['before', ['before', 'vor dem', 'vor']],
  ['after', ['after', 'nach dem', 'nach']],
  ['is', ['==', '=', 'is', 'equals', 'ist', 'gleich']],
];

/** Longest first: “is not empty” before “is not” before “is”. */
export const operatorWords: readonly { readonly operator: ConditionOperator; readonly word: string }[] = typedWords
  .flatMap(([operator, words]) => words.map((word) => ({ operator, word })))
  .toSorted((one, other) => other.word.length - one.word.length);

const unitPattern =
  /^(?:(\d{1,6})\s*)?(?:(h|hours?|stunden?)|(d|days?|tag|tage|tagen)|(w|weeks?|wochen?)|(months?|monate?n?))$/i;

/** Parses `7 days`, `24h` or `week`. */
export function typedPeriod(text: string): readonly [amount: string, unit: PeriodUnit] | undefined {
  const [, amount = '1', hours, days, weeks, months] = unitPattern.exec(text.trim()) ?? [];
  const unit = hours ? 'hours' : days ? 'days' : weeks ? 'weeks' : months ? 'months' : undefined;
  return unit && [String(Number(amount)), unit];
}
