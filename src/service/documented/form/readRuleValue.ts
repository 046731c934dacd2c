import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { FieldRule } from '../../../model/form/formElement.ts';
import { textOfHtml } from '../textOfHtml.ts';
import { firstOf, asBoolean, asList, nonBlank, asNumber, asText } from '../tolerant.ts';

export interface ReadRules {
  readonly rules: FieldRule[];
  readonly unread: JsonValue[];
}

const deepest = 6;
const maxRules = 200;
const nameKeys = ['rule', 'filter', 'validator', 'name', 'type', 'kind'];
const argumentKeys = [
  'value',
  'values',
  'params',
  'parameters',
  'args',
  'arguments',
  'options',
  'limit',
  'length',
  'list',
  'pattern',
];
const messageKeys = ['message', 'msg', 'error', 'text'];

/**
 * The interface doesn't document the shape of a rule. Accepts `'notEmpty'`, `'required|maxLength:50'`, `['maxLength',
 * 50]`, `{ maxLength: 50 }`, `{ notEmpty: { message } }`, `{ rule: 'maxLength', value: 50, message }`, `{ rule:
 * ['maxLength', 50] }`, and lists of these. Anything else is kept as is and not enforced.
 */
export function readRuleValue(value: JsonValue | undefined): ReadRules {
  const read: ReadRules = { rules: [], unread: [] };
  collect(value, undefined, read, 0);
  return read;
}

function collect(value: JsonValue | undefined, message: string | undefined, read: ReadRules, depth: number): void {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return;
  if (depth > deepest || read.rules.length + read.unread.length >= maxRules) return;
  if (typeof value === 'string') return collectText(value, message, read);
  if (typeof value === 'number') return void read.unread.push(value);
  if (Array.isArray(value)) return collectList(value, message, read, depth);
  collectObject(value, message, read, depth);
}

/** `required|maxLength:50`, the shorthand used by some frameworks. */
function collectText(value: string, message: string | undefined, read: ReadRules): void {
  for (const part of value.slice(0, 2_000).split('|')) {
    const end = part.search(/[:=(]/);
    const name = (end < 0 ? part : part.slice(0, end)).trim();
    const given =
      end < 0
        ? []
        : part
            .slice(end + 1)
            .trim()
            .replace(/\)$/, '')
            .trimEnd()
            .split(',');
    const isNamed = /^[a-z_ -]+$/i.test(name);
    add(isNamed ? name : '', isNamed ? given : [], message, part, read);
  }
}

function collectList(value: JsonValue[], message: string | undefined, read: ReadRules, depth: number): void {
  const [first, ...rest] = value;
  if (typeof first === 'string' && rest.length > 0 && takesArguments(first)) {
    return add(
      first,
      rest.flatMap((item) => (Array.isArray(item) ? item : [item])),
      message,
      value,
      read,
    );
  }
  for (const item of value) collect(item, message, read, depth + 1);
}

/** `{ rule: ['date', 'ymd'] }`: the first item is the rule, the rest are its arguments. */
function collectCall(value: JsonValue[], message: string | undefined, read: ReadRules, depth: number): void {
  const [first, ...rest] = value;
  const isCall = typeof first === 'string' && ruleName(first) !== undefined;
  if (!isCall || rest.some((item) => typeof item === 'string' && ruleName(item) !== undefined)) {
    return collectList(value, message, read, depth);
  }
  add(
    first,
    rest.flatMap((item) => (Array.isArray(item) ? item : [item])),
    message,
    value,
    read,
  );
}

function collectObject(value: JsonObject, message: string | undefined, read: ReadRules, depth: number): void {
  const words = messageIn(value) ?? message;
  const several = firstOf(value, 'rule');
  if (Array.isArray(several)) return collectCall(several, words, read, depth + 1);
  const named = firstOf(value, ...nameKeys);
  const name = nonBlank(named);
  if (name !== undefined) {
    const given = firstOf(value, ...argumentKeys, name);
    return add(name, asList(given).length > 0 ? asList(given) : given === undefined ? [] : [given], words, value, read);
  }
  for (const [key, item] of Object.entries(value)) {
    if (!messageKeys.includes(key)) collectKeyed(key, item, words, read, depth);
  }
}

