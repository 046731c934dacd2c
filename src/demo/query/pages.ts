import { searchedColumns, type DemoController } from '../catalog/controllers.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';
import type { Condition, RecordSelection } from './recordSelection.ts';
import { needleOf, searchTextOf } from './searchText.ts';

export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

export function countRecords(store: Store, selection: RecordSelection): number {
  return figure(store, 'count(*)', selection);
}

export function totalOfColumn(store: Store, selection: RecordSelection, column: string): number {
  return figure(store, `total(${quoted(column)})`, selection);
}

function figure(store: Store, what: string, selection: RecordSelection): number {
  const { sql, values } = selectionSql(selection);
  return Number(store.get(`SELECT ${what} AS n FROM ${sql}`, ...values)?.['n']);
}

/** A page of rows with these columns, in order. */
export function pageOfRows(
  store: Store,
  selection: RecordSelection,
  columns: readonly string[],
  order: readonly Order[],
  offset: number,
  limit: number,
): Row[] {
  const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
  const { sql, values } = selectionSql(selection);
  return store.all(
    `SELECT ${names} FROM ${sql} ORDER BY ${orderSql(order)} LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
}

/** The table and its conditions, from `FROM` on. */
export function selectionSql({ controller, deleted, conditions }: RecordSelection): Condition {
  const where = [`deleted = ${deleted}`, ...conditions.map(({ sql }) => sql)].join(' AND ');
  return { sql: `${quoted(controller.name)} WHERE ${where}`, values: conditions.flatMap(({ values }) => values) };
}

/** Equal values come in the order of their ids, so that no record is on two pages. */
function orderSql(order: readonly Order[]): string {
  const last = order.at(-1)?.descending ? 'DESC' : 'ASC';
  const columns = order
    .filter(({ column }) => column !== 'id')
    .map(({ column, descending }) => `${quoted(column)} ${descending ? 'DESC' : 'ASC'}`);
  return [...columns, `id ${last}`].join(', ');
}

/** Records whose searched columns contain the text; no condition for an empty one. */
export function searchConditions(store: Store, controller: DemoController, search: string): Condition[] {
  const needle = needleOf(search);
  if (needle === '') return [];
  const columns = ['id', ...searchedColumns(controller).map(({ name }) => name)].map(quoted).join(', ');
  const text = searchTextOf(controller);
  const ids = store
    .all(`SELECT ${columns} FROM ${quoted(controller.name)}`)
    .filter((row) => text(row).includes(needle))
    .map((row) => row['id']);
  return [{ sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] }];
}
