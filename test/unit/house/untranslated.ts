import { literalText, type Node, parse, sourceIn, visit } from '../../support/sentences.ts';

interface Template extends Node {
  readonly quasis: readonly { readonly value: { readonly raw: string; readonly cooked: string | null } }[];
}

interface Page extends Node {
  readonly tag: { readonly name?: string };
  readonly quasi: Template;
}

interface Call extends Node {
  readonly callee: Node & { readonly name?: string; readonly property?: { readonly name?: string } };
  readonly arguments: readonly Node[];
}

/** Placeholder for a value within a text. */
const gap = '\uFFFC';

/** Properties whose text is only shown to users. */
const shownProperties = new Set([
  'title',
  'label',
  'detail',
  'description',
  'prompt',
  'placeHolder',
  'placeholder',
  'tooltip',
  'spoken',
  'help',
  'sentence',
  'problem',
  'why',
  'remedy',
  'doing',
  'textContent',
  'innerText',
  'ariaLabel',
  'alt',
  'openLabel',
  'saveLabel',
]);
const shownAttributes = /^(?:aria-label|aria-description|aria-roledescription|title|placeholder|alt)$/;
const shownBy =
  /^(?:show(?:Information|Warning|Error|Dialog|InStatusBar)|setTabTitle|setViewMessage|shownError|UserError|FileProblem|DemoError|MessageNode)$/;
/** The log is in English, for support. */
const notShownBy = /^(?:warn|info|debug|trace|onBadMessage)$/;

/** The untranslated user-facing texts of a file, with their locations. `file` is its path relative to src. */
export function untranslatedIn(file: string, text: string): string[] {
  const found: string[] = [];
  const note = (node: Node, words: string): void => {
    found.push(`${sourceIn(file, text, node)} ${words.replaceAll(/\s+/g, ' ').replaceAll(gap, '…').trim()}`);
  };
  visit(parse(file, text), (node, above) => {
    const parent = above.at(-1);
    if (!parent || /^(?:Import|Export|TS)/.test(parent.type) || isTranslated(above)) return;
    if (isPage(node)) return pageWords(node).forEach((words) => note(node, words));
    if (isPage(parent)) return;
    const words = wordsOf(node);
    if (words === undefined || isCompared(parent, node) || isLogged(above)) return;
    if (isShown(parent, node) ? /[A-Za-z]{2}/.test(words) : isSentence(words)) note(node, words);
  });
  return found;
}

function wordsOf(node: Node): string | undefined {
  return node.type === 'TemplateLiteral' ? templateText(node as Template) : literalText(node);
}

/** A tagged template may contain what a string can't: with `String.raw`, a backslash before anything. */
function templateText({ quasis }: Template): string {
  return quasis.map(({ value }) => value.cooked ?? value.raw).join(gap);
}

function isPage(node: Node): node is Page {
  return node.type === 'TaggedTemplateExpression' && (node as Page).tag.name === 'html';
}

/** Words that start with a capital letter or a value, or end in a period. */
function isSentence(words: string): boolean {
  return /\p{L}{2}[,:;”"’]? [\uFFFC\p{L}“"(]/u.test(words) && /^[“"(]?(?:\p{Lu}\p{Ll}|\uFFFC )|[.…?]$/u.test(words);
}

function isTranslated(above: readonly Node[]): boolean {
  return above.some((node) => node.type === 'CallExpression' && nameOf(node as Call) === 't');
}

function isLogged(above: readonly Node[]): boolean {
  return above.some((node) => node.type === 'CallExpression' && notShownBy.test(nameOf(node as Call)));
}

function nameOf({ callee }: Call): string {
  return callee.name ?? callee.property?.name ?? '';
}

function isCompared(parent: Node, node: Node): boolean {
  const { operator = '', test } = parent as Node & { operator?: string; test?: Node };
  return /^[=!]==?$/.test(operator) || (parent.type === 'SwitchCase' && test === node);
}

function isShown(parent: Node, node: Node): boolean {
  const { key, left, value } = parent as Node & {
    key?: { name?: string };
    left?: { property?: { name?: string } };
    value?: Node;
  };
  if (parent.type === 'Property') return value === node && shownProperties.has(key?.name ?? '');
  if (parent.type === 'AssignmentExpression') return shownProperties.has(left?.property?.name ?? '');
  if (parent.type !== 'CallExpression' && parent.type !== 'NewExpression') return false;
  const call = parent as Call;
  if (nameOf(call) === 'setAttribute')
    return call.arguments[1] === node && shownAttributes.test(literalText(call.arguments[0]) ?? '');
  return shownBy.test(nameOf(call));
}

/** The texts of a page between its elements and in attributes that users see or hear. */
function pageWords({ quasi }: Page): string[] {
  const page = templateText(quasi);
  const read = [...page.matchAll(/\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, words = '']) => words);
  // a value may replace an attribute, an element or a text
  const between = page.replaceAll(/<[^<>]*>/g, '\n').split('\n');
  return [...read, ...between].filter((words) => /\p{L}{2}/u.test(words));
}
