import type { FieldKind } from '../model/fieldKind.ts';
import type { FieldPath } from '../model/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { FieldRule } from '../model/fieldRule.ts';
import { namedIn } from './namedIn.ts';
import { plainText } from './plainText.ts';
import { readRuleValue, type ReadRules } from './readRuleValue.ts';
import { firstOf, flag, list, number, wording } from './tolerant.ts';

export interface RuledField {
  readonly path: FieldPath;
  readonly at: FieldPath;
  readonly kind: FieldKind;
}

/** The rules of one field: from its element, from `filterRules` and from `notEmptyField`. */
export function readRules(answer: JsonObject, element: JsonObject, field: RuledField): ReadRules {
  const sources = [
    ...['rules', 'validation', 'validations', 'validators', 'filterRules'].map((key) => structured(element[key])),
    rulesNamed(firstOf(answer, 'filterRules', 'filter_rules'), field),
  ];
  const read = sources.map(readRuleValue);
  const all: FieldRule[] = [
    ...notEmpty(firstOf(answer, 'notEmptyField', 'not_empty_field', 'notEmptyFields'), field),
    ...attributeRules(element),
    ...read.flatMap(({ rules }) => rules),
  ];
  const unread = [...read.flatMap((one) => one.unread), ...all.filter((rule) => !fits(rule, field)).map(asJson)];
  const mail = unread.filter((rule) => isMailCode(rule, field));
  return {
    rules: once([...all.filter((rule) => fits(rule, field)), ...mail.map(() => ({ kind: 'email' }) as const)]),
    unread: unread.filter((rule) => !mail.includes(rule)),
  };
}

/** A flag such as `rules: "1"` is no rule. */
function structured(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'object' || (typeof value === 'string' && /[a-z]/i.test(value)) ? value : undefined;
}

/** `min` and `max` of a field that is no number may mean its length, its date or its number of rows. */
function fits(rule: FieldRule, field: RuledField): boolean {
  return (rule.kind !== 'min' && rule.kind !== 'max') || field.kind === 'number';
}

function asJson(rule: FieldRule): JsonValue {
  return 'limit' in rule ? { [rule.kind]: rule.limit } : rule.kind;
}

/** The interface shows a rule "coded 274" for an e-mail address, and for nothing else. */
function isMailCode(rule: JsonValue, field: RuledField): boolean {
  const code = isObject(rule) ? firstOf(rule, 'rule', 'filter', 'code') : rule;
  return number(code) === 274 && /mail/i.test(field.path.at(-1) ?? '');
}

/** Rules keyed by field, or a list of rules that each name their field. */
function rulesNamed(rules: JsonValue | undefined, field: RuledField): JsonValue | undefined {
  if (!Array.isArray(rules)) return namedIn(rules, field.path, field.at);
  return rules.filter(
    (rule) => isObject(rule) && names(wording(firstOf(rule, 'field', 'column', 'attribute', 'key')), field),
  );
}

/** `{ city: true }`, `{ city: 'Please fill in the city' }`, `{ leads: { city: … } }`, `['city']` or `{ leads: ['city'] }`. */
function notEmpty(source: JsonValue | undefined, field: RuledField): FieldRule[] {
  const said = namedIn(source, field.path, field.at);
  if (said !== undefined && said !== null) {
    if (flag(said) === false) return [];
    const words = isObject(said) ? wording(firstOf(said, 'message', 'msg', 'text')) : wording(said);
    const message = words !== undefined && /\s/.test(words) ? plainText(words, 500) : undefined;
    return [message === undefined ? { kind: 'required' } : { kind: 'required', message }];
  }
  const root = field.path[0] ?? '';
  const lists = [source, isObject(source) && Object.hasOwn(source, root) ? source[root] : undefined];
  const isListed = lists.some((part) => list(part).some((name) => typeof name === 'string' && names(name, field)));
  return isListed ? [{ kind: 'required' }] : [];
}

function names(name: string | undefined, field: RuledField): boolean {
  return name !== undefined && (name === field.path.join('.') || name === field.at.join('.'));
}

function attributeRules(element: JsonObject): FieldRule[] {
  const nested = firstOf(element, 'attributes', 'attribs', 'attrs');
  return isObject(nested) ? [...rulesOn(element), ...rulesOn(nested)] : rulesOn(element);
}

function rulesOn(place: JsonObject): FieldRule[] {
  const rules: FieldRule[] = [];
  const required = firstOf(place, 'required', 'is_required', 'mandatory', 'is_mandatory', 'not_empty');
  if (flag(required) === true || required === 'required') rules.push({ kind: 'required' });
  for (const [kind, ...keys] of limits) {
    const limit = number(firstOf(place, ...keys));
    // a length of 0 stands for no limit in form builders
    if (limit !== undefined && (limit > 0 || kind === 'min' || kind === 'max')) rules.push({ kind, limit });
  }
  const source = wording(firstOf(place, 'pattern'));
  if (source !== undefined) rules.push({ kind: 'pattern', source: source.slice(0, 1_000) });
  return rules;
}

const limits: readonly ['maxLength' | 'minLength' | 'min' | 'max', ...string[]][] = [
  ['maxLength', 'maxlength', 'max_length', 'maxLength'],
  ['minLength', 'minlength', 'min_length', 'minLength'],
  ['min', 'min', 'min_value'],
  ['max', 'max', 'max_value'],
];

/** One rule of a kind; of two the one with words, and an empty value is the first thing to complain about. */
function once(rules: readonly FieldRule[]): FieldRule[] {
  const found = new Map<string, FieldRule>();
  for (const rule of rules) {
    const known = found.get(rule.kind);
    if (!known || (known.message === undefined && rule.message !== undefined)) found.set(rule.kind, rule);
  }
  return [...found.values()].toSorted(
    (one, other) => Number(other.kind === 'required') - Number(one.kind === 'required'),
  );
}
