import { withDecimals } from '../../../../model/list/columnDecimals.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { RowsRequest, TableQuery, TableRow, TableRows, TableStart } from '../../tableProtocol.ts';
import { errorMessage } from '../../../common/channel.ts';

export interface RowSourceOptions {
  readonly ask: (request: RowsRequest, signal?: AbortSignal) => Promise<TableRows>;
  /** Rows sent with the start data: the response to the first request, if it is the expected one. */
  readonly first?: TableStart['first'];
  readonly query: TableQuery;
  readonly pageSize: number;
  /** Index of the first visible row. */
  readonly startAt: number;
  /** Called when rows, columns, the count, the loading state or the failure changed. */
  readonly onChange: () => void;
  /** Called when rows of this query have arrived. */
  readonly onReply?: (reply: TableRows) => void;
  /** Called before loaded rows are requested again. */
  readonly onRefresh?: (rows: Iterable<TableRow>, columns: readonly Column[]) => void;
  /** Called when rows have arrived, with their cells in the order of these columns. */
  readonly onRows?: (rows: readonly TableRow[], columns: readonly Column[]) => void;
  /** Called when the first rows of another query have arrived. */
  readonly onRestart: () => void;
  readonly later: (work: () => void, milliseconds: number) => void;
}

interface PendingRequest extends RowRange {
  readonly controller: AbortController;
}

const maxBlocks = 30;
const maxPending = 2;
/** Throttles requests while the scroll bar is dragged. */
const throttleDelay = 60;
/**
 * Max changes of the total that cause a reload: a service with a different total on every page would cause endless
 * reloads.
 */
const maxTotalChanges = 3;

/**
 * Rows of a list of any length. Requests only rows near the viewport, and never shows a row at a wrong index. Stale
 * rows stay until newer ones arrive.
 */
export class RowSource {
  readonly #options: RowSourceOptions;
  #first: TableStart['first'];
  readonly #pageSize: number;
  readonly #rows: RowStore;
  #stale: RowStore | undefined;
  /** The query of the stale rows. */
  #staleQuery: TableQuery | undefined;
  #query: TableQuery;
  #columns: readonly Column[] = [];
  #access: readonly Column[] = [];
  readonly #size = new ListLength();
  #answered = false;
  #totalChanges = 0;
  #visible = { first: 0, last: 0 };
  readonly #pending = new Set<PendingRequest>();
  /** Indexes that were requested but returned no row. */
  readonly #missingAt = new Set<number>();
  #failedAt = new Set<number>();
  #failure: RowsFailure | undefined;
  /** Timestamp of the oldest row from the cache. */
  #seenAt: number | undefined;
  #messages: readonly string[] = [];
  #isCut = false;
  #isGrowing = false;
  #isFromTop = false;
  #isThrottled = false;
  #throttles = 0;
  #isPaused = false;

  constructor(options: RowSourceOptions) {
    this.#options = options;
    this.#first = options.first;
    this.#query = options.query;
    this.#pageSize = Math.min(1_000, Math.max(1, Math.floor(options.pageSize)));
    this.#visible = { first: options.startAt, last: options.startAt };
    this.#rows = new RowStore(this.#pageSize, maxBlocks);
  }

