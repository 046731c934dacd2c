import type { RecordClient } from '../../api/recordClient.ts';
import type { ExportRows } from '../../model/export/exportPlan.ts';
import type { RecordPage, RecordRow, Column } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import { inColumnOrder } from '../lists/listState.ts';
import type { ListAddress, ListQuery } from '../lists/listAddress.ts';
import { t } from '@vscode/l10n';
import { type AskPage, contradiction, learnPageSize } from '../lists/learnPageSize.ts';

type Rows = AsyncGenerator<readonly RecordRow[], void, void>;

/** So many records are looked up at once. */
const atOnce = 4;
/** After so many that were not found, the service is taken not to find records by their id. */
const trials = 3;

/** The records of a list for someone who reads them all, past whatever the tables keep. */
export class RecordSource {
  readonly #client: Pick<RecordClient, 'records' | 'connection'>;
  readonly #place: Pick<ListAddress, 'controller' | 'listView'>;
  readonly #query: ListQuery;
  readonly reader: ListReader;

  constructor(
    client: Pick<RecordClient, 'records' | 'connection'>,
    place: Pick<ListAddress, 'controller' | 'listView'>,
    query: ListQuery,
  ) {
    this.#client = client;
    this.#place = place;
    this.#query = query;
    const ask = (page: number, limit: number, signal: AbortSignal): Promise<RecordPage> =>
      this.#ask({ ...query, page, limit }, signal);
    this.reader = new ListReader(ask, client.connection.network.pageSize);
  }

  get hasOrder(): boolean {
    return this.#query.sort !== undefined || this.#query.q?.order !== undefined;
  }

  /** The first page: what the columns are and how many records there are. */
  describe(signal: AbortSignal): Promise<RecordPage> {
    return this.#ask({ ...this.#query, page: 1, limit: this.#client.connection.network.pageSize }, signal);
  }

  /** With the cells in the order of `first`'s columns. */
  async *read(rows: ExportRows, first: RecordPage, signal: AbortSignal): Rows {
    if (rows.kind === 'range') yield* this.reader.rows(rows.from, rows.count, first.columns, signal);
    else if (rows.kind === 'all') yield* without(this.reader.rows(0, Infinity, first.columns, signal), rows.except);
    else yield* this.#chosen(rows.ids, first, signal);
  }

  /** One by one where that takes fewer requests than to read the list; the list when the service does not find them so. */
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
    const answer = await this.#ask({ q: { method: 'find', where: [{ [key]: id }] }, page: 1, limit: 10 }, signal);
    return inColumnOrder(answer, first.columns).filter((row) => row.id === id);
  }

  #ask(query: RecordQuery, signal: AbortSignal): Promise<RecordPage> {
    const { controller, listView } = this.#place;
    return this.#client.records(controller, { ...(listView !== undefined && { listView }), ...query }, signal);
  }
}

async function* without(pages: Rows, except: ReadonlySet<string>): Rows {
  for await (const page of pages)
    yield except.size === 0 ? page : page.filter(({ id }) => id === null || !except.has(id));
}

/** So many pages are asked for before they are needed: enough to keep the service busy, too few to fill the memory. */
const lookAhead = 3;
const patience = 3;

/** Reads a list from front to back, once. What it saw on the way is told afterward. */
class ListReader {
  readonly #ask: AskPage;
  readonly #pageSize: number;
  #first: RecordPage | undefined;
  #total: number | undefined;
  #lowest: number | undefined;
  readonly #unknownColumns = new Set<string>();

  constructor(ask: AskPage, pageSize: number) {
    this.#ask = ask;
    this.#pageSize = pageSize;
  }

  /** What the service said last; undefined when it never does. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The list grew or shrank while it was read. */
  get hasChanged(): boolean {
    return this.#first?.total !== undefined && (this.#lowest !== this.#total || this.#first.total !== this.#total);
  }

