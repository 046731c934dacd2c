import { t } from '@vscode/l10n';
import type { ServiceMessage } from '../../model/errors.ts';
import { messagesByField } from '../../model/form/fieldMessages.ts';
import { parseFieldName } from '../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { textOfHtml } from './textOfHtml.ts';
import { nonBlank } from './tolerant.ts';

const maxMessages = 100;
const longestMessage = 2_000;
const deepest = 12;
const maxSteps = 10_000;

/** Keys of an entry that hold its text, and keys that hold the name of its field. */
const textKeys = [
  'errors',
  'messages',
  'message',
  'text',
  'error',
  'msg',
  'error_message',
  'errorMessage',
  'detail',
  'description',
  'reason',
  'title',
];
const fieldKeys = [
  'field',
  'field_name',
  'fieldName',
  'attribute',
  'property',
  'path',
  'param',
  'column',
  'element',
  'pointer',
  'name',
  '__name',
  'key',
];
/** A record may have fields with these names, so they don't make an entry on their own. */
const maybeFields = new Set(['text', 'detail', 'description', 'reason', 'title']);
const surelyFieldKeys = new Set(['field', 'field_name', 'fieldName', 'attribute']);
/** Other keys of an entry; anything else is treated as a field name. */
const otherKeys = [
  'code',
  'type',
  'level',
  'severity',
  'status',
  'rule',
  'value',
  'id',
  'line',
  'file',
  'params',
  'source',
  'model',
];
const entryKeys = new Set([...textKeys, ...fieldKeys, ...otherKeys]);
/** Wrapper keys, which don't name a field. */
const wrappers = /^(\d+|errors?|messages?|details|violations|base|general|global|form|_+|data|)$/i;

/** Reads the messages in `errors` or `message`, whatever the shape. With `fields`, assigns them to their fields. */
export function readServiceMessages(
  value: JsonValue | undefined,
  fields?: Parameters<typeof messagesByField>[1],
): ServiceMessage[] {
  const reading: Reading = { messages: [], steps: 0 };
  read(value, [], reading, 0);
  return fields ? messagesByField(reading.messages, fields) : reading.messages;
}

/**
 * Whether a response has errors. No errors are sent as `[]`, `{}`, null, an empty string, false or 0; anything else is
 * a rejection, with or without text. `blank`: keys with empty values, which may also mean that each field is valid.
 */
export type ErrorsKind = 'none' | 'blank' | 'some';

export interface ServiceErrors {
  readonly kind: ErrorsKind;
  readonly messages: readonly ServiceMessage[];
}

export function readServiceErrors(value: JsonValue | undefined): ServiceErrors {
  const messages = readServiceMessages(value);
  if (messages.length > 0) return { kind: 'some', messages };
  if (isNothing(value)) return { kind: 'none', messages };
  const isBlank = isObject(value) && Object.values(value).every(isNothing);
  return { kind: isBlank ? 'blank' : 'some', messages };
}

function isNothing(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return typeof value === 'string' ? value.trim() === '' : !value;
}

interface Reading {
  readonly messages: ServiceMessage[];
  steps: number;
}

function read(value: JsonValue | undefined, field: readonly string[], reading: Reading, depth: number): void {
  if (reading.messages.length >= maxMessages || ++reading.steps > maxSteps || depth > deepest) return;
  if (Array.isArray(value)) {
    for (const entry of value) read(entry, field, reading, depth + 1);
  } else if (isObject(value)) {
    if (isEntry(value)) readEntry(value, field, reading, depth);
    else readMap(value, field, reading, depth);
  } else {
    const text = scalarMessage(value);
    if (text !== undefined) reading.messages.push(field.length > 0 ? { text, field } : { text });
  }
}

/** Empty, blank, false, null and 0 mean no error. */
function scalarMessage(value: string | number | boolean | null | undefined): string | undefined {
  if (typeof value === 'string') return textOfHtml(value, longestMessage) || undefined;
  if (typeof value === 'number') return value === 0 ? undefined : t('Code {0}', value);
  return value === true ? t('The service did not accept this.') : undefined;
}

/** `{ field: 'city', message: '…' }`, as opposed to `{ city: '…', title: '…' }`, where every key is a field. */
function isEntry(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const words = keys.filter((key) => textKeys.includes(key));
  if (words.length === 0) return false;
  if (keys.some((key) => surelyFieldKeys.has(key))) return true;
  // `{ title: ['…'], name: ['…'] }`: a record with these fields, each with a list of errors
  if (words.every((key) => maybeFields.has(key)) && words.every((key) => isTexts(value[key]))) return false;
  // `name` as an array of parts, as in a form element: a field's messages never look like that next to a message
  if (Array.isArray(value['name'])) return true;
  return keys.every((key) => entryKeys.has(key)) && (keys.length > 1 || !words.some((key) => maybeFields.has(key)));
}

function isTexts(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readEntry(entry: JsonObject, field: readonly string[], reading: Reading, depth: number): void {
  const named = entryField(entry);
  const path = named.length > 0 ? named : field;
  const before = reading.messages.length;
  for (const key of textKeys) {
    if (!Object.hasOwn(entry, key)) continue;
    read(entry[key], path, reading, depth + 1);
    // a title next to a message would only repeat it
    if (reading.messages.length > before) return;
  }
}

function entryField(entry: JsonObject): string[] {
  for (const key of fieldKeys) {
    const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
    if (Array.isArray(value)) return value.slice(0, deepest).flatMap((item) => nonBlank(item) ?? []);
    const name = nonBlank(value);
    if (name !== undefined) return parseFieldName(name);
  }
  return [];
}

function readMap(map: JsonObject, field: readonly string[], reading: Reading, depth: number): void {
  for (const [key, value] of Object.entries(map)) {
    const path = wrappers.test(key) ? field : [...field, ...parseFieldName(key)];
    read(value, path, reading, depth + 1);
  }
}
