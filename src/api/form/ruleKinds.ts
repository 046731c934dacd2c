import type { FieldRule } from '../../model/form/fieldRule.ts';
import type { JsonValue } from '../../model/json.ts';
import { number, text } from '../tolerant.ts';

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

export function ruleName(name: string): RuleName | undefined {
  const plain = name.toLowerCase().replace(/[^a-z]+/g, '');
  return names.find(([, pattern]) => pattern.test(plain))?.[0];
}

export function takesArguments(name: string): boolean {
  return ['maxLength', 'minLength', 'lengthBetween', 'range', 'min', 'max', 'inList', 'pattern'].includes(
    ruleName(name) ?? '',
  );
}

/** No rule at all when the name is not known or what it needs is missing: what cannot be read must not stop a save. */
export function makeRules(name: string, given: JsonValue[]): FieldRule[] {
  const kind = ruleName(name);
  const [first, second] = given.map(number);
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
      const values = given.flatMap((value) => text(value)?.trim() ?? []);
      return values.length === 0 ? [] : [{ kind, values }];
    }
    case 'pattern': {
      const source = text(given[0]);
      return source === undefined ? [] : [{ kind, source: source.slice(0, 1_000) }];
    }
    default:
      return [{ kind }];
  }
}
