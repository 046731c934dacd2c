import { withDecimals } from '../../../../model/list/columnDecimals.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { RowsRequest, TableQuery, TableRow, TableRows, TableStart } from '../../tableProtocol.ts';
import { errorMessage } from '../../../common/channel.ts';

export interface RowSourceOptions {
  readonly ask: (request: RowsRequest, signal?: AbortSignal) => Promise<TableRows>;
  /** What the host sent with the start: the answer to the first request, if that is the one that it expected. */
  readonly first?: TableStart['first'];
  readonly query: TableQuery;
  readonly pageSize: number;
  /** The row that is shown first. */
  readonly startAt: number;
  /** Rows, columns, the count, loading or the failure are other than before. */
  readonly onChange: () => void;
  /** Rows of this query are here. */
  readonly onReply?: (reply: TableRows) => void;
  /** What is at hand is about to be asked for anew. */
  readonly onRefresh?: (rows: Iterable<TableRow>, columns: readonly Column[]) => void;
  /** Rows arrived, with their cells in the order of these columns. */
  readonly onRows?: (rows: readonly TableRow[], columns: readonly Column[]) => void;
  /** The first rows of another query are here. */
  readonly onRestart: () => void;
  readonly later: (work: () => void, milliseconds: number) => void;
}

interface PendingRequest extends RowRange {
  readonly controller: AbortController;
}

const mostBlocks = 30;
const maxPending = 2;
/** While the scroll bar is dragged, what is passed by is not asked for. */
const throttleDelay = 60;
/** A service that gives another total with every page would have everything dropped forever. */
const mostTotalChanges = 3;

/**
 * The rows of a list of any length: asks only for what is near the screen, and never has a row at a wrong index.
 * Rows of an earlier answer are shown until newer ones come.
 */
