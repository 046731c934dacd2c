import type { FieldPath } from '../../model/form/fieldPath.ts';
import type { FieldRule } from '../../model/form/fieldRule.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { namedIn } from './namedIn.ts';
import { plainText } from '../plainText.ts';
import { firstOf, flag, list, nonBlank } from '../tolerant.ts';

/** `filterRules` and `notEmptyField` of an answer, sorted once: both may be long, and every field looks into them. */
export interface RuleBook {
  readonly keyed: JsonValue | undefined;
  readonly listed: ReadonlyMap<string, JsonValue[]>;
  readonly notEmptyKeyed: JsonValue | undefined;
  readonly notEmptyListed: ReadonlySet<string>;
}

export function openRuleBook(answer: JsonObject): RuleBook {
  const rules = firstOf(answer, 'filterRules', 'filter_rules');
  const notEmpty = firstOf(answer, 'notEmptyField', 'not_empty_field', 'notEmptyFields');
  return { keyed: rules, listed: byField(rules), notEmptyKeyed: notEmpty, notEmptyListed: namesIn(notEmpty) };
}

/** A list of rules that each name their field. */
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
  const add = (part: JsonValue | undefined, before: string): void => {
    for (const name of isNumbered(part) ? list(part) : []) if (typeof name === 'string') names.add(before + name);
  };
  add(source, '');
  if (isObject(source)) for (const [key, part] of Object.entries(source)) add(part, `${key}.`);
  return names;
}

function isNumbered(part: JsonValue | undefined): boolean {
  return Array.isArray(part) || (isObject(part) && Object.hasOwn(part, '0'));
}

export function rulesNamed(book: RuleBook, path: FieldPath, at: FieldPath): (JsonValue | undefined)[] {
  const listed = [path.join('.'), at.join('.')].flatMap((name) => book.listed.get(name) ?? []);
  return [namedIn(book.keyed, path, at), ...listed.slice(0, 100)];
}

/** `{ city: true }`, `{ city: 'Please fill in the city' }`, `{ leads: { city: … } }`, or a list that names the field. */
export function notEmptyRule(book: RuleBook, path: FieldPath, at: FieldPath): FieldRule[] {
  const said = namedIn(book.notEmptyKeyed, path, at);
  if (isObject(said)) {
    // without words in it, it is about what lies inside the field
    const words = nonBlank(firstOf(said, 'message', 'msg', 'text'));
    return words === undefined ? [] : [{ kind: 'required', message: plainText(words, 500) }];
  }
  const words = nonBlank(said);
  if (words !== undefined && flag(said) !== false) {
    return [/\s/.test(words) ? { kind: 'required', message: plainText(words, 500) } : { kind: 'required' }];
  }
  const isListed = book.notEmptyListed.has(path.join('.')) || book.notEmptyListed.has(at.join('.'));
  return isListed ? [{ kind: 'required' }] : [];
}
