import type { RecordService } from '../../service/recordService.ts';
import type { ExportRows } from '../../model/export/exportPlan.ts';
import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import { inColumnOrder } from '../lists/listState.ts';
import type { ListAddress, ServiceQuery } from '../lists/listAddress.ts';
import { type FilteredQuery, matcher, serviceQuery } from '../lists/listFilter.ts';
import { ListReader } from '../lists/listReader.ts';

type Rows = AsyncGenerator<readonly RecordRow[], void, void>;

/** Number of records looked up in parallel. */
const atOnce = 4;
/** After this many misses, assume that the service can't find records by id. */
const trials = 3;

/** Reads all records of a list, bypassing the cache of the tables. */
export class RecordSource {
  readonly #client: Pick<RecordService, 'records' | 'connection'>;
  readonly #listTarget: Pick<ListAddress, 'controller' | 'listView'>;
  readonly #query: FilteredQuery;
  readonly #asked: ServiceQuery;
  readonly reader: ListReader;
  #said: readonly string[] = [];
  #read = 0;

  constructor(
    client: Pick<RecordService, 'records' | 'connection'>,
    listTarget: Pick<ListAddress, 'controller' | 'listView'>,
    query: FilteredQuery,
  ) {
    this.#client = client;
    this.#listTarget = listTarget;
    this.#query = query;
    this.#asked = serviceQuery(query);
    const ask = (page: number, limit: number, signal: AbortSignal): Promise<RecordPage> =>
      this.#ask({ ...this.#asked, page, limit }, signal);
    this.reader = new ListReader(ask, client.connection.network.pageSize);
  }

  /** Messages that the service sent with its pages. */
  get said(): readonly string[] {
    return this.#said;
  }

  /** Returns the first page, with the columns and the total. The number of matches is known only once all are read. */
  async describe(signal: AbortSignal): Promise<RecordPage> {
    const limit = this.#client.connection.network.pageSize;
    const page = await this.#ask({ ...this.#asked, page: 1, limit }, signal);
    return this.#query.filter ? { ...page, total: undefined } : page;
  }

  /** Number of records, as far as known. */
  get total(): number | undefined {
    return this.#query.filter ? undefined : this.reader.total;
  }

  /**
   * Number of records that should have been found, for a note to the user. With a filter, it is known only afterward: the
   * number found, plus those that the service counted but didn't send.
   */
  expectedAfter(rows: ExportRows, written: number, expected: number | undefined): number | undefined {
    if (!this.#query.filter || rows.kind === 'ids') return expected;
    if (this.reader.total === undefined) return undefined;
    return written + (rows.kind === 'all' ? Math.max(0, this.reader.total - this.#read) : 0);
  }

  /** Returns cells in the order of `first`'s columns. */
  async *readRows(rows: ExportRows, first: RecordPage, signal: AbortSignal): Rows {
    if (rows.kind === 'range') yield* this.#range(rows.from, rows.count, first.columns, signal);
    else if (rows.kind === 'all') yield* without(this.matching(first.columns, signal), rows.except);
    else yield* this.#chosen(rows.ids, first, signal);
  }

  /** Yields all rows that match, page by page. `from` is an index in the list of the service. */
  async *matching(columns: readonly Column[], signal: AbortSignal, from = 0): Rows {
    const matches = matcher(this.#query, columns);
    for await (const page of this.reader.rows(from, Infinity, columns, signal)) {
      this.#read += page.length;
      const rows = matches ? page.filter(matches) : page;
      if (rows.length > 0) yield rows;
    }
  }

  /** The range counts rows that match. */
  async *#range(from: number, count: number, columns: readonly Column[], signal: AbortSignal): Rows {
    if (!this.#query.filter) return yield* this.reader.rows(from, count, columns, signal);
    let index = 0;
    for await (const page of this.matching(columns, signal)) {
      const rows = page.slice(Math.max(0, from - index), Math.max(0, from + count - index));
      index += page.length;
      if (rows.length > 0) yield rows;
      if (index >= from + count) return;
    }
  }

  /**
   * Looks records up one by one if that takes fewer requests than reading the list; falls back to the list if the
   * service doesn't find them by id.
   */
  async *#chosen(ids: readonly string[], first: RecordPage, signal: AbortSignal): Rows {
    const wanted = new Set(ids);
    const pages = (first.total ?? Infinity) / Math.max(1, first.rows.length);
    if (first.primaryKey !== undefined && wanted.size <= pages) {
      let missed = 0;
      const all = [...wanted];
      for (let start = 0; start < all.length && !(missed >= trials && missed === start); start += atOnce) {
        const found = await Promise.all(
          all.slice(start, start + atOnce).map((id) => this.#lookUp(id, first, first.primaryKey ?? '', signal)),
        );
        const rows = found.flat();
        missed += found.filter((one) => one.length === 0).length;
        for (const { id } of rows) wanted.delete(id ?? '');
        if (rows.length > 0) yield rows;
      }
      if (wanted.size < all.length) return;
    }
    for await (const page of this.reader.rows(0, Infinity, first.columns, signal)) {
      const rows = page.filter(({ id }) => id !== null && wanted.has(id));
      if (rows.length > 0) yield rows;
      for (const { id } of rows) wanted.delete(id ?? '');
      if (wanted.size === 0) return;
    }
  }

  async #lookUp(id: string, first: RecordPage, key: string, signal: AbortSignal): Promise<readonly RecordRow[]> {
    const answer = await this.#ask({ where: { [key]: id }, page: 1, limit: 10 }, signal);
    return inColumnOrder(answer, first.columns).filter((row) => row.id === id);
  }

  async #ask(query: RecordQuery, signal: AbortSignal): Promise<RecordPage> {
    const { controller, listView } = this.#listTarget;
    const asked = { ...(listView !== undefined && { listView }), ...query };
    const page = await this.#client.records(controller, asked, signal);
    if (page.messages) this.#said = saidOnce(this.#said, page.messages);
    return page;
  }
}

async function* without(pages: Rows, except: ReadonlySet<string>): Rows {
  for await (const page of pages)
    yield except.size === 0 ? page : page.filter(({ id }) => id === null || !except.has(id));
}
