import type { ControllerName } from '../../model/controller.ts';
import type { Column, RecordRow, RecordPage } from '../../model/list/recordPage.ts';
import { demoId } from '../../model/connection/connection.ts';
import { CharacterBudget, type CacheEntry } from '../common/characterBudget.ts';
import { Emitter } from '../common/emitter.ts';
import type { Clients } from '../connections/clients.ts';
import { type Connections, isUnavailable } from '../connections/connections.ts';
import { type AskPage, contradiction, countingFromOne, learnPageSize, withCredibleTotal } from './learnPageSize.ts';
import { FilteredList } from './filteredList.ts';
import type { ListAddress, ListQuery, RowsQuery } from './listAddress.ts';
import { type FilterInThread, prepareFilter } from './filterPass.ts';
import { type ReferenceNames, serviceQuery } from './listFilter.ts';
import { canceled, changesTooFast, charactersOf, type RowSlice, inColumnOrder, ListState } from './listState.ts';
import { ServiceError } from '../../model/errors.ts';
import { t } from '@vscode/l10n';

/**
 * Rows by index over a paged service: the only cache of what tables read, shared by all of them. Serves cached rows
 * until they are invalidated, and afterward as last seen while the service is down. Never stored on disk, and never
 * used as the base of a write.
 */
export class RecordPages {
  readonly #clients: Pick<Clients, 'get'>;
  readonly #references: ReferenceNames;
  readonly #memory: CharacterBudget;
  readonly #filterInThread: FilterInThread | undefined;
  readonly #read = new Emitter<{ readonly address: ListAddress; readonly rows: readonly RecordRow[] }>();
  /** Fires when a page is received from the service. */
  readonly onDidRead = this.#read.event;
  /** Most recently requested list last. */
  readonly #lists = new Map<string, KnownList>();
  readonly #prefetched = new Map<string, PrefetchedRows>();

