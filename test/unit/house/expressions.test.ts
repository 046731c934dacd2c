import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { inProject } from '../../support/projectPaths.ts';
import type { growthOf as GrowthOf } from './expressionGrowth.ts';

interface Expression {
  readonly source: string;
  readonly flags: string;
}

interface Found {
  readonly expressions: readonly Expression[];
  /** Expressions built at run time, which can't be checked statically. */
  readonly made: readonly string[];
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly start: number; readonly end: number };

function expressionsIn(file: string, text: string): Found {
  const { program, errors } = parseSync(file, text);
  assert.deepEqual(errors, [], file);
  const expressions: Expression[] = [];
  const made: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { regex, callee, start, end, ...parts } = node as SyntaxNode;
    if (regex) {
      const { pattern, flags } = regex as { pattern: string; flags: string };
      expressions.push({ source: pattern, flags });
    }
    if ((callee as { name?: unknown } | undefined)?.name === 'RegExp') made.push(text.slice(start, end));
    visit(callee);
    Object.values(parts).forEach(visit);
  };
  visit(program);
  return { expressions, made };
}

describe('regular expressions', () => {
  let growthOf: typeof GrowthOf;
  before(async () => ({ growthOf } = await import('./expressionGrowth.ts')));

  function growth({ source, flags }: Expression): string {
    try {
      return growthOf(source, flags);
    } catch (error) {
      return `not known: ${String(error)}`;
    }
  }

  it('take linear time for any text', () => {
    const bad = globSync('**/*.ts', { cwd: inProject('src') }).flatMap((file) => {
      const { expressions, made } = expressionsIn(file, readFileSync(inProject('src', file), 'utf8'));
      return [
        ...expressions
          .map((one) => ({ ...one, how: growth(one) }))
          .filter(({ how }) => how !== 'linear')
          .map(({ source, flags, how }) => `${file}: /${source}/${flags} is ${how}`),
        ...made.map((what) => `${file}: ${what} is made while the program runs`),
      ];
    });
    assert.deepEqual(bad, []);
  });

  it('are found anywhere in the source', () => {
    const text = "const a = /x/g; f(/y/.test(b) ? [/z/u] : new RegExp(c, 'g'), RegExp('d'));";
    const { expressions, made } = expressionsIn('a.ts', text);
    assert.deepEqual(
      expressions.map(({ source, flags }) => `/${source}/${flags}`),
      ['/x/g', '/y/', '/z/u'],
    );
    assert.deepEqual(made, ["new RegExp(c, 'g')", "RegExp('d')"]);
  });

  const known: Readonly<Record<string, readonly RegExp[]>> = {
    linear: [
      /^a+$/,
      /[^a-z0-9]+/g,
      /^\s*(.*)/,
      /^([^,]*),([^,]*)$/,
      /\bBearer\s+\S+/gi,
      /<title[^<>]*>([^<]{1,200})/i,
      /&(?=#?\w+;)/g,
      /(?<![\w./])[a-z]\w*\/\d+(?!\w)/g,
      /(?<=^-?|[,:]-?)\d+(?=\s*[,}])/y,
      /^(?:a|ab)*c/,
      /(?:ab)+/g,
      /([0-9a-f]{4}-){3}/i,
    ],
    polynomial: [
      /\s+$/,
      /^\/+|\/+$/g,
      /a+a+b/,
      /^\s*(\S*?)\s*$/,
      /<title[^>]*>x/i,
      /https?:\/\/\S+x/,
      /"(?:[^"]|"")*x/g,
      /\d+(?=\s*x)/g,
      /a(?:[^z]*z)?/g,
      /(?=.*a)b/,
      /[a-z]{0,100}:/,
    ],
    exponential: [/^(a+)+$/, /^(a*)*b/, /^(?:a|a)*b/, /^(\w+\s?)*$/, /^(?:a|aa){30}$/, /^(a|b|ab)*c$/],
    'not known: Error: it refers back to what it took': [/(a)\1/],
    'not known: Error: it looks behind itself for any number of letters': [/(?<=a+)b/],
    'not known: Error: it counts what may be empty': [/^(a?){30}a{30}$/],
  };
  for (const [how, expressions] of Object.entries(known))
    for (const expression of expressions)
      it(`such as ${String(expression)} are ${how}`, () => assert.equal(growth(expression), how));
});
