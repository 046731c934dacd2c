import { parseJson } from '../exactJson.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { keysOfReference } from '../form/referenceValue.ts';
import { isUnreadText, schemaKey, writtenEntries } from './recordText.ts';

/**
 * A record's values for a comparison with another: in the order of the form, so that both sides have theirs in the
 * same place, and without what the service keeps for itself if that is not wanted.
 */
export function comparedText(form: RecordForm, values: JsonObject, hideSystem: boolean): string {
  const hidden = hideSystem ? systemKeys(form) : new Set<string>();
  const order = new Set(form.fields.flatMap(({ at }) => keysOfReference(at[0] ?? '')));
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
 * What the service has, for a comparison with an open text: in that text's order. What the service keeps for itself is
 * as the text has it if it is not wanted, so that it is no difference.
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
  const keys = [...fields, ...otherFields].flatMap(({ isSystem, at }) =>
    isSystem ? keysOfReference(at[0] ?? '') : [],
  );
  return new Set(keys);
}

/** Undefined for a text that is no object, and for one that only says why there is no record. */
export function objectIn(text: string): JsonObject | undefined {
  if (isUnreadText(text)) return undefined;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
