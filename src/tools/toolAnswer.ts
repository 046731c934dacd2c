import * as vscode from 'vscode';

/** A model reads this as a part of its conversation: what is longer would only push the rest out. */
const longestAnswer = 30_000;
const longestValue = 500;

/** Values are cut, lists lose their end, and the answer says so; it is JSON in any case. */
export function toolAnswer(told: object, list: string, entries: readonly unknown[]): vscode.LanguageModelToolResult {
  const about = shortened(told) as object;
  const included: unknown[] = [];
  let length = JSON.stringify(about).length;
  for (const entry of entries) {
    const short = shortened(entry);
    length += JSON.stringify(short).length + 1;
    if (length > longestAnswer) break;
    included.push(short);
  }
  const left = entries.length - included.length;
  const answer = { ...about, [list]: included, ...(left > 0 && { leftOut: left }) };
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(answer, undefined, 1))]);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestValue ? `${value.slice(0, longestValue)}… (cut)` : value;
  if (Array.isArray(value)) return value.slice(0, 100).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.slice(0, longestValue), shortened(one)]));
}