  /** Values that some records have and nobody asked for, since the columns did not tell of them; by their keys. */
  get unknownColumns(): readonly string[] {
    return [...this.#unknownColumns];
  }

  /** Rows from a place, counted from 0, page by page, with their cells in the order of the columns. */
  async *rows(
    from: number,
    count: number,
    columns: readonly Column[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly RecordRow[], void, void> {
    const { size, hasGaps, first } = await this.#learn(signal);
    const lastPage = Math.floor((from + count - 1) / size) + 1;
    let place = Math.floor(from / size) + 1;
    let before: RecordPage | undefined;
    for await (const { page, answer } of this.#pages(place, size, lastPage, first, signal)) {
      place = (page - 1) * size;
      if (this.#isEnd(page, size, answer, before ?? first, hasGaps)) return;
      this.#noteColumns(answer, columns);
      const rows = inColumnOrder(answer, columns);
      const cut = rows.slice(Math.max(0, from - place), Math.max(0, Math.min(size, from + count - place)));
      if (cut.length > 0) yield cut;
      before = answer;
    }
  }

  async #learn(signal: AbortSignal): Promise<{ size: number; hasGaps: boolean; first: RecordPage }> {
    for (let turn = 0; turn < patience; turn++) {
      const answer = await this.#ask(1, this.#pageSize, signal);
      const known = await learnPageSize(this.#ask, { page: 1, limit: this.#pageSize, answer }, signal);
      if (!known) continue;
      const first = known.answer ?? answer;
      this.#first = first;
      this.#note(first);
      return { size: known.size, hasGaps: known.hasGaps, first };
    }
    throw contradiction(t('the list changes faster than it can be read'));
  }

  /** In order, with the next ones on their way. */
  async *#pages(
    start: number,
    size: number,
    lastPage: number,
    first: RecordPage,
    signal: AbortSignal,
  ): AsyncGenerator<{ page: number; answer: RecordPage }, void, void> {
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const coming: Promise<RecordPage>[] = [];
    let next = start;
    const isWanted = (page: number): boolean =>
      page <= lastPage && (page === 1 || this.#total === undefined || (page - 1) * size < this.#total);
    try {
      for (let page = start; isWanted(page); page++) {
        // without a total nobody knows whether there is a next page
        const ahead = this.#total === undefined ? 0 : lookAhead;
        for (; next <= page + ahead && isWanted(next); next++) {
          const answer = next === 1 ? Promise.resolve(first) : this.#ask(next, size, both);
          answer.catch(() => undefined); // told when its turn comes
          coming.push(answer);
        }
        const answer = await coming.shift();
        if (!answer) return;
        this.#note(answer);
        yield { page, answer };
      }
    } finally {
      stop.abort();
    }
  }

  #isEnd(page: number, size: number, answer: RecordPage, before: RecordPage, hasGaps: boolean): boolean {
    if (answer.rows.length === 0) return !(hasGaps && answer.total !== undefined);
    if (page === 1) return false;
    const isOther = answer.page !== page;
    const isRepeated = sameRows(answer.rows, before.rows) || sameRows(answer.rows, this.#first?.rows ?? []);
    if (!isOther && !isRepeated) return false;
    // asked for more than there is, a service may answer with its last page
    if (answer.total === undefined || (page - 1) * size >= answer.total) return true;
    throw contradiction(
      isOther
        ? t('it was asked for page {0} and answered with page {1}', page, answer.page)
        : t('page {0} has the records of a page before it', page),
    );
  }

  #note(answer: RecordPage): void {
    if (answer.total === undefined) return;
    this.#total = answer.total;
    this.#lowest = Math.min(this.#lowest ?? answer.total, answer.total);
  }

  #noteColumns(answer: RecordPage, known: readonly Column[]): void {
    if (answer.columns.length <= known.length && answer.columns.every(({ key }, at) => key === known[at]?.key)) return;
    const keys = new Set(known.map(({ key }) => key));
    for (const { key } of answer.columns) if (!keys.has(key)) this.#unknownColumns.add(key);
  }
}

function sameRows(some: readonly RecordRow[], others: readonly RecordRow[]): boolean {
  if (some.length < 2 || some.length !== others.length) return false;
  return some.every(({ id }, place) => id !== null && id === others[place]?.id);
}
