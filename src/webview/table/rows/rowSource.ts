import type { Column } from '../../../model/list/recordPage.ts';
import type { RowsRequest, TableQuery, TableRow, TableRows } from '../../../protocol/table.ts';
import {
  alignRows,
  mergeColumns,
  sameKeys,
  BlockStore,
  type RowRange,
  wantedAt,
  wantedNear,
  ListLength,
} from './rowStore.ts';
import { errorMessage } from '../../../protocol/channel.ts';

export interface RowSourceOptions {
  readonly ask: (request: RowsRequest, signal?: AbortSignal) => Promise<TableRows>;
  readonly query: TableQuery;
  readonly pageSize: number;
  /** The row that is shown first. */
  readonly startAt: number;
  /** Rows, columns, the count, loading or the failure are other than before. */
  readonly onChange: () => void;
  /** What is at hand is about to be asked for anew. */
  readonly onRefresh?: (rows: Iterable<TableRow>, columns: readonly Column[]) => void;
  /** Rows arrived, with their cells in the order of these columns. */
  readonly onRows?: (rows: readonly TableRow[], columns: readonly Column[]) => void;
  /** The first rows of another query are here. */
  readonly onRestart: () => void;
  readonly later: (work: () => void, milliseconds: number) => void;
}

interface Flight extends RowRange {
  readonly controller: AbortController;
}

const mostBlocks = 30;
const mostFlights = 2;
/** While the scroll bar is dragged, what is passed by is not asked for. */
const pauseAfterAbort = 60;
/** A service that gives another total with every page would have everything dropped forever. */
const mostTotalChanges = 3;

/**
 * The rows of a list of any length: asks only for what is near the screen, and never has a row at a wrong place.
 * Rows of an earlier answer are shown until newer ones come.
 */
export class RowSource {
  readonly #options: RowSourceOptions;
  readonly #pageSize: number;
  readonly #rows: BlockStore;
  #stale: BlockStore | undefined;
  /** The stale rows answer another query. */
  #staleIsOther = false;
  #query: TableQuery;
  #columns: readonly Column[] = [];
  readonly #size = new ListLength();
  #answered = false;
  #totalChanges = 0;
  #near = { first: 0, last: 0 };
  readonly #flights = new Set<Flight>();
  /** Places that were asked for and not answered with a row. */
  readonly #nothingAt = new Set<number>();
  #failedAt = new Set<number>();
  #failure: Failure | undefined;
  /** Of the oldest row that was answered from memory. */
  #seenAt: number | undefined;
  #isHeld = false;
  #holds = 0;
  #isPaused = false;

