import type { SaveEntry } from '../../../../../src/service/documented/form/saveBody.ts';

export interface Parsed {
  [key: string]: Parsed | SaveEntry[1];
}

/** Parses a body the way services parse bracketed form-data. Throws if one entry would overwrite another. */
export function parseBrackets(entries: readonly SaveEntry[]): Parsed {
  const root: Parsed = Object.create(null);
  for (const [key, value] of entries) {
    const parts = key.split('[').map((part, index) => {
      if (index > 0 && !part.endsWith(']')) throw new Error(`odd key ${key}`);
      return index > 0 ? part.slice(0, -1) : part;
    });
    let at = root;
    for (const part of parts.slice(0, -1)) {
      const next = at[part] ?? (at[part] = Object.create(null) as Parsed);
      if (typeof next === 'string' || 'bytes' in next) throw new Error(`${key} lies inside a plain value`);
      at = next;
    }
    const last = parts.at(-1) ?? '';
    if (at[last] !== undefined) throw new Error(`${key} comes twice`);
    at[last] = value;
  }
  return root;
}
