import { indexName, quoted, searchContent, searchTableName } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';
import type { Figures, ResultCache } from './caches.ts';
import { selectionKey, type RecordSelection } from './recordSelection.ts';

export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** So few records are sorted once and kept as a list of ids; more are read along the index of the sorted column. */
const fewRecords = 20_000;

interface Source {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Finds pages of records, quickly whatever the page. */
export class Pages {
  private readonly store: Store;
  private readonly cache: ResultCache;
  private readonly figures: Figures;

  constructor(store: Store, cache: ResultCache, figures: Figures) {
    this.store = store;
    this.cache = cache;
    this.figures = figures;
  }

  count(selection: RecordSelection): number {
    // Every record that is found may be counted where it is found, without its row.
    const isSearchAlone = selection.search !== '' && selection.conditions.length === 0;
    return this.figure('count(*)', selection, isSearchAlone ? foundAlone(selection) : this.all(selection, 'id'));
  }

  total(selection: RecordSelection, column: string): number {
    return this.figure(`total(${quoted(column)})`, selection, this.all(selection, column));
  }

  private ids(selection: RecordSelection, order: readonly Order[], offset: number, limit: number): number[] {
    const count = this.count(selection);
    if (offset >= count) return [];
    if (!isEverything(selection) && count <= fewRecords)
      return this.sortedIds(selection, order).slice(offset, offset + limit);
    // Beyond the middle the way from the end is shorter: read backward what is asked for, and turn it round.
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

  /** A page of rows with these columns, in order. */
  rows(
    selection: RecordSelection,
    columns: readonly string[],
    order: readonly Order[],
    offset: number,
    limit: number,
  ): Row[] {
    const ids = this.ids(selection, order, offset, limit);
    const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
    const table = quoted(selection.controller.name);
    const rows = this.store.all(
      `SELECT ${names} FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    );
    const byId = new Map(rows.map((row) => [row['id'], row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  private figure(what: string, selection: RecordSelection, source: Source): number {
    const ask = (from: Source): number =>
      Number(this.store.get(`SELECT ${what} AS n FROM ${from.sql}`, ...from.values)?.['n']);
    return this.figures.get(`${what} ${selectionKey(selection)}`, {
      table: selection.controller.name,
      all: () => ask(source),
      ofRecord: (id) => ask(walk(selection, '', 'AND id = ?', [id])),
    });
  }

  /** Without conditions the index of a column holds all that is asked for. */
  private all(selection: RecordSelection, column: string): Source {
    const isIndexed =
      isEverything(selection) && selection.deleted === 0 && selection.controller.column.get(column)?.sortable;
    return isIndexed ? walk(selection, `INDEXED BY ${indexName(selection.controller, column)}`) : found(selection);
  }

  private sortedIds(selection: RecordSelection, order: readonly Order[]): number[] {
    return this.cache.get(selection.controller.name, `ids ${JSON.stringify(order)} ${selectionKey(selection)}`, () => {
      const { sql, values } = found(selection);
      // The plus keeps SQLite from walking the sorted column's index past a million records that do not match.
      return this.store
        .all(`SELECT id FROM ${sql} ORDER BY ${orderSql(order, '+')}`, ...values)
        .map((row) => Number(row['id']));
    });
  }

  private along(selection: RecordSelection, order: readonly Order[], offset: number, limit: number): number[] {
    // Deleted records are few, and have no order of their own.
    const index =
      selection.deleted === 0 ? `INDEXED BY ${indexName(selection.controller, order[0]?.column ?? 'id')}` : '';
    const { sql, values } = walk(selection, index);
    return this.store
      .all(`SELECT id FROM ${sql} ORDER BY ${orderSql(order, '')} LIMIT ? OFFSET ?`, ...values, limit, offset)
      .map((row) => Number(row['id']));
  }
}

function isEverything(selection: RecordSelection): boolean {
  return selection.conditions.length === 0 && selection.search === '';
}

function conditionsOf(selection: RecordSelection, deleted = 'deleted'): Source {
  return {
    sql: [`${deleted} = ${selection.deleted}`, ...selection.conditions.map((condition) => condition.sql)].join(' AND '),
    values: selection.conditions.flatMap((condition) => condition.values),
  };
}

/** From the table outward: each record is looked at, and its text where there is a search. */
function walk(selection: RecordSelection, index: string, more = '', moreValues: readonly number[] = []): Source {
  const { sql, values } = conditionsOf(selection);
  const table = quoted(selection.controller.name);
  if (selection.search === '')
    return { sql: `${table} ${index} WHERE ${sql} ${more}`, values: [...values, ...moreValues] };
  const text = storedText(selection, `${selection.deleted ? '-' : ''}${table}.id`);
  return {
    sql: `${table} ${index} WHERE ${sql} AND instr(${text}, ?) > 0 ${more}`,
    values: [...values, selection.search, ...moreValues],
  };
}

/** From what matches inward: the search first where there is one, and whatever index serves the conditions. */
function found(selection: RecordSelection): Source {
  if (selection.search === '') return walk(selection, '');
  // The plus keeps SQLite from beginning with an index of all that is not deleted.
  const { sql, values } = conditionsOf(selection, '+deleted');
  const search = foundAlone(selection);
  const ids = `SELECT ${selection.deleted ? '-rowid' : 'rowid'} FROM ${search.sql}`;
  return {
    sql: `${quoted(selection.controller.name)} WHERE id IN (${ids}) AND ${sql}`,
    values: [...search.values, ...values],
  };
}

/** The search table alone. Deleted records are in it too, under their ids with a minus. */
function foundAlone(selection: RecordSelection): Source {
  const search = searchTableName(selection.controller);
  const letters = Array.from(selection.search);
  const side = selection.deleted ? 'rowid < 0' : 'rowid > 0';
  const match = { sql: `${search} WHERE ${search} MATCH ? AND ${side}`, values: [threes(letters)] };
  // Three letters are exactly what the index knows; more of them must also stand together.
  return letters.length === 3
    ? match
    : {
        sql: `${match.sql} AND instr(${storedText(selection, `${search}.rowid`)}, ?) > 0`,
        values: [...match.values, selection.search],
      };
}

/** Read where FTS5 keeps it, which is quicker than to ask FTS5 for each of many texts. */
function storedText(selection: RecordSelection, id: string): string {
  return `(SELECT c0 FROM ${searchContent(selection.controller)} WHERE id = ${id})`;
}

/** Every three letters in a row, all of which the text must have somewhere. */
function threes(letters: readonly string[]): string {
  const all = new Set<string>();
  for (let start = 0; start + 3 <= letters.length && all.size < 30; start++) {
    all.add(
      `"${letters
        .slice(start, start + 3)
        .join('')
        .replaceAll('"', '""')}"`,
    );
  }
  return [...all].join(' AND ');
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