/** `{ maxLength: 50 }`, `{ notEmpty: 'Please fill in' }`, `{ required: false }`, `{ 0: 'notEmpty' }`, `{ any: { rule: 'email' } }`. */
function collectKeyed(key: string, item: JsonValue, message: string | undefined, read: ReadRules, depth: number): void {
  if (/^\d+$/.test(key)) return collect(item, message, read, depth + 1);
  if (ruleName(key) === undefined) {
    if (isObject(item) && firstOf(item, ...nameKeys) !== undefined) return collect(item, message, read, depth + 1);
    return void read.unread.push({ [key]: item });
  }
  if (item === null || asBoolean(item) === false) return;
  if (isObject(item)) {
    const given = firstOf(item, ...argumentKeys);
    const words = messageIn(item) ?? message;
    return add(
      key,
      asList(given).length > 0 ? asList(given) : given === undefined ? [] : [given],
      words,
      { [key]: item },
      read,
    );
  }
  if (Array.isArray(item)) return add(key, item, message, { [key]: item }, read);
  const isMessage = typeof item === 'string' && !takesArguments(key) && asBoolean(item) === undefined;
  add(key, isMessage ? [] : [item], isMessage ? textOfHtml(item, 500) : message, { [key]: item }, read);
}

function messageIn(value: JsonObject): string | undefined {
  const words = nonBlank(firstOf(value, ...messageKeys));
  return words === undefined ? undefined : textOfHtml(words, 500) || undefined;
}

function add(name: string, given: JsonValue[], message: string | undefined, raw: JsonValue, read: ReadRules): void {
  const rules = makeRules(name, given);
  if (rules.length === 0) return void read.unread.push(raw);
  for (const rule of rules) read.rules.push(message === undefined ? rule : { ...rule, message });
}

type RuleName =
  | 'required'
  | 'maxLength'
  | 'minLength'
  | 'lengthBetween'
  | 'range'
  | 'min'
  | 'max'
  | 'number'
  | 'integer'
  | 'email'
  | 'url'
  | 'date'
  | 'inList'
  | 'pattern';

const names: readonly [RuleName, RegExp][] = [
  ['required', /^(is)?(required|mandatory|notempty|nonempty|notblank|notnull)$/],
  ['maxLength', /^max(imum)?(length|len|size)$/],
  ['minLength', /^min(imum)?(length|len|size)$/],
  ['lengthBetween', /^(lengthbetween|betweenlength|stringlength)$/],
  ['range', /^(range|between)$/],
  ['min', /^(min|minimum|minvalue|greaterthanorequal)$/],
  ['max', /^(max|maximum|maxvalue|lessthanorequal)$/],
  ['integer', /^(is)?(integer|int|wholenumber|naturalnumber)$/],
  ['number', /^(is)?(number|numeric|decimal|float|double)$/],
  ['email', /^(is)?(valid)?(e?mail)(address)?$/],
  ['url', /^(is)?(valid)?url$/],
  ['date', /^(is)?(valid)?date(time)?$/],
  ['inList', /^(inlist|in|enum|oneof|isin)$/],
  ['pattern', /^(pattern|regex|regexp|match|matches)$/],
];

function ruleName(name: string): RuleName | undefined {
  const plain = name.toLowerCase().replace(/[^a-z]+/g, '');
  return names.find(([, pattern]) => pattern.test(plain))?.[0];
}

function takesArguments(name: string): boolean {
  return ['maxLength', 'minLength', 'lengthBetween', 'range', 'min', 'max', 'inList', 'pattern'].includes(
    ruleName(name) ?? '',
  );
}

/** Returns no rule if the name is unknown or an argument is missing: an unreadable rule must not block a save. */
function makeRules(name: string, given: JsonValue[]): FieldRule[] {
  const kind = ruleName(name);
  const [first, second] = given.map(asNumber);
  switch (kind) {
    case undefined:
      return [];
    case 'maxLength':
    case 'minLength':
    case 'min':
    case 'max':
      return first === undefined ? [] : [{ kind, limit: first }];
    case 'lengthBetween':
      if (first === undefined || second === undefined) return [];
      return [
        { kind: 'minLength', limit: first },
        { kind: 'maxLength', limit: second },
      ];
    case 'range':
      return [
        ...(first === undefined ? [] : [{ kind: 'min', limit: first } as const]),
        ...(second === undefined ? [] : [{ kind: 'max', limit: second } as const]),
      ];
    case 'inList': {
      const values = given.flatMap((value) => asText(value)?.trim() ?? []);
      return values.length === 0 ? [] : [{ kind, values }];
    }
    case 'pattern': {
      const source = asText(given[0]);
      return source === undefined ? [] : [{ kind, source: source.slice(0, 1_000) }];
    }
    default:
      return [{ kind }];
  }
}
