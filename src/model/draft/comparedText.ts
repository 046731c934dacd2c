import { parseJson } from '../exactJson.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { RecordField } from '../form/formElement.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { valuePaths } from '../form/value.ts';
import { isUnreadText, schemaKey, writtenEntries } from './recordText.ts';

/**
 * Writes a record's values for a diff, in form order so that both sides line up. With `hideSystem`, omits system
 * fields.
 */
export function comparedText(form: RecordForm, values: JsonObject, hideSystem: boolean): string {
  const hidden = hideSystem ? systemKeys(form) : new Set<string>();
  const order = new Set(form.fields.flatMap(keysOf));
  const known = [...order].filter((key) => Object.hasOwn(values, key));
  const others = Object.keys(values)
    .filter((key) => !order.has(key))
    .toSorted();
  return writtenEntries(
    [...known, ...others]
      .filter((key) => key !== schemaKey && !hidden.has(key))
      .map((key) => [key, values[key] ?? null] as const),
  );
}

/**
 * Writes the service's values for a diff with an open text, in the order of that text. With `hideSystem`, system fields
 * are taken from the text, so that they don't differ.
 */
export function savedText(form: RecordForm, text: JsonObject, saved: JsonObject, hideSystem: boolean): string {
  const hidden = hideSystem ? systemKeys(form) : new Set<string>();
  const keys = [...new Set([...Object.keys(text), ...Object.keys(saved)])];
  return writtenEntries(
    keys.flatMap((key) => {
      const from = hidden.has(key) || key === schemaKey ? text : saved;
      return Object.hasOwn(from, key) ? [[key, from[key] ?? null] as const] : [];
    }),
  );
}

function systemKeys({ fields, otherFields }: RecordForm): Set<string> {
  return new Set([...fields, ...otherFields].filter(({ isSystem }) => isSystem).flatMap(keysOf));
}

function keysOf(field: RecordField): string[] {
  return valuePaths(field).map(([key = '']) => key);
}

/** Returns undefined for a text that isn't an object, and for the placeholder of a record that couldn't be loaded. */
export function objectIn(text: string): JsonObject | undefined {
  if (isUnreadText(text)) return undefined;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
