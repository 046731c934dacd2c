/** Completions at the caret, and the range that they replace. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

const maxNames = 8;

/** Completes column names inside a JSON string that starts before the caret. */
export function completeName(text: string, caret: number, names: readonly string[]): Completion | undefined {
  const from = openQuote(text, caret);
  if (from === undefined) return undefined;
  const typed = text.slice(from, caret).toLowerCase();
  const rest = /^[\w.]*/.exec(text.slice(caret))?.[0] ?? '';
  const found = names.filter((name) => name.toLowerCase().includes(typed) && name.toLowerCase() !== typed);
  const best = found.toSorted((one, other) => rank(one, typed) - rank(other, typed)).slice(0, maxNames);
  return best.length === 0 ? undefined : { from, to: caret + rest.length, names: best };
}

/** Names that start with the typed text come first, with or without the alias. */
function rank(name: string, typed: string): number {
  const lower = name.toLowerCase();
  return lower.startsWith(typed) || lower.includes(`.${typed}`) ? 0 : 1;
}

function openQuote(text: string, caret: number): number | undefined {
  let start: number | undefined;
  for (let index = 0; index < caret; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') start = start === undefined ? index + 1 : undefined;
    else if (text[index] === '\n') start = undefined;
  }
  return start;
}
