import type { Node } from 'jsonc-parser';
import { treeOf } from './jsonPositions.ts';
import { keysBeside } from '../form/companionKeys.ts';

/** A range in a record's text that names another record: by its id or its text. */
export interface TextReference {
  readonly start: number;
  readonly length: number;
  readonly id: string;
  readonly model: string;
}

/** Longer texts are skipped: VS Code asks again after every change. */
const longest = 1_000_000;

/** Finds references anywhere in a record's text by their companion keys. */
export function referencesInText(text: string): TextReference[] {
  if (text.length > longest) return [];
  const found: TextReference[] = [];
  const waiting = [treeOf(text)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'object') for (const one of referencesOf(node, text)) found.push(one);
    // a list may be too long to be spread
    for (const child of node.children ?? []) waiting.push(child);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function referencesOf({ children = [] }: Node, text: string): TextReference[] {
  const values = new Map(
    children.flatMap(({ children: [key, value] = [] }) => (key && value ? [[String(key.value), value] as const] : [])),
  );
  return [...values].flatMap(([key, value]) => {
    const beside = keysBeside(key);
    const [id, model] = [scalar(value, text), values.get(beside.type)];
    if (id === '' || model?.type !== 'string' || String(model.value).trim() === '') return [];
    const shown = values.get(beside.label);
    const nodes = shown && scalar(shown, text) !== '' ? [value, shown] : [value];
    return nodes.map(({ offset, length }) => ({ start: offset, length, id, model: String(model.value) }));
  });
}

/** Returns a number with all of its digits. */
function scalar({ type, value, offset, length }: Node, text: string): string {
  if (type === 'string') return String(value).trim();
  return type === 'number' ? text.slice(offset, offset + length) : '';
}
