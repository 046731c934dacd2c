import type { ServiceMessage } from '../errors.ts';
import { parseFieldName, pathKey, samePath, type FieldPath } from './fieldPath.ts';
import type { RecordField } from './formElement.ts';

type Named = Pick<RecordField, 'path' | 'at'> & Partial<Pick<RecordField, 'label'>>;

/**
 * Assigns each message to a field of the form. The service may name the field by its full path, by its key alone, with
 * row numbers in between, or followed by the name of a rule. A name that matches no field is put into the text, so that
 * it isn't lost. A message without a field may start with the field's key (`city: …`) or its label.
 */
export function messagesByField(messages: readonly ServiceMessage[], fields: readonly Named[]): ServiceMessage[] {
  if (messages.length === 0) return [];
  const known = knownPaths(fields);
  return messages.map((message) => {
    if (!message.field) return atBeginning(message, known, fields);
    const path = nearest(message.field, known);
    if (!path) return { text: `${message.field.join('.')}: ${message.text}` };
    const at = message.at ? { at: message.at } : inRow(message.field, path, fields);
    return { text: message.text, field: path, ...at };
  });
}

function atBeginning(
  message: ServiceMessage,
  known: ReadonlyMap<string, FieldPath>,
  fields: readonly Named[],
): ServiceMessage {
  const [, name = '', rest = ''] = /^([\w.[\]-]{1,200}):\s+(\S[^]*)$/.exec(message.text) ?? [];
  const byKey = name === '' ? undefined : known.get(pathKey(parseFieldName(name)));
  if (byKey) return { text: rest, field: byKey };
  const words = message.text.toLowerCase();
  const labeled = fields.filter(({ label = '' }) => label.length > 2 && beginsWith(words, label.toLowerCase()));
  const longest = Math.max(...labeled.map(({ label = '' }) => label.length));
  const [found, ...others] = labeled.filter(({ label = '' }) => label.length === longest);
  return found && others.length === 0 ? { text: message.text, field: found.path } : message;
}

function beginsWith(words: string, label: string): boolean {
  return words.startsWith(label) && !/^[\p{L}\p{N}_]/u.test(words.slice(label.length));
}

function knownPaths(fields: readonly Named[]): Map<string, FieldPath> {
  const known = new Map<string, FieldPath>();
  for (const { path } of fields) known.set(pathKey(path), path);
  for (const { path, at } of fields) {
    for (const other of [at, path.slice(1), withoutRows(path), withoutRows(at)]) {
      const key = pathKey(other);
      if (key !== '' && !known.has(key)) known.set(key, path);
    }
  }
  return known;
}

/** Finds the longest prefix of the path that names a field: `city.notEmpty` is about `city`. */
function nearest(path: FieldPath, known: ReadonlyMap<string, FieldPath>): FieldPath | undefined {
  for (const spelling of [path, withoutRows(path), path.slice(1)]) {
    for (let end = spelling.length; end > 0; end--) {
      const found = known.get(pathKey(spelling.slice(0, end)));
      if (found) return found;
    }
  }
  return undefined;
}

/** Path in the record, if the service named the row. */
function inRow(named: FieldPath, path: FieldPath, fields: readonly Named[]): Pick<ServiceMessage, 'at'> {
  const at = fields.find((field) => field.path === path)?.at;
  const begin = at ? named.findIndex((segment) => segment === at[0]) : -1;
  const rowPath = begin < 0 ? [] : named.slice(begin, named.lastIndexOf(at?.at(-1) ?? '') + 1);
  return at && rowPath.length > at.length && samePath(withoutRows(rowPath), at) ? { at: rowPath } : {};
}

function withoutRows(path: FieldPath): FieldPath {
  return path.filter((segment) => !/^\d+$/.test(segment));
}
