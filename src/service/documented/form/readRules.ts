import type { FieldKind } from '../../../model/form/fieldKind.ts';
import type { FieldPath } from '../../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { FieldRule } from '../../../model/form/formElement.ts';
import { readRuleValue, type ReadRules } from './readRuleValue.ts';
import { firstOf, asBoolean, asNumber, nonBlank, asList } from '../tolerant.ts';
import { entryForField } from './entryForField.ts';
import { textOfHtml } from '../textOfHtml.ts';

export interface RuledField {
  readonly path: FieldPath;
  readonly at: FieldPath;
  readonly kind: FieldKind;
}

/** Rules of one field, from its element, `filterRules` and `notEmptyField`. */
export function readRules(book: RuleSources, element: JsonObject, field: RuledField): ReadRules {
  const sources = [
    ...['rules', 'validation', 'validations', 'validators', 'filterRules'].map((key) => structured(element[key])),
    ...rulesNamed(book, field.path, field.at),
  ];
  const read = sources.map(readRuleValue);
  const all: FieldRule[] = [
    ...notEmptyRule(book, field.path, field.at),
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

/** A flag such as `rules: "1"` isn't a rule. */
function structured(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'object' || (typeof value === 'string' && /[a-z]/i.test(value)) ? value : undefined;
}

/** For a field that isn't a number, `min` and `max` may mean its length, its date or its number of rows. */
function fits(rule: FieldRule, field: RuledField): boolean {
  return (rule.kind !== 'min' && rule.kind !== 'max') || field.kind === 'number';
}

function asJson(rule: FieldRule): JsonValue {
  return 'limit' in rule ? { [rule.kind]: rule.limit } : rule.kind;
}

/** The interface uses rule code 274 only for an email address. */
function isMailCode(rule: JsonValue, field: RuledField): boolean {
  const code = isObject(rule) ? firstOf(rule, 'rule', 'filter', 'code') : rule;
  return asNumber(code) === 274 && /mail/i.test(field.path.at(-1) ?? '');
}

function attributeRules(element: JsonObject): FieldRule[] {
  const nested = firstOf(element, 'attributes', 'attribs', 'attrs');
  return isObject(nested) ? [...rulesOn(element), ...rulesOn(nested)] : rulesOn(element);
}

function rulesOn(holder: JsonObject): FieldRule[] {
  const rules: FieldRule[] = [];
  const required = firstOf(holder, 'required', 'is_required', 'mandatory', 'is_mandatory', 'not_empty');
  if (asBoolean(required) === true || required === 'required') rules.push({ kind: 'required' });
  for (const [kind, ...keys] of limits) {
    const limit = asNumber(firstOf(holder, ...keys));
    // form builders use a length of 0 for no limit
    if (limit !== undefined && (limit > 0 || kind === 'min' || kind === 'max')) rules.push({ kind, limit });
  }
  const source = nonBlank(firstOf(holder, 'pattern'));
  if (source !== undefined) rules.push({ kind: 'pattern', source: source.slice(0, 1_000) });
  return rules;
}

const limits: readonly ['maxLength' | 'minLength' | 'min' | 'max', ...string[]][] = [
  ['maxLength', 'maxlength', 'max_length', 'maxLength'],
  ['minLength', 'minlength', 'min_length', 'minLength'],
  ['min', 'min', 'min_value'],
  ['max', 'max', 'max_value'],
];

/** Keeps one rule per kind, preferring one with a message; `required` is checked first. */
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

/** `filterRules` and `notEmptyField` of a response, indexed once: both may be long, and every field looks them up. */
export interface RuleSources {
  readonly keyed: JsonValue | undefined;
  readonly listed: ReadonlyMap<string, JsonValue[]>;
  readonly notEmptyKeyed: JsonValue | undefined;
  readonly notEmptyListed: ReadonlySet<string>;
}

export function readRuleSources(answer: JsonObject): RuleSources {
  const rules = firstOf(answer, 'filterRules', 'filter_rules');
  const notEmpty = firstOf(answer, 'notEmptyField', 'not_empty_field', 'notEmptyFields');
  return { keyed: rules, listed: byField(rules), notEmptyKeyed: notEmpty, notEmptyListed: namesIn(notEmpty) };
}

/** Indexes a list of rules that each name their field. */
function byField(rules: JsonValue | undefined): Map<string, JsonValue[]> {
  const listed = new Map<string, JsonValue[]>();
  for (const rule of Array.isArray(rules) ? rules : []) {
    const field = isObject(rule) ? nonBlank(firstOf(rule, 'field', 'column', 'attribute', 'key')) : undefined;
    if (field === undefined) continue;
    const known = listed.get(field);
    if (known) known.push(rule);
    else listed.set(field, [rule]);
  }
  return listed;
}

/** `['city']`, `{ 0: 'city' }` or `{ leads: ['city'] }`. */
function namesIn(source: JsonValue | undefined): Set<string> {
  const names = new Set<string>();
  const add = (item: JsonValue | undefined, before: string): void => {
    for (const name of isNumbered(item) ? asList(item) : []) if (typeof name === 'string') names.add(before + name);
  };
  add(source, '');
  if (isObject(source)) for (const [key, item] of Object.entries(source)) add(item, `${key}.`);
  return names;
}

function isNumbered(item: JsonValue | undefined): boolean {
  return Array.isArray(item) || (isObject(item) && Object.hasOwn(item, '0'));
}

function rulesNamed(book: RuleSources, path: FieldPath, at: FieldPath): (JsonValue | undefined)[] {
  const listed = [path.join('.'), at.join('.')].flatMap((name) => book.listed.get(name) ?? []);
  return [entryForField(book.keyed, path, at), ...listed.slice(0, 100)];
}

/** `{ city: true }`, `{ city: 'Please fill in the city' }`, `{ leads: { city: … } }`, or a list that names the field. */
function notEmptyRule(book: RuleSources, path: FieldPath, at: FieldPath): FieldRule[] {
  const said = entryForField(book.notEmptyKeyed, path, at);
  if (isObject(said)) {
    // without a message, it describes the parts of the field
    const words = nonBlank(firstOf(said, 'message', 'msg', 'text'));
    return words === undefined ? [] : [{ kind: 'required', message: textOfHtml(words, 500) }];
  }
  const words = nonBlank(said);
  if (words !== undefined && asBoolean(said) !== false) {
    return [/\s/.test(words) ? { kind: 'required', message: textOfHtml(words, 500) } : { kind: 'required' }];
  }
  const isListed = book.notEmptyListed.has(path.join('.')) || book.notEmptyListed.has(at.join('.'));
  return isListed ? [{ kind: 'required' }] : [];
}
