import { type Node, parseTree } from 'jsonc-parser';

/** From `start` up to, but not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Where a value stands in a text, and the key before it, quotes included. A list's items have no key. */
export interface JsonPosition {
  readonly key?: TextSpan;
  readonly value: TextSpan;
}

/** Where the values of a JSON text stand. In a broken text those are found that can be told apart. */
export class JsonPositions {
  readonly #root: Node | undefined;

  constructor(text: string) {
    this.#root = treeOf(text);
  }

  /**
   * The place that a path of keys and item numbers leads to. Of a key that is there twice the last counts, as it does in
   * `JSON.parse`, and not the first, as for the parser's own search.
   */
  find(path: readonly (string | number)[]): JsonPosition | undefined {
    let found = this.#root;
    for (const step of path) found = found && inside(found, String(step));
    if (!found) return undefined;
    const key = found.parent?.type === 'property' ? found.parent.children?.[0] : undefined;
    return key ? { key: spanOf(key), value: spanOf(found) } : { value: spanOf(found) };
  }
}

/** Undefined for what is too deep to be read. */
export function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text, [], { disallowComments: true });
  } catch (error) {
    // the parser calls itself for every level: nobody looks for a field thousands of levels below
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
