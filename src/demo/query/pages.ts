import { searchedColumns, type DemoController } from '../catalog/controllers.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';
import type { Condition, RecordSelection } from './recordSelection.ts';

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

/** The table and its conditions, to follow `FROM`. */
export function selectionSql({ controller, deleted, conditions }: RecordSelection): Condition {
  const where = [`deleted = ${deleted}`, ...conditions.map(({ sql }) => sql)].join(' AND ');
  return { sql: `${quoted(controller.name)} WHERE ${where}`, values: conditions.flatMap(({ values }) => values) };
}

/** Breaks ties by id, so that no record is on two pages. */
function orderSql(order: readonly Order[]): string {
  const last = order.at(-1)?.descending ? 'DESC' : 'ASC';
  const columns = order
    .filter(({ column }) => column !== 'id')
    .map(({ column, descending }) => `${quoted(column)} ${descending ? 'DESC' : 'ASC'}`);
  return [...columns, `id ${last}`].join(', ');
}

/** Matches records whose searched columns contain the text; no condition for an empty text. */
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

const accents = /[\u0300-\u036f]/g;
// oxlint-disable-next-line no-control-regex -- ASCII is meant, all of it
const plain = /^[\x00-\x7f]*$/;

/** Lowercases and removes accents, so that `muller` finds `MÜLLER`. */
function folded(text: string): string {
  return plain.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(accents, '').toLowerCase().normalize('NFC');
}

/** Never occurs in text; marks the first one or two letters of a word. */
const filler = '\u0002';

/** The text to search for. One or two letters match only the beginning of words. */
function needleOf(search: string): string {
  const letters = Array.from(folded(search.trim()));
  if (letters.length === 0 || letters.length > 2) return letters.join('');
  return `${letters.join('')}${filler.repeat(3 - letters.length)}`;
}

/** The text that `search_basic` searches: one line per non-empty searched column, plus the beginnings of its words. */
function searchTextOf(controller: DemoController): (row: Row) => string {
  const columns = searchedColumns(controller).map((column) => ({
    name: column.name,
    // keys, addresses and numbers are usually typed in full
    lineOf: column.kind === 'text' && !column.unique ? wordsLine : folded,
  }));
  return (row) => {
    let text = '';
    for (const { name, lineOf } of columns) {
      const value = row[name];
      if (value !== null && value !== undefined) text += `${lineOf(String(value))}\n`;
    }
    return text;
  };
}

/** Cache of lines: names and cities repeat often. */
const lines = new Map<string, string>();
const keptLines = 20_000;

function wordsLine(value: string): string {
  const known = lines.get(value);
  if (known !== undefined) return known;
  const text = folded(value);
  const line = `${text}\n${beginnings(text)}`;
  if (lines.size >= keptLines) lines.clear();
  lines.set(value, line);
  return line;
}

const word = /[\p{L}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function beginnings(text: string): string {
  const found = new Set<string>();
  for (const [letters] of text.matchAll(word)) {
    // Chinese and Japanese have no spaces between words, so a word may begin anywhere
    const starts = unspaced.test(letters) ? letters.length : 1;
    for (let start = 0; start < starts; start++) {
      found.add(`${letters.slice(start, start + 1)}${filler}${filler}`);
      if (start + 2 <= letters.length) found.add(`${letters.slice(start, start + 2)}${filler}`);
    }
  }
  return Array.from(found).join('');
}
