import { indexName, quoted, searchTable } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';
import { selectionKey, type Selection } from './selection.ts';
import type { ResultCache } from './resultCache.ts';

export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** So few records are sorted once and kept as a list of ids; more are read along the index of the sorted column. */
const fewRecords = 20_000;

/** Finds pages of records, quickly whatever the page. */
export class Pages {
  private readonly store: Store;
  private readonly cache: ResultCache;

  constructor(store: Store, cache: ResultCache) {
    this.store = store;
    this.cache = cache;
  }

  count(selection: Selection): number {
    return this.cache.get(selection.controller.name, `count ${selectionKey(selection)}`, () => {
      const { sql, values } = this.from(selection);
      return Number(this.store.get(`SELECT count(*) AS n FROM ${sql}`, ...values)?.['n']);
    });
  }

  total(selection: Selection, column: string): number {
    return this.cache.get(selection.controller.name, `total ${column} ${selectionKey(selection)}`, () => {
      const { sql, values } = this.from(selection);
      return Number(this.store.get(`SELECT total(${quoted(column)}) AS n FROM ${sql}`, ...values)?.['n']);
    });
  }

  ids(selection: Selection, order: readonly Order[], offset: number, limit: number): number[] {
    const count = this.count(selection);
    if (offset >= count) return [];
    const isAll = selection.conditions.length === 0 && selection.search === '';
    if (!isAll && count <= fewRecords) return this.sortedIds(selection, order).slice(offset, offset + limit);
    // Beyond the middle the way from the end is shorter: read backwards what is asked for, and turn it round.
    const wanted = Math.min(limit, count - offset);
    const fromEnd = offset > count / 2;
    const ids = this.along(
      selection,
      fromEnd ? order.map(reversed) : order,
      fromEnd ? count - offset - wanted : offset,
      wanted,
    );
    return fromEnd ? ids.toReversed() : ids;
  }

  rows(selection: Selection, order: readonly Order[], offset: number, limit: number): Row[] {
    return this.rowsOf(selection.controller.name, this.ids(selection, order, offset, limit));
  }

  /** The rows of these ids, in their order; ids without a row are left out. */
  rowsOf(table: string, ids: readonly number[]): Row[] {
    const found = this.store.all(
      `SELECT * FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    );
    const byId = new Map(found.map((row) => [row['id'], row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  private sortedIds(selection: Selection, order: readonly Order[]): number[] {
    return this.cache.get(selection.controller.name, `ids ${JSON.stringify(order)} ${selectionKey(selection)}`, () => {
      const { sql, values } = this.from(selection);
      // The plus keeps SQLite from walking the sorted column's index past a million records that do not match.
      return this.store
        .all(`SELECT id FROM ${sql} ORDER BY ${orderSql(order, '+')}`, ...values)
        .map((row) => Number(row['id']));
    });
  }

  private along(selection: Selection, order: readonly Order[], offset: number, limit: number): number[] {
    const first = order[0]?.column ?? 'id';
    // Deleted records are few, and have no order of their own.
    const index =
      selection.search === '' && selection.deleted === 0 ? `INDEXED BY ${indexName(selection.controller, first)}` : '';
    const { sql, values } = this.from(selection, index);
    return this.store
      .all(`SELECT id FROM ${sql} ORDER BY ${orderSql(order, '')} LIMIT ? OFFSET ?`, ...values, limit, offset)
      .map((row) => Number(row['id']));
  }

  private from(selection: Selection, index = ''): { sql: string; values: (string | number)[] } {
    const table = quoted(selection.controller.name);
    const conditions = [`deleted = ${selection.deleted}`, ...selection.conditions.map((condition) => condition.sql)];
    const values = selection.conditions.flatMap((condition) => condition.values);
    if (selection.search === '') return { sql: `${table} ${index} WHERE ${conditions.join(' AND ')}`, values };
    const search = searchTable(selection.controller);
    const letters = Array.from(selection.search);
    const match = letters.length < 3 ? '' : `${search} MATCH ? AND `;
    return {
      sql: `${search} CROSS JOIN ${table} ON id = ${search}.rowid WHERE ${match}instr(${search}.text, ?) > 0 AND ${conditions.join(' AND ')}`,
      values: [...(match ? [threes(letters)] : []), selection.search, ...values],
    };
  }
}

/** Every three letters in a row, all of which the text must have somewhere. */
function threes(letters: readonly string[]): string {
  const found = new Set<string>();
  for (let start = 0; start + 3 <= letters.length && found.size < 30; start++) {
    found.add(
      `"${letters
        .slice(start, start + 3)
        .join('')
        .replaceAll('"', '""')}"`,
    );
  }
  return [...found].join(' AND ');
}

function reversed(order: Order): Order {
  return { ...order, descending: !order.descending };
}

/** Equal values come in the order of their ids, so that no record is on two pages. */
function orderSql(order: readonly Order[], prefix: '' | '+'): string {
  const last = order.at(-1)?.descending ? 'DESC' : 'ASC';
  const columns = order
    .filter(({ column }) => column !== 'id')
    .map(({ column, descending }) => `${prefix}${quoted(column)} ${descending ? 'DESC' : 'ASC'}`);
  return [...columns, `id ${last}`].join(', ');
}
