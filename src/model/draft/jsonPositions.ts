import { type Node, parseTree } from 'jsonc-parser';

/** From `start` up to, but not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Ranges of a value and of the key before it, including quotes. List items have no key. */
export interface JsonPosition {
  readonly key?: TextSpan;
  readonly value: TextSpan;
}

/** Maps paths to ranges in a JSON text. In a broken text, finds whatever can be parsed. */
export class JsonPositions {
  readonly #root: Node | undefined;

  constructor(text: string) {
    this.#root = treeOf(text);
  }

  /**
   * Finds the position of a path of keys and indexes. If a key is duplicated, the last one wins, as in `JSON.parse`;
   * the parser's own search would return the first.
   */
  find(path: readonly (string | number)[]): JsonPosition | undefined {
    let found = this.#root;
    for (const step of path) found = found && inside(found, String(step));
    if (!found) return undefined;
    const key = found.parent?.type === 'property' ? found.parent.children?.[0] : undefined;
    return key ? { key: spanOf(key), value: spanOf(found) } : { value: spanOf(found) };
  }
}

/** Returns undefined if the text is nested too deeply to parse. */
export function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text, [], { disallowComments: true });
  } catch (error) {
    // the parser is recursive; fields thousands of levels deep aren't supported
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function inside({ type, children = [] }: Node, step: string): Node | undefined {
  if (type === 'array') return String(Number(step)) === step ? children[Number(step)] : undefined;
  if (type !== 'object') return undefined;
  const isThere = ({ children: [key, value] = [] }: Node): boolean => key?.value === step && value !== undefined;
  return children.findLast(isThere)?.children?.[1];
}

function spanOf({ offset, length }: Node): TextSpan {
  return { start: offset, end: offset + length };
}
