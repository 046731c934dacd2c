import { t } from '@vscode/l10n';

/** From `start` up to, but not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** How a value is reached from the one around it: the key of an object, or the number of an item. */
export type JsonStep = { readonly key: TextSpan } | { readonly index: number };

export interface JsonListener {
  /** The outermost value is reached by no step; it has the depth 0. */
  begin(step: JsonStep | undefined, depth: number): void;
  end(depth: number, span: TextSpan): void;
}

/** Where a text stops being JSON. */
export interface JsonFault {
  readonly offset: number;
  /** One sentence for someone who does not know what JSON is. */
  readonly sentence: string;
}

interface Holder {
  readonly start: number;
  readonly isList: boolean;
  index: number;
}

/**
 * Tells of every value of the text, up to its end or its first fault. It takes exactly what `JSON.parse` takes.
 * It keeps its own stack: a text may be nested deeper than calls can be.
 */
export function walkJson(text: string, listener: JsonListener): JsonFault | undefined {
  const holders: Holder[] = [];
  let at = skipSpace(text, 0);
  let step: JsonStep | undefined;
  if (at === text.length) return fault(at, t('There is no text.'));
  for (;;) {
    // a value begins here
    const depth = holders.length;
    const opener = text[at];
    if (opener === '{' || opener === '[') {
      listener.begin(step, depth);
      const holder: Holder = { start: at, isList: opener === '[', index: 0 };
      const inside = skipSpace(text, at + 1);
      if (text[inside] === closer(holder)) {
        listener.end(depth, { start: at, end: inside + 1 });
        at = inside + 1;
      } else {
        holders.push(holder);
        const next = holder.isList ? { at: inside, step: { index: 0 } } : readKey(text, inside);
        if ('sentence' in next) return next;
        ({ at, step } = next);
        continue;
      }
    } else {
      const end = readPlain(text, at);
      if (typeof end !== 'number') return end;
      listener.begin(step, depth);
      listener.end(depth, { start: at, end });
      at = end;
    }
    // a value ended here; so may what is around it
    const next = afterValue(text, at, holders, listener);
    if (next === undefined) return undefined;
    if ('sentence' in next) return next;
    ({ at, step } = next);
  }
}

interface Next {
  readonly at: number;
  readonly step: JsonStep;
}

/** Where the next value begins; undefined at the end of the text. */
function afterValue(
  text: string,
  before: number,
  holders: Holder[],
  listener: JsonListener,
): Next | JsonFault | undefined {
  let ended = before;
  for (;;) {
    const at = skipSpace(text, ended);
    const holder = holders.at(-1);
    if (!holder)
      return at === text.length ? undefined : fault(at, t('The text should have ended here, but something follows.'));
    const char = text[at];
    if (char === closer(holder)) {
      holders.pop();
      ended = at + 1;
      listener.end(holders.length, { start: holder.start, end: ended });
      continue;
    }
    if (char !== ',') {
      const close = closer(holder);
      // where the comma is missing, and not where the next thing stands, which may be lines below
      return at === text.length
        ? fault(at, t('The text ends before the {0} that belongs to an earlier {1}.', close, holder.isList ? '[' : '{'))
        : fault(ended, t('A comma or {0} is missing here.', close));
    }
    const after = skipSpace(text, at + 1);
    if (text[after] === closer(holder))
      return fault(at, t('There is a comma too many before the {0}.', closer(holder)));
    if (!holder.isList) return readKey(text, after);
    holder.index += 1;
    return { at: after, step: { index: holder.index } };
  }
}

function readKey(text: string, start: number): Next | JsonFault {
  if (text[start] !== '"')
    return start === text.length
      ? fault(start, t('The text ends where the name of a field should stand.'))
      : fault(start, t('The name of a field, in double quotes, should stand here.'));
  const end = readString(text, start);
  if (typeof end !== 'number') return end;
  const colon = skipSpace(text, end);
  if (text[colon] !== ':') return fault(end, t('A colon is missing after the name of the field.'));
  return { at: skipSpace(text, colon + 1), step: { key: { start, end } } };
}

/** The end of a text, a number or a word. */
function readPlain(text: string, start: number): number | JsonFault {
  const first = text[start];
  if (first === undefined) return fault(start, t('The text ends where a value should stand.'));
  if (first === '"') return readString(text, start);
  for (const pattern of [number, word]) {
    pattern.lastIndex = start;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return start + found.length;
  }
  if (first === "'") return fault(start, t('A text stands in double quotes, not in single ones.'));
  return fault(
    start,
    t('A value should stand here: a text in double quotes, a number, true, false, null, a list or an object.'),
  );
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

function readString(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 0x20)
      return code === 0x0a || code === 0x0d
        ? fault(at, t('The double quotes that end the text are missing in this line.'))
        : fault(at, t('A text cannot hold this control character as it is.'));
    if (code !== backslash) continue;
    escape.lastIndex = at;
    const [found] = escape.exec(text) ?? [];
    if (found === undefined) return fault(at, t('After a backslash only these can follow: {0}.', escapes));
    at += found.length - 1;
  }
  return fault(text.length, t('The text ends before the double quotes that belong to earlier ones.'));
}

const escapes = String.raw`" \ / b f n r t u`;
const quote = 0x22;
const backslash = 0x5c;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}

function closer({ isList }: Holder): ']' | '}' {
  return isList ? ']' : '}';
}

function fault(offset: number, sentence: string): JsonFault {
  return { offset, sentence };
}
