import fc from 'fast-check';
import type { JsonValue } from '../../src/model/json.ts';

/** What a service might do to an answer: retype, drop, wrap, repeat, rename, or slip in a key that changes prototypes. */
export type Mutation = { readonly at: number; readonly how: number; readonly value: JsonValue };

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(100_000),
    how: fc.nat(7),
    value: fc.oneof(
      fc.constantFrom<JsonValue>(
        null,
        '',
        '0',
        [],
        {},
        [[]],
        [{}],
        'null',
        -1,
        1e308,
        true,
        '[object Object]',
        '\u0000',
      ),
      fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

/**
 * Returns text, since `__proto__` can only be expressed there. Nodes are counted in document order; `at` wraps around.
 */
export function mutate(answer: JsonValue, changes: readonly Mutation[]): string {
  return changes.reduce((text, change) => applyOne(JSON.parse(text) as JsonValue, change), JSON.stringify(answer));
}

function applyOne(answer: JsonValue, { at, how, value }: Mutation): string {
  const target = at % countNodes(answer);
  let seen = -1;
  const visit = (node: JsonValue): string => {
    seen += 1;
    if (seen === target) return changed(node, how, value);
    if (Array.isArray(node)) return `[${node.map(visit).join(',')}]`;
    if (typeof node !== 'object' || node === null) return JSON.stringify(node);
    return `{${Object.entries(node)
      .map(([key, part]) => `${JSON.stringify(key)}:${visit(part)}`)
      .join(',')}}`;
  };
  return visit(answer);
}

function changed(node: JsonValue, how: number, value: JsonValue): string {
  const text = JSON.stringify(node);
  const other = JSON.stringify(value);
  if (how === 0) return other;
  if (how === 1) return `[${text}]`;
  if (how === 2) return `{"0":${text}}`;
  if (how === 3) return `{"__proto__":${text},"constructor":${other}}`;
  if (how === 4) return `[${text},${other},${text}]`;
  if (how === 5) return JSON.stringify(text);
  if (how === 6 && typeof node === 'object' && node !== null && !Array.isArray(node))
    return JSON.stringify(Object.fromEntries(Object.entries(node).slice(1)));
  return typeof node === 'number' ? JSON.stringify(String(node)) : other;
}

function countNodes(node: JsonValue): number {
  if (typeof node !== 'object' || node === null) return 1;
  return 1 + Object.values(node).reduce<number>((sum, part) => sum + countNodes(part), 0);
}
