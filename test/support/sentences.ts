import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type Program } from 'oxc-parser';
import { placeholdersIn } from '../../l10n/writeTranslations.ts';
import { inProject } from './projectPaths.ts';

type Texts = Readonly<Record<string, string>>;

/** One call of `t` in src. */
export interface Sentence {
  /** `tree/listViewNode.ts:12`. */
  readonly at: string;
  /** Undefined if it is built at runtime, so that it can't be translated. */
  readonly text: string | undefined;
  /** False if it is translated while the file loads, possibly before the translation is available. */
  readonly isLate: boolean;
}

export interface Node {
  readonly type: string;
  readonly start: number;
}

const library = '@vscode/l10n';

/** Files with translated text. The demo is a separate service with its own language, and the command line is in English. */
export function speakingFiles(): string[] {
  return globSync('**/*.ts', { cwd: inProject('src') })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !/^(?:demo|cli)\//.test(file) && file !== 'manifest.ts' && !file.endsWith('.d.ts'))
    .toSorted();
}

let used: readonly Sentence[] | undefined;

/** Reads all files once: parsing them takes a second. */
export function usedSentences(): readonly Sentence[] {
  return (used ??= speakingFiles().flatMap((file) => sentencesIn(file, readFileSync(inProject('src', file), 'utf8'))));
}

/** What each key in l10n/de.json translates, in order: messages verbatim, texts of package.json as `%…%`. */
export function shownTexts(sentences = usedSentences()): Map<string, string> {
  const english = readTexts('l10n/en.json');
  const said = sentences.flatMap(({ text }): [string, string][] => (text === undefined ? [] : [[text, text]]));
  const placeholders = placeholdersIn(readFileSync(inProject('package.json'), 'utf8'));
  const titles = placeholders.map((key): [string, string] => [`%${key}%`, english[key] ?? key]);
  return new Map([...said, ...titles].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(inProject(file), 'utf8')) as Texts;
}

export function sentencesIn(file: string, text: string): Sentence[] {
  if (!text.includes(library)) return [];
  const found: Sentence[] = [];
  visit(parse(file, text), (node, above) => {
    const call = node as Node & { callee?: { name?: string }; arguments?: readonly Node[] };
    if (node.type !== 'CallExpression' || call.callee?.name !== 't') return;
    const isLate = above.some(({ type }) => /Function|^(?:Method|Property)Definition$/.test(type));
    found.push({ at: sourceIn(file, text, node), text: literalText(call.arguments?.[0]), isLate });
  });
  return found;
}

export function parse(file: string, text: string): Program {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program;
}

export function sourceIn(file: string, text: string, { start }: Node): string {
  return `${file}:${text.slice(0, start).split('\n').length}`;
}

/** The text of a literal; undefined for anything else. */
export function literalText(node: Node | undefined): string | undefined {
  const {
    type,
    value,
    quasis = [],
  } = (node ?? { type: '' }) as Node & {
    value?: unknown;
    quasis?: readonly { readonly value: { readonly cooked: string } }[];
  };
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' && quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}

/** Visits every node with its ancestors, nearest last. */
export function visit(
  node: Node,
  see: (node: Node, above: readonly Node[]) => void,
  above: readonly Node[] = [],
): void {
  see(node, above);
  const inside = [...above, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value as unknown]) {
      if (isNode(child)) visit(child, see, inside);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}
