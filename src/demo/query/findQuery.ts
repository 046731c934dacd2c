import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { problem } from '../problem.ts';

/** The `q` parameter, read but not yet held against any controller's columns. */
export interface FindQuery {
  readonly fields: readonly { readonly path: string; readonly alias?: string }[];
  readonly where: readonly { readonly path: string; readonly value: string | null }[];
  readonly order: readonly { readonly path: string; readonly descending: boolean }[];
  /** The keys that only related records use. */
  readonly rest: JsonObject;
}

const longest = 10_000;
const path = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_*][A-Za-z0-9_]*)?$/;

export function parseFindQuery(text: string | null): FindQuery | undefined {
  if (text === null || text.trim() === '') return undefined;
  if (text.length > longest) throw malformed(`is longer than ${longest} characters`);
  let parsed: JsonValue;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse makes nothing else
    parsed = JSON.parse(text) as JsonValue;
  } catch {
    throw malformed('is not JSON');
  }
  if (!isObject(parsed)) throw malformed('is not an object');
  const { method, fields, where, order, ...rest } = parsed;
  if (method !== undefined && method !== 'find') throw malformed('has a method other than "find"');
  return { fields: fieldsOf(fields), where: whereOf(where), order: orderOf(order), rest };
}

function fieldsOf(fields: JsonValue | undefined): FindQuery['fields'] {
  return texts(fields, 'fields')
    .filter((field) => field.trim() !== '*' && !field.trim().endsWith('.*'))
    .map((field) => {
      const [, column, alias] = /^\s*(\S+?)(?:\s+as\s+(\w+))?\s*$/i.exec(field) ?? [];
      if (!column || !path.test(column))
        throw malformed(`has a field "${field}", which is neither a column nor "<column> as <name>"`);
      return alias ? { path: column, alias } : { path: column };
    });
}

function whereOf(where: JsonValue | undefined): FindQuery['where'] {
  if (where === undefined || where === null) return [];
  const groups = Array.isArray(where) ? where : [where];
  return groups.flatMap((group) => {
    if (!isObject(group)) throw malformed('has a "where" that is neither an object nor an array of objects');
    return Object.entries(group).map(([column, value]) => {
      if (!path.test(column)) throw malformed(`has a condition on "${column}", which is not a column`);
      if (typeof value === 'object' && value !== null)
        throw malformed(`compares "${column}" with something other than one value`);
      return { path: column, value: value === null ? null : valueText(value) };
    });
  });
}

/** True and false are stored as 1 and 0. */
function valueText(value: string | number | boolean): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

function orderOf(order: JsonValue | undefined): FindQuery['order'] {
  return texts(order, 'order').map((item) => {
    const [, column, direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(item) ?? [];
    if (!column || !path.test(column))
      throw malformed(`has an order "${item}", which is not "<column> ASC" or "<column> DESC"`);
    return { path: column, descending: direction?.toLowerCase() === 'desc' };
  });
}

function texts(value: JsonValue | undefined, key: string): string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (typeof item !== 'string') throw malformed(`has "${key}" that are not texts`);
    return item;
  });
}

export function malformed(what: string): Error {
  return problem(400, 'malformed_q', `The parameter q ${what}.`);
}
