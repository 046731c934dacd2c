import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { User } from '../access/users.ts';
import { type DemoColumn, columnKinds } from '../catalog/column.ts';
import type { DemoController } from '../catalog/controllers.ts';
import type { Filter } from '../catalog/defineListViews.ts';
import { quoted } from '../database/schema.ts';
import { problem } from '../problems.ts';

/** The parsed `q` parameter, not yet checked against a controller's columns. */
export interface DemoFindQuery {
  readonly fields: readonly { readonly path: string; readonly alias?: string }[];
  readonly where: readonly { readonly path: string; readonly value: string | null }[];
  readonly order: readonly { readonly path: string; readonly descending: boolean }[];
  /** Keys that are used only for related records. */
  readonly rest: JsonObject;
}

const longest = 10_000;
const columnPath = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_*][A-Za-z0-9_]*)?$/;

export function parseFindQuery(text: string | null): DemoFindQuery | undefined {
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

function fieldsOf(fields: JsonValue | undefined): DemoFindQuery['fields'] {
  return texts(fields, 'fields')
    .filter((field) => field.trim() !== '*' && !field.trim().endsWith('.*'))
    .map((field) => {
      const [, column, alias] = /^\s*(\S+?)(?:\s+as\s+(\w+))?\s*$/i.exec(field) ?? [];
      if (!column || !columnPath.test(column))
        throw malformed(`has a field "${field}", which is neither a column nor "<column> as <name>"`);
      return alias ? { path: column, alias } : { path: column };
    });
}

function whereOf(where: JsonValue | undefined): DemoFindQuery['where'] {
  if (where === undefined || where === null) return [];
  const groups = Array.isArray(where) ? where : [where];
  return groups.flatMap((group) => {
    if (!isObject(group)) throw malformed('has a "where" that is neither an object nor an array of objects');
    return Object.entries(group).map(([column, value]) => {
      if (!columnPath.test(column)) throw malformed(`has a condition on "${column}", which is not a column`);
      if (typeof value === 'object' && value !== null)
        throw malformed(`compares "${column}" with something other than one value`);
      return { path: column, value: value === null ? null : valueText(value) };
    });
  });
}

/** Booleans are stored as 1 and 0. */
function valueText(value: string | number | boolean): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

function orderOf(order: JsonValue | undefined): DemoFindQuery['order'] {
  return texts(order, 'order').map((item) => {
    const [, column, direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(item) ?? [];
    if (!column || !columnPath.test(column))
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

/** Selects records of a controller. The SQL contains only names from the catalog; values are bound separately. */
export interface RecordSelection {
  readonly controller: DemoController;
  readonly deleted: 0 | 1;
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const nothing: Condition = { sql: '0', values: [] };

export function filterCondition(filter: Filter, user: User): Condition {
  const name = quoted(filter.column);
  if ('mine' in filter) return { sql: `${name} = ?`, values: [user.id] };
  if ('oneOf' in filter) {
    const values = filter.oneOf.filter((value) => value !== null);
    return { sql: `${name} IN (${values.map(() => '?').join(', ')})`, values };
  }
  const bounds: Condition[] = [];
  if (filter.from !== undefined) bounds.push({ sql: `${name} >= ?`, values: [filter.from] });
  if (filter.below !== undefined) bounds.push({ sql: `${name} < ?`, values: [filter.below] });
  return { sql: bounds.map((bound) => bound.sql).join(' AND '), values: bounds.flatMap((bound) => bound.values) };
}

/**
 * The equality conditions of `q`; an unknown column is an error, a value that its column can't hold matches nothing.
 */
export function whereConditions(controller: DemoController, where: DemoFindQuery['where']): Condition[] {
  return where.map(({ path, value }) => {
    const column = columnAt(controller, path);
    if (!column) throw malformed(`has a condition on "${path}", which ${controller.name} does not have`);
    const name = quoted(column.name);
    if (value === null) return { sql: `${name} IS NULL`, values: [] };
    const stored = columnKinds[column.kind].fromText(value, column);
    return stored === undefined ? nothing : { sql: `${name} = ?`, values: [stored] };
  });
}

/** `leads.city` or `city`. */
export function columnAt(controller: DemoController, path: string): DemoColumn | undefined {
  const [table, name] = path.includes('.') ? path.split('.', 2) : [controller.name, path];
  return table === controller.name ? controller.column.get(name ?? '') : undefined;
}
