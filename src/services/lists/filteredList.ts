import { grownArray } from '../../model/firstIndexes.ts';
import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import type { RowFilter } from '../../model/list/rowFilter.ts';
import type { CacheEntry, CharacterBudget } from '../common/characterBudget.ts';
import { Emitter } from '../common/emitter.ts';
import { digestOf, type FilterPart, type PreparedFilter } from './filterPass.ts';
import { canceled, changesTooFast, charactersOf, inColumnOrder, type RowSlice } from './listState.ts';

/** Progress of filtering a list. */
export interface FilterProgress {
  readonly state: 'reading' | 'complete' | 'stopped' | 'failed';
  /** Records that match, so far. */
  readonly found: number;
  /** Records of the service that were compared, so far. */
  readonly read: number;
  /** Values that couldn't be compared, so far. */
  readonly unread: number;
  /** Records of the service; undefined if it doesn't say. */
  readonly total: number | undefined;
  /** The service sends no more records, and doesn't say whether these are all. */
  readonly isCut: boolean;
  /** Why it failed. */
  readonly error?: unknown;
}

interface IndexedRows {
  rows(from: number, count: number, signal: AbortSignal | undefined): Promise<RowSlice>;
  /** Requests a cached row again; undefined if it is no longer on its page. */
  readAgain(id: string, signal: AbortSignal): Promise<RecordRow | undefined>;
}

/** The unfiltered list. */
export interface FilterSource {
  readonly prepare: (signal: AbortSignal) => Promise<PreparedFilter>;
  /** Its rows by index, cached. */
  readonly list: () => Promise<IndexedRows>;
}

/** Rows in memory are evicted in blocks of this many. */
const blockSize = 100;
/** The first matches stay in memory; the cache of the unfiltered list serves the others. */
const maxRows = 50 * blockSize;
/** Events are fired no more often than this, in milliseconds. */
const reportEvery = 150;
/** After this many restarts, the list is considered to change too often to be filtered. */
const maxRestarts = 3;
/** Rows that were evicted are requested this many at a time. */
const atOnce = 4;

/**
 * The records of a list that match a filter which the service doesn't support. Reads the list once, in the background,
 * while there is a watcher or a pending request; keeps 12 bytes for each match, and its row while there is memory.
 * Evicted rows are requested again by their index and compared, so that a list that changed shows no wrong row.
 */
export class FilteredList {
  readonly #source: FilterSource;
  readonly #memory: CharacterBudget;
  readonly #changed = new Emitter<FilterProgress>();
  #scan: Scan | undefined;
  /** Rows from before the list was invalidated, for when the service is down. */
  #seen: Scan | undefined;
  #watchers = 0;
  #waiting = 0;
  #turns = 0;

  constructor(source: FilterSource, memory: CharacterBudget) {
    this.#source = source;
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.#watchers === 0 && this.#waiting === 0 && (this.#scan ?? this.#seen)?.rowsInMemory !== true;
  }