  constructor(
    connections: Pick<Connections, 'onDidGoStale'>,
    clients: Pick<Clients, 'get'>,
    references: ReferenceNames,
    memory: CharacterBudget = new CharacterBudget(),
    filterInThread?: FilterInThread,
  ) {
    this.#clients = clients;
    this.#references = references;
    this.#memory = memory;
    this.#filterInThread = filterInThread;
    connections.onDidGoStale(({ id, reason }) => {
      this.evict(id);
      // the demo has a new address at each start, but the same records
      if (id === demoId && reason === 'service') return;
      for (const { address, list } of this.#lists.values()) if (address.connection === id) list.forgetSeen();
    });
  }

  /**
   * `from` is zero-based. If the service is down, returns the rows last seen. Returns fewer than `count` rows at the
   * end, and if the list changes too fast to be read.
   */
  rows(address: ListAddress, query: RowsQuery, from: number, count: number, signal?: AbortSignal): Promise<RowSlice> {
    const prefetched = this.#prefetched.get(requestKey(address, query, from, count));
    return prefetched?.consume(signal) ?? this.#load(address, query, from, count, signal);
  }

  /**
   * Requests rows that a table is about to request: `rows` returns the result or failure once. Prefetches of the same
   * rows are shared.
   */
  prefetch(address: ListAddress, query: RowsQuery, from: number, count: number): Prefetch {
    const key = requestKey(address, query, from, count);
    const known = this.#prefetched.get(key);
    if (known && !known.hasFailed) return known;
    const ending = new AbortController();
    const rows = this.#load(address, query, from, count, ending.signal);
    const prefetched: PrefetchedRows = new PrefetchedRows(address, rows, ending, () => {
      if (this.#prefetched.get(key) === prefetched) this.#prefetched.delete(key);
    });
    this.#prefetched.set(key, prefetched);
    return prefetched;
  }

  /** Returns the list of a query with conditions, which are applied locally; undefined for any other query. */
  filtered(address: ListAddress, query: RowsQuery): FilteredList | undefined {
    return isFiltered(query) ? this.#filteredList(address, query) : undefined;
  }

  /** Returns a cached row with its columns. */
  find(address: ListAddress, id: string): { readonly row: RecordRow; readonly columns: readonly Column[] } | undefined {
    const list = this.#holding(address, id);
    const row = list?.find(id);
    return list && row && { row, columns: list.columns };
  }

  /** Reloads a cached row from the service; returns undefined if it is no longer on its page. */
  async readAgain(address: ListAddress, id: string, signal: AbortSignal): Promise<RecordRow | undefined> {
    return this.#holding(address, id)?.readAgain(id, signal);
  }

  /** Yields cached rows of all lists, most recent first. */
  *seenRows(): Generator<{
    readonly list: ListAddress;
    readonly columns: readonly Column[];
    readonly rows: readonly RecordRow[];
  }> {
    for (const { address, list } of [...this.#lists.values()].toReversed())
      for (const rows of list.seenRows()) yield { list: address, columns: list.columns, rows };
  }

  /** Invalidates the cache; while the service is down, the rows last seen are still shown. */
  evict(connection: string, controller?: ControllerName): void {
    const isMeant = ({ address }: { readonly address: ListAddress }): boolean =>
      address.connection === connection && (!controller || controller === address.controller);
    for (const prefetched of this.#prefetched.values()) if (isMeant(prefetched)) prefetched.cancel();
    for (const known of this.#lists.values())
      if (isMeant(known)) {
        if (known.list instanceof FilteredList) known.list.invalidate();
        else known.list.invalidate(this.#ask(known.address, known.query));
      }
  }

  async #load(
    address: ListAddress,
    query: RowsQuery,
    from: number,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<RowSlice> {
    try {
      const { connection } = await this.#clients.get(address.connection);
      const list = isFiltered(query)
        ? this.#filteredList(address, query)
        : this.#list(address, query, connection.network.pageSize);
      return await list.rows(from, count, signal);
    } catch (error) {
      const known = isUnavailable(error, address.connection) ? this.#lists.get(listKey(address, query)) : undefined;
      const seen = known?.list.lastSeen(from, count);
      if (!seen) throw error;
      return seen;
    }
  }

  /** Returns the most recently requested list that has the row. */
  #holding(address: ListAddress, id: string): PagedList | FilteredList | undefined {
    const key = listViewKey(address);
    const here = [...this.#lists.values()].filter((known) => listViewKey(known.address) === key);
    return here.findLast(({ list }) => list.find(id) !== undefined)?.list;
  }

  #list(address: ListAddress, query: RowsQuery, pageSize: number): PagedList {
    const known = this.#known(address, query);
    const list = known instanceof PagedList ? known : new PagedList(this.#ask(address, query), pageSize, this.#memory);
    list.pageSize = pageSize;
    this.#lists.set(listKey(address, query), { address, query, list });
    return list;
  }

  #filteredList(address: ListAddress, query: ListQuery): FilteredList {
    const known = this.#known(address, query);
    const list = known instanceof FilteredList ? known : this.#filtered(address, query);
    this.#lists.set(listKey(address, query), { address, query, list });
    return list;
  }

  /** Removes empty lists. Removes the known list as well, so that it is added again as the latest. */
  #known(address: ListAddress, query: RowsQuery): KnownList['list'] | undefined {
    const key = listKey(address, query);
    const known = this.#lists.get(key)?.list;
    for (const [other, { list: one }] of this.#lists) if (one.isEmpty || other === key) this.#lists.delete(other);
    return known;
  }

  #ask(address: ListAddress, query: RowsQuery): AskPage {
    const client = (): ReturnType<Clients['get']> => this.#clients.get(address.connection);
    if ('find' in query)
      return foundPages(async (signal) => (await client()).find(address.controller, query.find, signal), this.#memory);
    const listView = address.listView === undefined ? {} : { listView: address.listView };
    const asked = { ...listView, ...serviceQuery(query) };
    return async (page, limit, signal) => {
      const read = await (await client()).records(address.controller, { ...asked, page, limit }, signal);
      this.#read.fire({ address, rows: read.rows });
      return read;
    };
  }

  #filtered(address: ListAddress, query: ListQuery): FilteredList {
    const client = (): ReturnType<Clients['get']> => this.#clients.get(address.connection);
    return new FilteredList(
      {
        prepare: async (signal) =>
          prepareFilter(await client(), address, query, this.#references, this.#filterInThread, signal),
        list: async () => this.#list(address, serviceQuery(query), (await client()).connection.network.pageSize),
      },
      this.#memory,
    );
  }
}

interface KnownList {
  readonly address: ListAddress;
  readonly query: RowsQuery;
  readonly list: PagedList | FilteredList;
}

function isFiltered(query: RowsQuery): query is ListQuery {
  return !('find' in query) && query.conditions !== undefined && query.conditions.length > 0;
}

/** Prefetched rows. */
export interface Prefetch {
  /** Resolves to true if rows were received. */
  readonly isHere: Promise<boolean>;
  /** The rows are no longer available: they were consumed or invalidated. */
  readonly isOver: boolean;
  /** Aborts the request if the rows aren't needed. */
  cancel(): void;
}

class PrefetchedRows implements Prefetch {
  readonly address: ListAddress;
  readonly isHere: Promise<boolean>;
  readonly #rows: Promise<RowSlice>;
  readonly #ending: AbortController;
  readonly #onEnd: () => void;
  #isTaken = false;
  /** A failure is returned once and not shared with later callers: the service may be up again. */
  hasFailed = false;

  constructor(address: ListAddress, rows: Promise<RowSlice>, ending: AbortController, onEnd: () => void) {
    this.address = address;
    this.#rows = rows;
    this.#ending = ending;
    this.#onEnd = onEnd;
    this.isHere = rows.then(
      () => true,
      () => !(this.hasFailed = true),
    );
  }

  /** From then on, the caller's signal controls the request. */
  consume(signal: AbortSignal | undefined): Promise<RowSlice> {
    this.#isTaken = true;
    this.#onEnd();
    signal?.addEventListener('abort', () => this.#ending.abort(), { once: true });
    return this.#rows;
  }

  get isOver(): boolean {
    return this.#isTaken || this.#ending.signal.aborted;
  }

  cancel(): void {
    if (this.#isTaken) return;
    this.#onEnd();
    this.#ending.abort();
  }
}

/** A saved search uses the same rows as its list view. */
function listViewKey({ connection, controller, listView }: ListAddress): string {
  return JSON.stringify([connection, controller, listView ?? null]);
}

function listKey(address: ListAddress, query: RowsQuery): string {
  return `${listViewKey(address)} ${JSON.stringify(query)}`;
}

function requestKey(address: ListAddress, query: RowsQuery, from: number, count: number): string {
  return `${listKey(address, query)} ${from} ${count}`;
}

/** Search results of the service come all at once and can't be sorted: they are requested once and split into pages. */
function foundPages(find: (signal: AbortSignal) => Promise<RecordPage>, memory: CharacterBudget): AskPage {
  let found: Promise<RecordPage> | undefined;
  let kept: CacheEntry | undefined;
  const ask: AskPage = async (page, limit, signal) => {
    const isShared = found !== undefined;
    const asked = (found ??= find(signal));
    try {
      const { rows, columns, ...answer } = await asked;
      const onEvict = (): void => {
        if (found === asked) found = kept = undefined;
      };
      if (!isShared) kept = { characters: charactersOf(rows, columns), onEvict };
      if (kept && found === asked) memory.use(kept);
      return {
        ...answer,
        columns: columns.map((column) => ({ ...column, isSortable: false })),
        rows: rows.slice((page - 1) * limit, page * limit),
        page,
        pageSize: limit,
        total: rows.length,
      };
    } catch (error) {
      if (found === asked) found = undefined;
      // the first caller canceled the shared request, but this one didn't
      if (isShared && !signal.aborted && error instanceof ServiceError && error.code === 'canceled')
        return ask(page, limit, signal);
      throw error;
    }
  };
  return ask;
}

/** After this many changes during reading, a list is read one page at a time: a single response is consistent. */
const maxChangedReads = 4;

/**
 * A list with rows by index. The service counts pages from 1 and may return fewer rows than requested, so the page size
 * is determined first, and everything is invalidated when the list changes.
 */
export class PagedList {
  /** Number of rows to request until a response has shown the page size. */
  pageSize: number;
  #ask: AskPage;
  readonly #memory: CharacterBudget;
  readonly #requests = new SharedRequests<void>();
  /** Pages reloaded by an operation, so that it requests each page once. */
  readonly #looks = new WeakMap<AbortSignal, Map<number, Promise<RecordPage>>>();
  /** Undefined until a response has shown the page size. */
  #state: ListState | undefined;
  /** State before it was invalidated, until there is a response. */
  #seen: ListState | undefined;
  /** Counts the states, including those without a response yet. */
  #generation = 0;
  #readers = 0;

  constructor(ask: AskPage, pageSize: number, memory: CharacterBudget = new CharacterBudget()) {
    this.#ask = withCredibleTotal(countingFromOne(ask));
    this.pageSize = pageSize;
    this.#memory = memory;
  }

  /** True if nothing is cached and no read is in progress. */
  get isEmpty(): boolean {
    return this.#readers === 0 && (this.#known?.isEmpty ?? true);
  }

  get columns(): readonly Column[] {
    return this.#known?.first.columns ?? [];
  }

  get #known(): ListState | undefined {
    return this.#state ?? this.#seen;
  }

  async rows(from: number, count: number, signal: AbortSignal | undefined): Promise<RowSlice> {
    this.#readers += 1;
    try {
      return await this.#memory.hold(() => this.#rows(from, count, signal));
    } finally {
      this.#readers -= 1;
    }
  }

  async #rows(from: number, count: number, signal: AbortSignal | undefined): Promise<RowSlice> {
    for (let turn = 1; turn <= maxChangedReads * 3; turn++) {
      const state = this.#state;
      if (!state) {
        await this.#load(Math.floor(from / this.pageSize) + 1, signal);
        continue;
      }
      const pages = state.pagesFor(from, count);
      await Promise.all(pages.slice(0, turn > maxChangedReads ? 1 : undefined).map((page) => this.#load(page, signal)));
      const slice = this.#state === state || turn > maxChangedReads ? this.#state?.slice(from, count) : undefined;
      if (slice) return slice;
    }
    throw changesTooFast();
  }

  /** Returns as many of these rows as were seen in this window, without a gap; undefined if the first wasn't. */
  lastSeen(from: number, count: number): RowSlice | undefined {
    return this.#known?.slice(from, count, true);
  }

  *seenRows(): Generator<readonly RecordRow[]> {
    yield* this.#known?.seenRows() ?? [];
  }

  find(id: string): RecordRow | undefined {
    return this.#state?.find(id)?.row;
  }

  /** Reloads a cached row; returns undefined if it is no longer on its page. The cache stays unchanged. */
  async readAgain(id: string, signal: AbortSignal): Promise<RecordRow | undefined> {
    const state = this.#state;
    const page = state?.find(id)?.page;
    if (!state || page === undefined) return undefined;
    const looks = this.#looks.get(signal) ?? new Map<number, Promise<RecordPage>>();
    this.#looks.set(signal, looks);
    const look = looks.get(page) ?? this.#ask(page, state.size, signal);
    looks.set(page, look);
    const answer = await look;
    return inColumnOrder(answer, state.first.columns).find((row) => row.id === id);
  }

  /** Invalidates the list. In-flight responses are ignored: the next request may use a different query. */
  invalidate(ask?: AskPage): void {
    if (ask) this.#ask = withCredibleTotal(countingFromOne(ask));
    this.#seen = this.#known;
    this.#state = undefined;
    this.#generation += 1;
    this.#requests.clear();
  }

  /** Drops the rows last seen, which are then not shown even while the service is down. */
  forgetSeen(): void {
    this.#seen?.release();
    this.#seen = undefined;
  }

  #begin(size: number, hasGaps: boolean, first: RecordPage): void {
    this.#state = new ListState(size, hasGaps, first, this.#memory, this.#seen);
    this.#seen = undefined;
  }

  #load(page: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#state?.has(page)) return Promise.resolve();
    const limit = this.#state?.size ?? this.pageSize;
    const generation = this.#generation;
    const load = async (abort: AbortSignal): Promise<void> => {
      const answer = withoutStrays(await this.#ask(page, limit, abort), page, limit);
      if (this.#generation === generation) await this.#applyPage(page, limit, answer, abort);
    };
    return this.#requests.get(`${page} of ${limit}`, load, signal);
  }

  async #applyPage(page: number, limit: number, answer: RecordPage, signal: AbortSignal): Promise<void> {
    if (answer.page !== page && answer.rows.length > 0)
      throw contradiction(t('page {0} was requested, but page {1} was returned', page, answer.page));
    const state = this.#state;
    if (!state) return this.#learn(page, limit, answer, signal);
    if (limit !== state.size) return; // requested before the size was known
    if (!state.isAbout(answer)) {
      this.invalidate();
      if (!state.hasProvenSize) return this.#learn(page, limit, answer, signal);
      // the page size belongs to the service, not to the list
      this.#begin(state.size, state.hasGaps, answer);
    }
    this.#storePage(page, answer);
  }

  async #learn(page: number, limit: number, answer: RecordPage, signal: AbortSignal): Promise<void> {
    const generation = this.#generation;
    const known = await learnPageSize(this.#ask, { page, limit, answer }, signal);
    if (!known || this.#state || this.#generation !== generation) return;
    this.#begin(known.size, known.hasGaps, known.answer ?? answer);
    // with another page size, this page has a different index
    if (known.answer) this.#storePage(page, known.answer);
  }

  #storePage(page: number, answer: RecordPage): void {
    const state = this.#state;
    if (!state) return;
    const count = answer.rows.length;
    const expected = state.expected(page);
    if (answer.total !== undefined && count === 0 && expected > 0)
      throw contradiction(t('it reports more records than it sends'));
    const isShort = answer.total !== undefined && count < expected && !state.hasGaps;
    // the page size has changed
    if (isShort || count > state.size) return this.invalidate();
    const other = state.repeated(page, answer.rows);
    // past the end, a service may return its last page again
    if (other === page - 1 && answer.total === undefined) return state.keepEnd(page, answer);
    if (other !== undefined) throw contradiction(t('page {0} and page {1} are the same', other, page));
    state.store(page, answer);
  }
}

/** Drops the rows of a page past the end: a service may return its last page instead. */
function withoutStrays(answer: RecordPage, page: number, limit: number): RecordPage {
  const isPastEnd = page > 1 && answer.total !== undefined && (page - 1) * limit >= answer.total;
  return isPastEnd ? { ...answer, rows: [] } : answer;
}

interface Running<T> {
  readonly controller: AbortController;
  readonly answer: Promise<T>;
  waiting: number;
}

/** Shares one request between concurrent callers; aborts it when none is waiting. */
class SharedRequests<T> {
  readonly #running = new Map<string, Running<T>>();

  get(key: string, ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) return Promise.reject(canceled());
    const running = this.#running.get(key) ?? this.#start(key, ask);
    running.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        running.waiting -= 1;
        if (running.waiting === 0) {
          if (this.#running.get(key) === running) this.#running.delete(key);
          running.controller.abort();
        }
        reject(canceled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      const settle = (): void => signal?.removeEventListener('abort', leave);
      running.answer.then(
        (value) => (settle(), resolve(value)),
        (error: unknown) => (settle(), reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }

  /** Current callers still get their responses; new ones don't share them. */
  clear(): void {
    this.#running.clear();
  }

  #start(key: string, ask: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const answer = ask(controller.signal);
    const running: Running<T> = { controller, answer, waiting: 0 };
    this.#running.set(key, running);
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    answer.then(end, end);
    return running;
  }
}