export class RowSource {
  readonly #options: RowSourceOptions;
  #first: TableStart['first'];
  readonly #pageSize: number;
  readonly #rows: RowStore;
  #stale: RowStore | undefined;
  /** The stale rows answer another query. */
  #isStaleOfOtherQuery = false;
  #query: TableQuery;
  #columns: readonly Column[] = [];
  readonly #size = new ListLength();
  #answered = false;
  #totalChanges = 0;
  #visible = { first: 0, last: 0 };
  readonly #pending = new Set<PendingRequest>();
  /** Places that were asked for and not answered with a row. */
  readonly #missingAt = new Set<number>();
  #failedAt = new Set<number>();
  #failure: RowsFailure | undefined;
  /** Of the oldest row that was answered from memory. */
  #seenAt: number | undefined;
  #messages: readonly string[] = [];
  #isCut = false;
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
    this.#rows = new RowStore(this.#pageSize, mostBlocks);
  }

  get query(): TableQuery {
    return this.#query;
  }
  get columns(): readonly Column[] {
    return this.#columns;
  }
  /** Null when the service does not tell. */
  get total(): number | null {
    return this.#size.total;
  }
  /** How many rows can be scrolled through; without a total it grows. */
  get length(): number {
    return this.#size.length;
  }
  get isLengthKnown(): boolean {
    return this.#answered && this.#size.isKnown;
  }
  get isLoading(): boolean {
    return this.#pending.size > 0 || this.#isThrottled;
  }
  /** What is shown answers an earlier question. */
  get isStale(): boolean {
    return !this.#answered && this.#stale !== undefined;
  }
  get wasAnswered(): boolean {
    return this.#answered || this.#stale !== undefined;
  }
  /** The service is away: this is how it was then. */
  get seenAt(): number | undefined {
    return this.#seenAt;
  }
  /** The service sends no more rows, and does not say whether these are all. */
  get isCut(): boolean {
    return this.#isCut;
  }
  /** The rows that were to be shown first could not be had. */
  get isFromTop(): boolean {
    return this.#isFromTop;
  }
  /** What the service said beside the last rows. */
  get messages(): readonly string[] {
    return this.#messages;
  }
  get failure(): RowsFailure | undefined {
    return this.#failure;
  }

  row(index: number): TableRow | undefined {
    return this.#rows.at(index) ?? this.#stale?.at(index);
  }

  /** The rows on the screen, both ends included; cheap when nothing is missing. */
  setVisibleRows(first: number, last: number): void {
    if (!this.#answered && (!this.#stale || this.#isStaleOfOtherQuery)) return this.#pump(); // the screen shows something else
    if (first === this.#visible.first && last === this.#visible.last && this.#pending.size > 0) return;
    const isElsewhere = first > this.#visible.last || last < this.#visible.first;
    this.#visible = { first, last: Math.max(first, last) };
    if (this.#isThrottled && isElsewhere) this.#throttle();
    this.#pump();
  }

  setQuery(query: TableQuery): void {
    this.#query = query;
    this.#restart(true);
    this.#visible = { first: 0, last: 0 };
    this.#pump();
  }

  /** Asks anew for what is on the screen. */
  refresh(): void {
    if (this.#answered) this.#options.onRefresh?.(this.#rows.all(), this.#columns);
    this.#restart(this.#isStaleOfOtherQuery && this.isStale);
    this.#pump();
  }

  retry(): void {
    this.#failedAt.clear();
    this.#failure = undefined;
    this.#pump();
    this.#options.onChange();
  }

  /** Nobody looks. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#pump();
  }

  /** The rows that are shown until newer ones come, then the newer ones, in no order. */
  *shown(): Iterable<TableRow> {
    yield* this.#stale?.all() ?? [];
    yield* this.#rows.all();
  }

  /** The rows that are at hand, in no order. */
  get held(): Iterable<TableRow> {
    return this.#rows.all();
  }

  /** Of what is at hand some is taken, the rest is asked for. All of it answers the query that there is now. */
  async collect(first: number, last: number): Promise<TableRow[]> {
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
      const reply = await this.#ask({ query, from: index, count: Math.min(this.#pageSize, last - index + 1) });
      // rows of an older query add no columns to those of the query that there is now
      const aligned = this.#query === query ? this.#align(reply) : alignRows(reply, this.#columns);
      const found = aligned.slice(Math.max(0, index - reply.from));
      if (found.length === 0) break; // the list ends before
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

  /** The rows of a reply with their cells in the order of all columns that were seen so far. */
  #align(reply: TableRows): readonly TableRow[] {
    this.#columns = mergeColumns(this.#columns, reply.columns);
    const rows = alignRows(reply, this.#columns);
    this.#columns = withDecimals(this.#columns, rows);
    return rows;
  }

  #restart(isOther: boolean): void {
    for (const { controller } of this.#pending) controller.abort();
    this.#pending.clear();
    if (this.#answered) {
      this.#stale = this.#rows.detach();
      this.#isStaleOfOtherQuery = isOther;
    } else this.#isStaleOfOtherQuery ||= isOther;
    this.#forgetAnswers();
    this.#answered = false;
    this.#totalChanges = 0;
  }

  #forgetAnswers(): void {
    this.#rows.clear();
    this.#missingAt.clear();
    this.#failedAt.clear();
    this.#failure = undefined;
    this.#size.forget();
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
      if (turn !== this.#throttles) return; // it went on meanwhile
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
    // the first answer tells how many there are
    return this.#pending.size > 0 ? undefined : rangeToFetchAt(this.#visible.first, holdings);
  }

  async #fetch(from: number, to: number): Promise<void> {
    const request: PendingRequest = { from, to, controller: new AbortController() };
    this.#pending.add(request);
    this.#options.onChange();
    try {
      const reply = await this.#ask({ query: this.#query, from, count: to - from }, request.controller.signal);
      // an aborted request answers an older question, or one that nobody asks any more
      if (!this.#pending.delete(request)) return;
      if (this.#seenAt !== undefined && reply.seenAt === undefined && this.#answered) return this.#serviceIsBack();
      this.#accept(request, reply);
    } catch (error) {
      if (!this.#pending.delete(request)) return;
      // nothing is shown yet: what there is of the list, be it remembered, is shown from its top
      if (!this.#answered && !this.#stale && from > 0) {
        this.#isFromTop = true;
        this.#visible = { first: 0, last: 0 };
        return this.#pump();
      }
      this.#failure = rowsFailure(error);
      this.#failedAt.add(from);
    }
    this.#pump();
    this.#options.onChange();
  }

  /** What was remembered gives way to what the service has. */
  #serviceIsBack(): void {
    this.refresh();
    this.#options.onChange();
  }

  #accept(request: PendingRequest, reply: TableRows): void {
    const restarted = !this.#answered && (this.#isStaleOfOtherQuery || !this.#stale);
    if (!this.#answered) this.#acceptFirst(reply);
    else if (reply.total !== this.#size.total && ++this.#totalChanges <= mostTotalChanges) {
      // rows were added or taken away: what is held may have moved
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
    this.#isCut = reply.isCut ?? false;
    const rows = this.#align(reply);
    this.#rows.put(reply.from, rows);
    this.#options.onRows?.(rows, this.#columns);
    this.#noteMissing(request, reply);
    this.#size.learn(request, reply, this.#pageSize);
    this.#rows.keepNear(this.#visible.first);
    if (restarted) this.#options.onRestart();
  }

  #acceptFirst(reply: TableRows): void {
    this.#answered = true;
    this.#seenAt = undefined;
    const isSameList = reply.total === this.#size.total && sameKeys(reply.columns, this.#columns);
    if (this.#isStaleOfOtherQuery || !isSameList) this.#stale = undefined;
    this.#isStaleOfOtherQuery = false;
    this.#size.length = 0;
    this.#columns = withKnownFormats(this.#columns, reply.columns);
  }

  #noteMissing(request: PendingRequest, reply: TableRows): void {
    if (reply.from <= request.from && reply.from + reply.rows.length > request.from) return;
    for (let index = request.from; index < request.to; index++) if (!this.#rows.at(index)) this.#missingAt.add(index);
  }
}

/** Why rows did not come: a code for the program, a sentence for the person. */
export interface RowsFailure {
  readonly code: string;
  readonly message: string;
}

function rowsFailure(error: unknown): RowsFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  return { code, message: errorMessage(error) };
}

/** Rows by their index in the list, kept in blocks of a page each, so that the far ones can be let go. */
class RowStore {
  readonly #size: number;
  readonly #most: number;
  #blocks = new Map<number, (TableRow | undefined)[]>();

  constructor(size: number, most: number) {
    this.#size = size;
    this.#most = most;
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

  /** Lets the blocks go that are farthest from a row. */
  keepNear(index: number): void {
    const excess = this.#blocks.size - this.#most;
    if (excess <= 0) return;
    const middle = Math.floor(index / this.#size);
    const far = [...this.#blocks.keys()].toSorted((one, other) => Math.abs(other - middle) - Math.abs(one - middle));
    for (const number of far.slice(0, excess)) this.#blocks.delete(number);
  }

  /** A store of its own that holds what this one held; this one is empty afterward. */
  detach(): RowStore {
    const moved = new RowStore(this.#size, this.#most);
    moved.#blocks = this.#blocks;
    this.#blocks = new Map();
    return moved;
  }

  clear(): void {
    this.#blocks.clear();
  }
}

/** Places in a list, the last one not included. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** What is at hand, under way, or was asked for in vain. */
interface FetchState {
  readonly rows: RowStore;
  readonly pageSize: number;
  /** Nothing is asked for from here on; undefined while nobody knows. */
  readonly end: number | undefined;
  readonly pending: Iterable<RowRange>;
  readonly missingAt: ReadonlySet<number>;
  readonly failedAt: ReadonlySet<number>;
}

/** What the screen lacks, then what is just outside of it. */
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
        index += pageSize - 1 - (index % pageSize); // the rest of the block waits with it
      }
  return undefined;
}

/** The rest of the block that begins at a missing row, unless it is on its way or was asked for in vain. */
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

/** How long a list is, as far as its answers tell. */
class ListLength {
  /** Null when the service does not tell. */
  total: number | null = null;
  /** How many rows can be scrolled through; without a total it grows. */
  length = 0;
  /** Without a total: the index after the last row, once it was found. */
  #end: number | null = null;
  #mostAtOnce = 0;

  get isKnown(): boolean {
    return this.total !== null || this.#end !== null;
  }

  /** What was found out by reading says nothing about the list as it is now. */
  forget(): void {
    this.#end = null;
    this.#mostAtOnce = 0;
  }

  learn({ from, to }: RowRange, reply: TableRows, pageSize: number): void {
    this.total = reply.total;
    if (reply.total !== null) {
      this.length = reply.total;
      return;
    }
    const arrivedTo = reply.from + reply.rows.length;
    const isShort = reply.rows.length < Math.min(to - from, this.#mostAtOnce);
    this.#mostAtOnce = Math.max(this.#mostAtOnce, reply.rows.length);
    if (reply.rows.length === 0) this.#end = Math.min(this.#end ?? from, from);
    else if (isShort) this.#end = arrivedTo;
    this.length = this.#end ?? Math.max(this.length, arrivedTo + pageSize);
  }
}

/** All columns so far: those of earlier replies in their places, then what this reply adds. */
function mergeColumns(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  if (sameKeys(known, arrived)) return known;
  const keys = new Set(known.map((column) => column.key));
  const added = arrived.filter((column) => !keys.has(column.key));
  return added.length === 0 ? known : [...known, ...added];
}

/** What values told of a column, its kind and its decimals, stays as it is with the next question. */
function withKnownFormats(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  const formats = new Map(
    known.map(({ key, kind, decimals }) => [key, { kind, ...(decimals !== undefined && { decimals }) }]),
  );
  return arrived.map((column) => ({ ...column, ...formats.get(column.key) }));
}

/** The rows of a reply with their cells in the order of `columns`: pages may carry different undeclared values. */
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
