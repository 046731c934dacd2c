import type { FieldPath } from '../form/fieldPath.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import { isEmpty, isOtherKindOfEmpty } from '../form/fieldValue.ts';
import { parseJson } from '../exactJson.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { JsonPositions, type TextSpan } from './jsonPositions.ts';
import { jsonProblem } from './jsonProblem.ts';
import { documentJson, jsonAt, withValueAt } from './recordText.ts';

export interface ValueChange {
  readonly at: FieldPath;
  /** Undefined takes the key out. */
  readonly value?: JsonValue | undefined;
}

/**
 * Whoever types something and takes it away again has left nothing behind, not an empty text. Rows are what they are:
 * those that stood in their places before may be others.
 */
export function changesAsMeant(
  base: JsonObject,
  changes: readonly ValueChange[],
  kindOf: (at: FieldPath) => FieldKind | undefined = () => undefined,
): ValueChange[] {
  return changes.map(({ at, value }) => {
    const before = jsonAt(base, at);
    // 0000-00-00 is how some services write that there is no date
    const isNone = value !== undefined && !isEmpty(before) && isEmpty(before, kindOf(at));
    return { at, value: isEmpty(value) && (isNone || isOtherKindOfEmpty(value, before)) ? before : value };
  });
}

/** The text with these values in it and everything else as it was written. A text that is no JSON object stays as it is. */
export function withValues(text: string, changes: readonly ValueChange[]): string {
  if (jsonProblem(text) || !isObject(parseJson(text))) return text;
  return changes.reduce((edited, { at, value }) => withValue(edited, at, value), text);
}

function withValue(text: string, at: FieldPath, value: JsonValue | undefined): string {
  if (at.length === 0) return text;
  const positions = new JsonPositions(text);
  const position = positions.find(at);
  if (value === undefined) return position ? without(text, position.key ?? position.value, position.value) : text;
  if (position) return spliced(text, position.value, written(value, at.length));
  // the innermost of what is there already
  let depth = at.length - 1;
  while (depth > 0 && !positions.find(at.slice(0, depth))) depth--;
  const holder = positions.find(at.slice(0, depth))?.value;
  if (!holder) return text;
  const held = parseJson(text.slice(holder.start, holder.end));
  const [key = '', ...rest] = at.slice(depth);
  const inside = rest.length > 0 ? withValueAt({}, rest, value) : value;
  if (Array.isArray(held) && held.length > 0) {
    // a row may follow the others; whatever else is meant, the rows are worth more
    return key === String(held.length) ? spliced(text, holder, written([...held, inside], depth)) : text;
  }
  if (!isObject(held)) return spliced(text, holder, written({ [key]: inside }, depth));
  const entry = `${documentJson(key)}: ${written(inside, depth + 1)}`;
  const isFirst = Object.keys(held).length === 0;
  const begun = text.slice(holder.start, holder.end - 1).trimEnd();
  const indent = '  '.repeat(depth);
  return spliced(text, holder, `${begun}${isFirst ? '' : ','}\n${indent}  ${entry}\n${indent}}`);
}

function written(value: JsonValue, depth: number): string {
  return documentJson(value, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);
}

function spliced(text: string, { start, end }: TextSpan, inside: string): string {
  return text.slice(0, start) + inside + text.slice(end);
}

/** With the comma that parted it from its neighbor. */
function without(text: string, first: TextSpan, last: TextSpan): string {
  const before = text.slice(0, first.start).trimEnd();
  const after = text.slice(last.end).trimStart();
  if (before.endsWith(',')) return before.slice(0, -1) + text.slice(last.end);
  if (after.startsWith(',')) return text.slice(0, first.start) + after.slice(1).trimStart();
  return before + after;
}
