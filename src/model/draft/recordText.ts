import { t } from '@vscode/l10n';
import { isEmpty, jsonAt, withValueAt } from '../form/fieldValue.ts';
import { parseJson } from '../exactJson.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { jsonProblem } from './jsonProblem.ts';
import { type RecordForm, recordValue } from '../form/recordForm.ts';

/** First key of a record's text: the URI of its schema. Never sent. */
export const schemaKey = '$schema';

export function recordText(values: JsonObject, schema: string): string {
  const entries = Object.entries(values).filter(([key]) => key !== schemaKey);
  return writtenEntries([[schemaKey, schema], ...entries]);
}

/**
 * JSON for our documents. Escapes U+2028 and U+2029: VS Code flags these line separators as unusual and may remove them
 * from an edited text, automatically or after asking.
 */
export function documentJson(value: JsonValue, space?: number): string {
  return JSON.stringify(value, undefined, space)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** Writes key by key, because an object would move numeric keys to the front. */
export function writtenEntries(entries: readonly (readonly [key: string, value: JsonValue])[]): string {
  const lines = entries.map(
    ([key, value]) => `  ${documentJson(key)}: ${documentJson(value, 2).replaceAll('\n', '\n  ')}`,
  );
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

const unreadKey = '$unread';

/** Placeholder for a record that couldn't be loaded; it says why and is never treated as the record. */
export function unreadText(why: string): string {
  const next = t('The record replaces this text automatically once it can be loaded.');
  return writtenEntries([
    [unreadKey, why],
    ['$next', next],
  ]);
}

/** Checks the first key: a record's text starts with its schema. */
export function isUnreadText(text: string): boolean {
  return /^\s*\{\s*"\$unread"\s*:/.test(text);
}

export type ReadRecordText =
  | { readonly values: JsonObject; readonly problem?: undefined }
  | {
      readonly values?: undefined;
      /** Follows the record's name and a colon; no period. */
      readonly problem: string;
      readonly line: number;
    };

export function readRecordText(text: string): ReadRecordText {
  if (isUnreadText(text))
    return {
      problem: t('it could not be loaded, and its text only shows the reason; revert the file to reload it'),
      line: 1,
    };
  const fault = jsonProblem(text);
  if (fault) return { problem: t('its text is not JSON, see line {0}', fault.line), line: fault.line };
  const read = parseJson(text);
  if (!isObject(read)) return { problem: t('its text must be a single object with field names as keys'), line: 1 };
  return { values: withValueAt(read, [schemaKey], undefined) };
}

/**
 * Values shown in a record's text: its own, and those of elements outside the record. A new record also shows its empty
 * fields.
 */
export function textValues(form: RecordForm): JsonObject {
  let values = withValueAt(form.values, [schemaKey], undefined);
  for (const field of form.fields) {
    const isOffered = form.operation === 'add' && field.permission.editable && field.at.length === 1;
    const value = (recordValue(form, field) as JsonValue | undefined) ?? (isOffered ? null : undefined);
    if (value === undefined || jsonAt(values, field.at) !== undefined) continue;
    if (canHold(values, field.at) && (isOffered || !isEmpty(value))) values = withValueAt(values, field.at, value);
  }
  return values;
}

/** Never overwrites a value of a different shape. */
function canHold(values: JsonObject, at: readonly string[]): boolean {
  return at.slice(0, -1).every((_, index) => {
    const holder = jsonAt(values, at.slice(0, index + 1));
    return holder === undefined || isObject(holder);
  });
}