  get query(): TableQuery {
    return this.#query;
  }
  get columns(): readonly Column[] {
    return this.#columns;
  }
  /** Columns with access rights, whether or not their cells are loaded. */
  get access(): readonly Column[] {
    return this.#access;
  }
  /** Null if not provided by the service. */
  get total(): number | null {
    return this.#size.total;
  }
  /** Number of rows that can be scrolled to; grows if there is no total. */
  get length(): number {
    return this.#size.length;
  }
  get isLengthKnown(): boolean {
    return this.#answered && this.#size.isKnown;
  }
  get isLoading(): boolean {
    return this.#pending.size > 0 || this.#isThrottled;
  }
  /** True if the rows shown belong to an earlier request. */
  get isStale(): boolean {
    return !this.#answered && this.#stale !== undefined;
  }
  /** True until the first rows of the query arrive: no rows are shown, or those of another query. */
  get isRestarting(): boolean {
    return !this.#answered && (!this.#stale || this.isOfOtherQuery);
  }
  get isOfOtherQuery(): boolean {
    return this.isStale && JSON.stringify(this.#staleQuery) !== JSON.stringify(this.#query);
  }
  get wasAnswered(): boolean {
    return this.#answered || this.#stale !== undefined;
  }
  /** Set if the service is unreachable: the time when these rows were loaded. */
  get seenAt(): number | undefined {
    return this.#seenAt;
  }
  /** True if the service sends no more rows without saying whether these are all. */
  get isCut(): boolean {
    return this.#isCut;
  }
  /** True if the initial rows were unavailable, so the list starts at the top. */
  get isFromTop(): boolean {
    return this.#isFromTop;
  }
  /** Messages from the service with the last rows. */
  get messages(): readonly string[] {
    return this.#messages;
  }
  get failure(): RowsFailure | undefined {
    return this.#failure;
  }

  row(index: number): TableRow | undefined {
    return this.#rows.at(index) ?? this.#stale?.at(index);
  }

  /** Sets the visible rows, both ends inclusive; cheap if nothing is missing. */
  setVisibleRows(first: number, last: number): void {
    if (this.isRestarting) return this.#pump(); // other rows are on screen
    if (first === this.#visible.first && last === this.#visible.last && this.#pending.size > 0) return;
    const isElsewhere = first > this.#visible.last || last < this.#visible.first;
    this.#visible = { first, last: Math.max(first, last) };
    if (this.#isThrottled && isElsewhere) this.#throttle();
    this.#pump();
  }

  setQuery(query: TableQuery): void {
    this.#restart();
    this.#query = query;
    this.#visible = { first: 0, last: 0 };
    this.#pump();
  }

  /** Reloads the visible rows. */
  refresh(): void {
    if (this.#answered) this.#options.onRefresh?.(this.#rows.all(), this.#columns);
    this.#restart();
    this.#pump();
  }

  /** Call when more rows of a locally filtered list were found. */
  grow(total: number): void {
    if (!this.#answered || !this.#isGrowing || total <= (this.#size.total ?? 0)) return;
    this.#size.grow(total);
    this.#pump();
    this.#options.onChange();
  }

  retry(): void {
    this.#failedAt.clear();
    this.#failure = undefined;
    this.#pump();
    this.#options.onChange();
  }

  /** Stops loading while the table is hidden. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#pump();
  }

  /** Stale rows that are still shown, then the current ones, in no particular order. */
  *shown(): Iterable<TableRow> {
    yield* this.#stale?.all() ?? [];
    yield* this.#rows.all();
  }

  /** The loaded rows, in no particular order. */
  get held(): Iterable<TableRow> {
    return this.#rows.all();
  }

  /** Returns rows of the current query, loaded or fetched. */
  async collect(first: number, last: number, signal?: AbortSignal): Promise<TableRow[]> {
    const query = this.#query;
    const rows: TableRow[] = [];
    let index = first;
    while (index <= last) {
      const held = this.isStale || this.#query !== query ? undefined : this.row(index);
      if (held) {
        rows.push(held);
        index++;
        continue;
      }
      const request = { query, from: index, count: Math.min(this.#pageSize, last - index + 1) };
      const reply = await this.#ask(request, signal);
      signal?.throwIfAborted();
      // rows of an older query must not add columns to the current one
      const aligned = this.#query === query ? this.#align(reply) : alignRows(reply, this.#columns);
      const found = aligned.slice(Math.max(0, index - reply.from));
      if (found.length === 0) break; // the list is shorter than expected
      rows.push(...found.slice(0, last - index + 1));
      index += found.length;
    }
    return rows;
  }

  async #ask(request: RowsRequest, signal?: AbortSignal): Promise<TableRows> {
    const first = this.#first;
    this.#first = undefined;
    const isFirst = first && JSON.stringify(first.request) === JSON.stringify(request);
    const reply = await (isFirst ? first.rows : this.#options.ask(request, signal));
    if (request.query === this.#query) this.#options.onReply?.(reply);
    return reply;
  }

  /** Aligns the cells of a response with all columns seen so far. */
  #align(reply: TableRows): readonly TableRow[] {
    this.#columns = mergeColumns(this.#columns, reply.columns);
    const rows = alignRows(reply, this.#columns);
    this.#columns = withDecimals(this.#columns, rows);
    return rows;
  }

  #restart(): void {
    for (const { controller } of this.#pending) controller.abort();
    this.#pending.clear();
    if (this.#answered) {
      this.#stale = this.#rows.detach();
      this.#staleQuery = this.#query;
    }
    this.#forgetAnswers();
    this.#answered = false;
    this.#totalChanges = 0;
  }

  #forgetAnswers(): void {
    this.#rows.clear();
    this.#missingAt.clear();
    this.#failedAt.clear();
    this.#failure = undefined;
    this.#size.reset();
  }

  #pump(): void {
    if (this.#isPaused) return;
    const margin = Math.ceil(this.#pageSize / 2);
    for (const request of this.#pending) {
      if (request.to > this.#visible.first - margin && request.from <= this.#visible.last + margin) continue;
      request.controller.abort();
      this.#pending.delete(request);
      this.#throttle();
    }
    while (!this.#isThrottled && this.#pending.size < maxPending) {
      const want = this.#nextWant();
      if (!want) break;
      void this.#fetch(want.from, want.to);
    }
    if (this.#pending.size === 0 && this.#answered && !this.#isThrottled) this.#stale = undefined;
  }

  #throttle(): void {
    this.#isThrottled = true;
    const turn = ++this.#throttles;
    this.#options.later(() => {
      if (turn !== this.#throttles) return; // scrolling continued
      this.#isThrottled = false;
      this.#pump();
    }, throttleDelay);
  }

  #nextWant(): RowRange | undefined {
    const holdings = {
      rows: this.#rows,
      pageSize: this.#pageSize,
      end: this.#answered ? (this.#size.total ?? undefined) : undefined,
      pending: this.#pending,
      missingAt: this.#missingAt,
      failedAt: this.#failedAt,
    };
    if (this.#answered) return rangeToFetchNear(this.#visible, this.#size.length, holdings);
    // the first response provides the total
    return this.#pending.size > 0 ? undefined : (this.#sent ?? rangeToFetchAt(this.#visible.first, holdings));
  }

  /** The range of the rows sent with the start data, if they include the first visible row. */
  get #sent(): RowRange | undefined {
    const { from = 0, count = 0 } = this.#first?.request ?? {};
    const { first } = this.#visible;
    return first >= from && first < from + count ? { from, to: from + count } : undefined;
  }

  async #fetch(from: number, to: number): Promise<void> {
    const request: PendingRequest = { from, to, controller: new AbortController() };
    this.#pending.add(request);
    this.#options.onChange();
    try {
      const reply = await this.#ask({ query: this.#query, from, count: to - from }, request.controller.signal);
      // ignore an aborted request: its query is outdated or no longer needed
      if (!this.#pending.delete(request)) return;
      if (this.#seenAt !== undefined && reply.seenAt === undefined && this.#answered) return this.#serviceIsBack();
      this.#accept(request, reply);
    } catch (error) {
      if (!this.#pending.delete(request)) return;
      // nothing is shown yet, so show what there is of the list, even if cached, from the top
      if (!this.#answered && !this.#stale && from > 0) {
        this.#isFromTop = true;
        this.#visible = { first: 0, last: 0 };
        return this.#pump();
      }
      // next to the error, they would be taken for what was found
      if (this.isOfOtherQuery) this.#discardStale();
      this.#failure = rowsFailure(error);
      this.#failedAt.add(from);
    }
    this.#pump();
    this.#options.onChange();
  }

  #discardStale(): void {
    this.#stale = undefined;
    this.#size.clear();
    this.#seenAt = undefined;
    this.#isCut = false;
  }

  /** Replaces cached rows with current ones. */
  #serviceIsBack(): void {
    this.refresh();
    this.#options.onChange();
  }

  #accept(request: PendingRequest, reply: TableRows): void {
    const restarted = this.isRestarting;
    if (!this.#answered) this.#acceptFirst(reply);
    else if (!this.#isGrowing && reply.total !== this.#size.total && ++this.#totalChanges <= maxTotalChanges) {
      // rows were added or removed, so loaded rows may have moved
      for (const { controller } of this.#pending) controller.abort();
      this.#pending.clear();
      this.#forgetAnswers();
      this.#stale = undefined;
      this.#size.length = 0;
    }
    if (this.#failure) {
      this.#failure = undefined;
      this.#failedAt = new Set();
    }
    if (reply.seenAt !== undefined) this.#seenAt = Math.min(this.#seenAt ?? reply.seenAt, reply.seenAt);
    this.#messages = reply.messages ?? [];
    this.#access = reply.access ?? [];
    this.#isCut = reply.isCut ?? false;
    const grownTo = this.#isGrowing ? (this.#size.total ?? 0) : 0;
    this.#isGrowing = reply.isGrowing ?? false;
    const rows = this.#align(reply);
    this.#rows.put(reply.from, rows);
    this.#options.onRows?.(rows, this.#columns);
    this.#noteMissing(request, reply);
    this.#size.learn(request, reply, this.#pageSize);
    this.#size.grow(Math.max(grownTo, this.#isGrowing ? (reply.filtered?.found ?? 0) : 0));
    this.#rows.evictFar(this.#visible.first);
    if (restarted) this.#options.onRestart();
  }

  #acceptFirst(reply: TableRows): void {
    const isSameList =
      !this.isOfOtherQuery && reply.total === this.#size.total && sameKeys(reply.columns, this.#columns);
    if (!isSameList) this.#stale = undefined;
    this.#answered = true;
    this.#isGrowing = false;
    this.#seenAt = undefined;
    this.#size.length = 0;
    this.#columns = withKnownFormats(this.#columns, reply.columns);
  }

  #noteMissing(request: PendingRequest, reply: TableRows): void {
    if (reply.from <= request.from && reply.from + reply.rows.length > request.from) return;
    for (let index = request.from; index < request.to; index++) if (!this.#rows.at(index)) this.#missingAt.add(index);
  }
}

/** Error of a rows request: a code for the program, a message for the user. */
export interface RowsFailure {
  readonly code: string;
  readonly message: string;
}

function rowsFailure(error: unknown): RowsFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  return { code, message: errorMessage(error) };
}

/** Rows by index, stored in blocks of one page, so that distant blocks can be evicted. */
class RowStore {
  readonly #size: number;
  readonly #max: number;
  #blocks = new Map<number, (TableRow | undefined)[]>();

  constructor(size: number, max: number) {
    this.#size = size;
    this.#max = max;
  }

  get count(): number {
    return this.#blocks.size;
  }

  at(index: number): TableRow | undefined {
    return this.#blocks.get(Math.floor(index / this.#size))?.[index % this.#size];
  }

  *all(): Iterable<TableRow> {
    for (const block of this.#blocks.values()) for (const row of block) if (row) yield row;
  }

  put(from: number, rows: readonly TableRow[]): void {
    for (const [offset, row] of rows.entries()) {
      const number = Math.floor((from + offset) / this.#size);
      let block = this.#blocks.get(number);
      if (!block) this.#blocks.set(number, (block = []));
      block[(from + offset) % this.#size] = row;
    }
  }

  /** Evicts the blocks farthest from a row. */
  evictFar(index: number): void {
    const excess = this.#blocks.size - this.#max;
    if (excess <= 0) return;
    const middle = Math.floor(index / this.#size);
    const far = [...this.#blocks.keys()].toSorted((one, other) => Math.abs(other - middle) - Math.abs(one - middle));
    for (const number of far.slice(0, excess)) this.#blocks.delete(number);
  }

  /** Moves the contents to a new store and leaves this one empty. */
  detach(): RowStore {
    const moved = new RowStore(this.#size, this.#max);
    moved.#blocks = this.#blocks;
    this.#blocks = new Map();
    return moved;
  }

  clear(): void {
    this.#blocks.clear();
  }
}

/** A range of indexes; `to` is exclusive. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that are loaded, in flight, missing or failed. */
interface FetchState {
  readonly rows: RowStore;
  readonly pageSize: number;
  /** No rows exist from this index on; undefined if unknown. */
  readonly end: number | undefined;
  readonly pending: Iterable<RowRange>;
  readonly missingAt: ReadonlySet<number>;
  readonly failedAt: ReadonlySet<number>;
}

/** The next range to fetch: missing visible rows first, then rows just outside the viewport. */
function rangeToFetchNear(
  { first, last }: { readonly first: number; readonly last: number },
  length: number,
  holdings: FetchState,
): RowRange | undefined {
  const { rows, pageSize } = holdings;
  const ahead = Math.ceil(pageSize / 4);
  for (const [from, to] of [
    [first, last],
    [last + 1, last + ahead],
    [first - ahead, first - 1],
  ] as const)
    for (let index = Math.max(0, from); index <= Math.min(to, length - 1); index++)
      if (!rows.at(index)) {
        const want = rangeToFetchAt(index, holdings);
        if (want) return want;
        index += pageSize - 1 - (index % pageSize); // skip the rest of this block
      }
  return undefined;
}

/** The rest of the block from a missing row on, unless it is in flight or was requested without success. */
function rangeToFetchAt(index: number, holdings: FetchState): RowRange | undefined {
  const { rows, pageSize, end, pending, missingAt, failedAt } = holdings;
  const blockStart = index - (index % pageSize);
  let from = index;
  while (from > blockStart && !rows.at(from - 1) && !missingAt.has(from - 1)) from--;
  if (missingAt.has(index) || missingAt.has(from) || failedAt.has(from)) return undefined;
  let to = Math.min(blockStart + pageSize, end ?? Number.POSITIVE_INFINITY);
  for (let next = from; next < to; next++) if (rows.at(next)) to = next;
  for (const request of pending) if (request.from < to && request.to > from) return undefined;
  return { from, to };
}

/** Length of a list, as far as its responses show. */
class ListLength {
  /** Null if not provided by the service. */
  total: number | null = null;
  /** Number of rows that can be scrolled to; grows if there is no total. */
  length = 0;
  /** Without a total: the index after the last row, once found. */
  #end: number | null = null;
  #maxAtOnce = 0;

  get isKnown(): boolean {
    return this.total !== null || this.#end !== null;
  }

  /** Resets what was learned from earlier responses; the list may have changed. */
  reset(): void {
    this.#end = null;
    this.#maxAtOnce = 0;
  }

  clear(): void {
    this.reset();
    this.total = null;
    this.length = 0;
  }

  /** Rows were added at the end; a response that was sent before may not know. */
  grow(total: number): void {
    if (this.total === null || total <= this.total) return;
    this.total = this.length = total;
  }

  learn({ from, to }: RowRange, reply: TableRows, pageSize: number): void {
    this.total = reply.total;
    if (reply.total !== null) {
      this.length = reply.total;
      return;
    }
    const arrivedTo = reply.from + reply.rows.length;
    const isShort = reply.rows.length < Math.min(to - from, this.#maxAtOnce);
    this.#maxAtOnce = Math.max(this.#maxAtOnce, reply.rows.length);
    if (reply.rows.length === 0) this.#end = Math.min(this.#end ?? from, from);
    else if (isShort) this.#end = arrivedTo;
    this.length = this.#end ?? Math.max(this.length, arrivedTo + pageSize);
  }
}

/** All columns so far: those of earlier responses in place, then those that this response adds. */
function mergeColumns(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  if (sameKeys(known, arrived)) return known;
  const keys = new Set(known.map((column) => column.key));
  const added = arrived.filter((column) => !keys.has(column.key));
  return added.length === 0 ? known : [...known, ...added];
}

/** Keeps the kind and decimals inferred from earlier values for the next query. */
function withKnownFormats(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  const formats = new Map(
    known.map(({ key, kind, decimals }) => [key, { kind, ...(decimals !== undefined && { decimals }) }]),
  );
  return arrived.map((column) => ({ ...column, ...formats.get(column.key) }));
}

/** Aligns the cells of a response with `columns`: pages may contain different undeclared values. */
function alignRows(reply: TableRows, columns: readonly Column[]): readonly TableRow[] {
  if (sameKeys(columns, reply.columns)) return reply.rows;
  const indexes = new Map(reply.columns.map((column, index) => [column.key, index]));
  const sources = columns.map((column) => indexes.get(column.key) ?? -1);
  return reply.rows.map((row) => {
    const cells = sources.map((index) => row.cells[index] ?? null);
    const cut = row.cut && sources.flatMap((source, target) => (row.cut?.includes(source) ? [target] : []));
    return { ...row, cells, ...(cut && { cut }) };
  });
}

function sameKeys(some: readonly Column[], others: readonly Column[]): boolean {
  return (
    some === others || (some.length === others.length && some.every(({ key }, index) => key === others[index]?.key))
  );
}