  get columns(): readonly Column[] {
    return (this.#scan ?? this.#seen)?.columns ?? [];
  }

  get progress(): FilterProgress | undefined {
    return this.#scan?.progress;
  }

  /** Reports progress until it is disposed. The list is read while there is a watcher. */
  watch(listener: (progress: FilterProgress) => void): { dispose(): void } {
    const listening = this.#changed.event(listener);
    this.#watchers += 1;
    if (this.#scan?.isPaused) this.#start();
    let isWatching = true;
    return {
      dispose: () => {
        if (!isWatching) return;
        isWatching = false;
        this.#watchers -= 1;
        listening.dispose();
        this.#pauseIfUnneeded();
      },
    };
  }

  /** Stops reading; the records found so far stay. */
  stop(): void {
    this.#scan?.stop();
  }

  /** Continues reading after `stop` or a failure. */
  continue(): void {
    if (this.#scan?.progress.state !== 'complete') this.#start();
  }

  /** Returns the rows found so far in this range. Waits for the first of them unless reading has ended. */
  async rows(from: number, count: number, signal: AbortSignal | undefined): Promise<RowSlice> {
    this.#waiting += 1;
    if (this.#scan?.hasFailedAtOnce) this.#start();
    try {
      for (let failures = 0; failures < maxRestarts;) {
        const scan = this.#scan?.isPaused === false ? this.#scan : this.#start();
        await scan.until((found) => found > from, signal);
        const slice =
          this.#scan === scan ? await this.#memory.hold(() => this.#slice(scan, from, count, signal)) : undefined;
        // invalidated in the meantime
        if (this.#scan !== scan) continue;
        if (slice) return slice;
        failures += 1;
        this.#restart();
      }
      throw changesTooFast();
    } finally {
      this.#waiting -= 1;
      this.#pauseIfUnneeded();
    }
  }

  /** Returns as many of these rows as were seen in this window; undefined if the first wasn't. */
  lastSeen(from: number, count: number): RowSlice | undefined {
    const scan = this.#seen ?? this.#scan;
    const rows = scan?.held(from, count) ?? [];
    if (!scan || rows.length === 0) return undefined;
    return { ...sliceOf(scan, from, rows), isFromMemory: true };
  }

  *seenRows(): Generator<readonly RecordRow[]> {
    yield* (this.#scan ?? this.#seen)?.blocks() ?? [];
  }

  find(id: string): RecordRow | undefined {
    for (const rows of this.#scan?.blocks() ?? []) {
      const row = rows.find((one) => one.id === id);
      if (row) return row;
    }
    return undefined;
  }

  /** Requests a row in memory again; undefined if it is no longer at its index. */
  async readAgain(id: string, signal: AbortSignal): Promise<RecordRow | undefined> {
    const scan = this.#scan;
    const index = scan?.indexOf(id);
    if (!scan || index === undefined) return undefined;
    const list = await this.#source.list();
    const { columns } = await list.rows(index, 1, signal);
    const row = await list.readAgain(id, signal);
    return row && inColumnOrder({ columns, rows: [row] }, scan.columns)[0];
  }

  /** Invalidates what was found: the list is read again when its rows are requested. */
  invalidate(): void {
    const scan = this.#scan;
    if (!scan) return;
    scan.discard();
    if (scan.rowsInMemory) {
      this.#seen?.release();
      this.#seen = scan;
    }
    this.#scan = undefined;
    this.#turns = 0;
  }

  forgetSeen(): void {
    this.#seen?.release();
    this.#seen = undefined;
  }

  #restart(): void {
    const turns = this.#turns;
    this.invalidate();
    this.#turns = turns + 1;
    this.#start();
  }

  #start(): Scan {
    const scan = this.#scan ?? new Scan(this.#source, this.#memory, (progress) => this.#changed.fire(progress));
    this.#scan = scan;
    scan.run((isComplete) => {
      // once more if records were added or removed while reading
      if (this.#scan !== scan || (isComplete && this.#turns > 0)) return false;
      this.#restart();
      return true;
    });
    return scan;
  }

  /** A table that is closed, or shows another query, needs no more rows. */
  #pauseIfUnneeded(): void {
    if (this.#watchers === 0 && this.#waiting === 0 && this.#scan?.progress.state === 'reading') this.#scan.pause();
  }

  /** Returns undefined if the list has changed since it was read. */
  async #slice(
    scan: Scan,
    from: number,
    count: number,
    signal: AbortSignal | undefined,
  ): Promise<RowSlice | undefined> {
    const end = Math.min(from + count, scan.progress.found);
    const rows: (RecordRow | undefined)[] = Array.from({ length: Math.max(0, end - from) });
    const missing: number[] = [];
    for (let at = from; at < end; at++) {
      const row = scan.row(at);
      if (row) rows[at - from] = row;
      else missing.push(at);
    }
    for (let start = 0; start < missing.length; start += atOnce) {
      const some = missing.slice(start, start + atOnce);
      const read = await Promise.all(some.map((at) => scan.readAgain(at, signal)));
      if (read.includes(undefined)) return undefined;
      for (const [index, at] of some.entries()) rows[at - from] = read[index];
    }
    return sliceOf(
      scan,
      from,
      rows.filter((row) => row !== undefined),
    );
  }
}

function sliceOf(scan: Scan, from: number, rows: readonly RecordRow[]): RowSlice {
  const { found, state, isCut } = scan.progress;
  return {
    ...scan.about,
    from,
    rows,
    total: found,
    ...(isCut && { isCut: true }),
    ...(state !== 'complete' && { isGrowing: true }),
  };
}

/** One pass over a list. */
class Scan {
  readonly #source: FilterSource;
  readonly #memory: CharacterBudget;
  readonly #report: (progress: FilterProgress) => void;
  readonly #began = Date.now();
  #prepared: PreparedFilter | undefined;
  /** The first page without its rows. */
  #first: RecordPage | undefined;
  #filter: RowFilter | undefined;
  #stopping: AbortController | undefined;
  #state: FilterProgress['state'] = 'stopped';
  #error: unknown;
  /** True if it was not stopped by the user, but no table needs it any longer. */
  isPaused = false;
  #read = 0;
  #unread = 0;
  #total: number | undefined;
  #isCut = false;
  /** Index in the unfiltered list at which reading continues. */
  #next = 0;
  #found = 0;
  /** For each match: its index in the unfiltered list, and a digest of its id. */
  #indexes = new Uint32Array(1_024);
  #digests = new Float64Array(1_024);
  readonly #blocks = new Map<number, Block>();
  readonly #waiting = new Set<() => void>();
  #reported = 0;
  #reportLater: ReturnType<typeof setTimeout> | undefined;

  constructor(source: FilterSource, memory: CharacterBudget, report: (progress: FilterProgress) => void) {
    this.#source = source;
    this.#memory = memory;
    this.#report = report;
  }

  get progress(): FilterProgress {
    return {
      state: this.#state,
      found: this.#found,
      read: this.#read,
      unread: this.#unread,
      total: this.#total ?? this.#first?.total,
      isCut: this.#isCut,
      ...(this.#error !== undefined && { error: this.#error }),
    };
  }

  get columns(): readonly Column[] {
    return this.#first?.columns ?? [];
  }

  get rowsInMemory(): boolean {
    return this.#blocks.size > 0;
  }

  get hasFailedAtOnce(): boolean {
    return this.#state === 'failed' && this.#found === 0;
  }

  get about(): Omit<RowSlice, 'from' | 'rows' | 'total'> {
    const { columns = [], access, listViewName, alias, nameKey, deletedKey, messages } = this.#first ?? {};
    return {
      columns,
      ...(access && { access }),
      listViewName,
      alias,
      ...(nameKey !== undefined && { nameKey }),
      ...(deletedKey !== undefined && { deletedKey }),
      ...(messages && { messages }),
      readAt: this.#began,
    };
  }

  /**
   * Starts or resumes reading. `onChanged` is called if the list changed in the meantime; its result says whether to start
   * again.
   */
  run(onChanged: (isComplete: boolean) => boolean): void {
    if (this.#state === 'reading' || this.#state === 'complete') return;
    const stopping = (this.#stopping = new AbortController());
    const { signal } = stopping;
    this.#state = 'reading';
    this.isPaused = false;
    this.#error = undefined;
    void this.#readAll(signal).then(
      (outcome) => {
        if (signal.aborted || (outcome !== 'complete' && onChanged(outcome === 'changed'))) return;
        this.#end('complete');
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#error = error;
        this.#end('failed');
      },
    );
  }

  stop(): void {
    this.#stopping?.abort();
    this.isPaused = false;
    if (this.#state === 'reading') this.#end('stopped');
  }

  pause(): void {
    this.#stopping?.abort();
    this.#cancelReport();
    this.#state = 'stopped';
    this.isPaused = true;
  }

  /** Ends without a report, because its results are outdated. */
  discard(): void {
    this.#stopping?.abort();
    this.#cancelReport();
    this.#state = 'stopped';
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when the condition holds or reading has ended; rejects if it failed before anything was found. */
  async until(isEnough: (found: number) => boolean, signal: AbortSignal | undefined): Promise<void> {
    while (this.#state === 'reading' && !isEnough(this.#found)) {
      if (signal?.aborted) throw canceled();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const wake = (): void => resolve(undefined);
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
      await promise;
      signal?.removeEventListener('abort', wake);
      this.#waiting.delete(wake);
    }
    if (signal?.aborted) throw canceled();
    if (this.hasFailedAtOnce) throw this.#error;
  }

  /** Returns a row that is in memory. */
  row(at: number): RecordRow | undefined {
    const block = this.#blocks.get(Math.floor(at / blockSize));
    if (!block) return undefined;
    this.#memory.use(block);
    return block.rows[at % blockSize];
  }

  held(from: number, count: number): readonly RecordRow[] {
    const rows: RecordRow[] = [];
    for (let at = from; at < Math.min(from + count, this.#found); at++) {
      const row = this.row(at);
      if (!row) break;
      rows.push(row);
    }
    return rows;
  }

  *blocks(): Generator<readonly RecordRow[]> {
    for (const { rows } of this.#blocks.values()) yield rows;
  }

  /** Returns the index in the unfiltered list of a row in memory. */
  indexOf(id: string): number | undefined {
    for (const [number, { rows }] of this.#blocks) {
      const at = rows.findIndex((row) => row.id === id);
      if (at >= 0) return this.#indexes[number * blockSize + at];
    }
    return undefined;
  }

  /** Requests an evicted row; undefined if another record is at its index now, or if it no longer matches. */
  async readAgain(at: number, signal: AbortSignal | undefined): Promise<RecordRow | undefined> {
    const list = await this.#source.list();
    const slice = await list.rows(this.#indexes[at] ?? 0, 1, signal);
    const [row] = inColumnOrder(slice, this.columns);
    return row && digestOf(row) === this.#digests[at] && this.#filter?.(row) === true ? row : undefined;
  }

  release(): void {
    for (const block of this.#blocks.values()) this.#memory.release(block);
    this.#blocks.clear();
  }

  /** `moved`: the list has changed since its first pages were read. */
  async #readAll(signal: AbortSignal): Promise<'complete' | 'changed' | 'moved'> {
    const prepared = (this.#prepared ??= await this.#source.prepare(signal));
    const before = this.#first;
    const pass = { from: this.#next, maxRows: maxRows - this.#found, columns: before?.columns };
    let hasChanged = false;
    for await (const part of prepared.parts(pass, signal)) {
      if (signal.aborted) return 'complete';
      if (part.first) {
        if (before && before.total !== part.first.total) return 'moved';
        this.#filter ??= prepared.compile(part.first.columns);
        this.#first ??= part.first;
      }
      this.#add(part);
      ({ hasChanged } = part);
      this.#reportProgress(false);
    }
    return hasChanged ? 'changed' : 'complete';
  }

  #add({ indexes, digests, rows, read, unread, next, total, isCut }: FilterPart): void {
    for (const [place, index] of indexes.entries()) {
      const at = this.#found;
      if (at === this.#indexes.length) {
        this.#indexes = grownArray(this.#indexes, new Uint32Array(at * 2));
        this.#digests = grownArray(this.#digests, new Float64Array(at * 2));
      }
      this.#indexes[at] = index;
      this.#digests[at] = digests[place] ?? 0;
      this.#found += 1;
      const row = rows[place];
      if (row) this.#store(row, at);
    }
    this.#read += read;
    this.#unread += unread;
    this.#next = next;
    this.#total = total;
    this.#isCut = isCut;
  }

  #store(row: RecordRow, at: number): void {
    const number = Math.floor(at / blockSize);
    const block = this.#blocks.get(number);
    // a row that follows evicted ones is requested again together with them
    if (!block && at % blockSize !== 0) return;
    const rows = block?.rows ?? [];
    rows.push(row);
    if (rows.length < blockSize && block) return;
    const stored = block ?? new Block(rows, () => this.#blocks.delete(number));
    if (block) this.#memory.release(block);
    stored.characters = charactersOf(rows, []);
    this.#blocks.set(number, stored);
    this.#memory.use(stored);
  }

  #end(state: FilterProgress['state']): void {
    this.#state = state;
    this.#reportProgress(true);
  }

  #reportProgress(isLast: boolean): void {
    for (const wake of this.#waiting) wake();
    const wait = this.#reported + reportEvery - performance.now();
    // report even if the next page takes long
    if (!isLast && wait > 0) this.#reportLater ??= setTimeout(() => this.#reportNow(), wait);
    else this.#reportNow();
  }

  #reportNow(): void {
    this.#cancelReport();
    this.#reported = performance.now();
    this.#report(this.progress);
  }

  #cancelReport(): void {
    clearTimeout(this.#reportLater);
    this.#reportLater = undefined;
  }
}

class Block implements CacheEntry {
  characters = 0;
  readonly rows: RecordRow[];
  readonly onEvict: () => void;

  constructor(rows: RecordRow[], onEvict: () => void) {
    this.rows = rows;
    this.onEvict = onEvict;
  }
}