  constructor(options: RowSourceOptions) {
    this.#options = options;
    this.#query = options.query;
    this.#pageSize = Math.min(1_000, Math.max(1, Math.floor(options.pageSize)));
    this.#near = { first: options.startAt, last: options.startAt };
    this.#rows = new BlockStore(this.#pageSize, mostBlocks);
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
    return this.#flights.size > 0 || this.#isHeld;
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
  get failure(): Failure | undefined {
    return this.#failure;
  }

  row(place: number): TableRow | undefined {
    return this.#rows.at(place) ?? this.#stale?.at(place);
  }

  /** The rows on the screen, both ends included; cheap when nothing is missing. */
  need(first: number, last: number): void {
    if (!this.#answered && (!this.#stale || this.#staleIsOther)) return this.#pump(); // the screen shows something else
    if (first === this.#near.first && last === this.#near.last && this.#flights.size > 0) return;
    const isElsewhere = first > this.#near.last || last < this.#near.first;
    this.#near = { first, last: Math.max(first, last) };
    if (this.#isHeld && isElsewhere) this.#hold();
    this.#pump();
  }

  setQuery(query: TableQuery): void {
    this.#query = query;
    this.#restart(true);
    this.#near = { first: 0, last: 0 };
    this.#pump();
  }

  /** Asks anew for what is on the screen. */
  refresh(): void {
    if (this.#answered) this.#options.onRefresh?.(this.#rows.all(), this.#columns);
    this.#restart(this.#staleIsOther && this.isStale);
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

  /** Of what is at hand some is taken, the rest is asked for. All of it answers the query that there is now. */
  async collect(first: number, last: number): Promise<TableRow[]> {
    const query = this.#query;
    const rows: TableRow[] = [];
    let place = first;
    while (place <= last) {
      const held = this.isStale || this.#query !== query ? undefined : this.row(place);
      if (held) {
        rows.push(held);
        place++;
        continue;
      }
      const reply = await this.#options.ask({ query, from: place, count: Math.min(this.#pageSize, last - place + 1) });
      const found = this.#align(reply).slice(Math.max(0, place - reply.from));
      if (found.length === 0) break; // the list ends before
      rows.push(...found.slice(0, last - place + 1));
      place += found.length;
    }
    return rows;
  }

  /** The rows of a reply with their cells in the order of all columns that were seen so far. */
  #align(reply: TableRows): readonly TableRow[] {
    this.#columns = mergeColumns(this.#columns, reply.columns);
    return alignRows(reply, this.#columns);
  }

  #restart(isOther: boolean): void {
    for (const { controller } of this.#flights) controller.abort();
    this.#flights.clear();
    if (this.#answered) {
      this.#stale = this.#rows.moveOut();
      this.#staleIsOther = isOther;
    } else this.#staleIsOther ||= isOther;
    this.#forgetAnswers();
    this.#answered = false;
    this.#totalChanges = 0;
  }

  #forgetAnswers(): void {
    this.#rows.clear();
    this.#nothingAt.clear();
    this.#failedAt.clear();
    this.#failure = undefined;
    this.#size.forget();
  }

  #pump(): void {
    if (this.#isPaused) return;
    const margin = Math.ceil(this.#pageSize / 2);
    for (const flight of this.#flights) {
      if (flight.to > this.#near.first - margin && flight.from <= this.#near.last + margin) continue;
      flight.controller.abort();
      this.#flights.delete(flight);
      this.#hold();
    }
    while (!this.#isHeld && this.#flights.size < mostFlights) {
      const want = this.#nextWant();
      if (!want) break;
      void this.#fly(want.from, want.to);
    }
    if (this.#flights.size === 0 && this.#answered && !this.#isHeld) this.#stale = undefined;
  }

  #hold(): void {
    this.#isHeld = true;
    const turn = ++this.#holds;
    this.#options.later(() => {
      if (turn !== this.#holds) return; // it went on meanwhile
      this.#isHeld = false;
      this.#pump();
    }, pauseAfterAbort);
  }

  #nextWant(): RowRange | undefined {
    const holdings = {
      rows: this.#rows,
      pageSize: this.#pageSize,
      end: this.#answered ? (this.#size.total ?? undefined) : undefined,
      flights: this.#flights,
      nothingAt: this.#nothingAt,
      failedAt: this.#failedAt,
    };
    if (this.#answered) return wantedNear(this.#near, this.#size.length, holdings);
    // the first answer tells how many there are
    return this.#flights.size > 0 ? undefined : wantedAt(this.#near.first, holdings);
  }

  async #fly(from: number, to: number): Promise<void> {
    const flight: Flight = { from, to, controller: new AbortController() };
    this.#flights.add(flight);
    this.#options.onChange();
    try {
      const reply = await this.#options.ask({ query: this.#query, from, count: to - from }, flight.controller.signal);
      // an aborted flight answers an older question, or one that nobody asks any more
      if (!this.#flights.delete(flight)) return;
      if (this.#seenAt !== undefined && reply.seenAt === undefined && this.#answered) return this.#isBack();
      this.#take(flight, reply);
    } catch (error) {
      if (!this.#flights.delete(flight)) return;
      this.#failure = failureOf(error);
      this.#failedAt.add(from);
    }
    this.#pump();
    this.#options.onChange();
  }

  /** What was remembered gives way to what the service has. */
  #isBack(): void {
    this.refresh();
    this.#options.onChange();
  }

  #take(flight: Flight, reply: TableRows): void {
    const restarted = !this.#answered && (this.#staleIsOther || !this.#stale);
    if (!this.#answered) this.#takeFirst(reply);
    else if (reply.total !== this.#size.total && ++this.#totalChanges <= mostTotalChanges) {
      // rows were added or taken away: what is held may have moved
      for (const { controller } of this.#flights) controller.abort();
      this.#flights.clear();
      this.#forgetAnswers();
      this.#stale = undefined;
      this.#size.length = 0;
    }
    if (this.#failure) {
      this.#failure = undefined;
      this.#failedAt = new Set();
    }
    if (reply.seenAt !== undefined) this.#seenAt = Math.min(this.#seenAt ?? reply.seenAt, reply.seenAt);
    const rows = this.#align(reply);
    this.#rows.place(reply.from, rows);
    this.#options.onRows?.(rows, this.#columns);
    this.#noteMissing(flight, reply);
    this.#size.note(flight, reply, this.#pageSize);
    this.#rows.keepNear(this.#near.first);
    if (restarted) this.#options.onRestart();
  }

  #takeFirst(reply: TableRows): void {
    this.#answered = true;
    this.#seenAt = undefined;
    const isSameList = reply.total === this.#size.total && sameKeys(reply.columns, this.#columns);
    if (this.#staleIsOther || !isSameList) this.#stale = undefined;
    this.#staleIsOther = false;
    this.#size.length = 0;
    this.#columns = reply.columns;
  }

  #noteMissing(flight: Flight, reply: TableRows): void {
    if (reply.from <= flight.from && reply.from + reply.rows.length > flight.from) return;
    for (let place = flight.from; place < flight.to; place++) if (!this.#rows.at(place)) this.#nothingAt.add(place);
  }
}

/** Why rows did not come: a code for the program, a sentence for the person. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

function failureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  return { code, message: errorMessage(error) };
}
