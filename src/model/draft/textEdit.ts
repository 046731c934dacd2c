import type { FieldPath } from '../form/fieldPath.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import { isEmpty, isOtherKindOfEmpty, jsonAt, type ValueChange, withValueAt } from '../form/fieldValue.ts';
import { parseJson } from '../exactJson.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { JsonPositions, type TextSpan } from './jsonPositions.ts';
import { jsonProblem } from './jsonProblem.ts';
import { documentJson } from './recordText.ts';

/**
 * Restores the original empty value when a user types something and deletes it again, instead of leaving an empty text.
 * Rows are not adjusted: the row at an index may be a different one now.
 */
export function changesAsMeant(
  base: JsonObject,
  changes: readonly ValueChange[],
  kindOf: (at: FieldPath) => FieldKind | undefined = () => undefined,
): ValueChange[] {
  return changes.map(({ at, value }) => {
    const before = jsonAt(base, at);
    // some services write 0000-00-00 for no date
    const isNone = value !== undefined && !isEmpty(before) && isEmpty(before, kindOf(at));
    return { at, value: isEmpty(value) && (isNone || isOtherKindOfEmpty(value, before)) ? before : value };
  });
}

/** Sets values in the text and leaves the rest as written. A text that isn't a JSON object is returned unchanged. */
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
  // the innermost existing parent
  let depth = at.length - 1;
  while (depth > 0 && !positions.find(at.slice(0, depth))) depth--;
  const holder = positions.find(at.slice(0, depth))?.value;
  if (!holder) return text;
  const held = parseJson(text.slice(holder.start, holder.end));
  const [key = '', ...rest] = at.slice(depth);
  const inside = rest.length > 0 ? withValueAt({}, rest, value) : value;
  if (Array.isArray(held) && held.length > 0) {
    // a row can be appended; anything else would lose rows, so leave the text unchanged
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

/** Removes the adjacent comma, too. */
function without(text: string, first: TextSpan, last: TextSpan): string {
  const before = text.slice(0, first.start).trimEnd();
  const after = text.slice(last.end).trimStart();
  if (before.endsWith(',')) return before.slice(0, -1) + text.slice(last.end);
  if (after.startsWith(',')) return text.slice(0, first.start) + after.slice(1).trimStart();
  return before + after;
}
