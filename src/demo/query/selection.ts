import type { Column } from '../catalog/column.ts';
import { columnKinds } from '../catalog/columnKinds.ts';
import type { Controller } from '../catalog/controller.ts';
import type { Filter } from '../catalog/listView.ts';
import { quoted } from '../database/schema.ts';
import type { User } from '../access/user.ts';
import { malformed, type FindQuery } from './findQuery.ts';

/** Which records of a controller are meant. The SQL is made of catalog names; values stand beside it. */
export interface Selection {
  readonly controller: Controller;
  readonly deleted: 0 | 1;
  readonly conditions: readonly Condition[];
  /** Folded text that a record's searched columns must contain; empty for all. */
  readonly search: string;
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

/** The equality conditions of `q`; an unknown column is an error, a value that its column cannot hold matches nothing. */
export function whereConditions(controller: Controller, where: FindQuery['where']): Condition[] {
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
export function columnAt(controller: Controller, path: string): Column | undefined {
  const [table, name] = path.includes('.') ? path.split('.', 2) : [controller.name, path];
  return table === controller.name ? controller.column.get(name ?? '') : undefined;
}

/** What two selections have in common that select the same. */
export function selectionKey(selection: Selection): string {
  return JSON.stringify([
    selection.controller.name,
    selection.deleted,
    selection.search,
    selection.conditions.map(({ sql, values }) => [sql, values]),
  ]);
}
