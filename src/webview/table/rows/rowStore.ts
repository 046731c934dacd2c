import type { TableRow, TableRows } from '../../../protocol/tableProtocol.ts';
import type { Column } from '../../../model/list/recordPage.ts';

/** Rows by their index in the list, kept in blocks of a page each, so that the far ones can be let go. */
export class RowStore {
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
export interface RowRange {
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
export function rangeToFetchNear(
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
export function rangeToFetchAt(index: number, holdings: FetchState): RowRange | undefined {
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
export class ListLength {
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
export function mergeColumns(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  if (sameKeys(known, arrived)) return known;
  const keys = new Set(known.map((column) => column.key));
  const added = arrived.filter((column) => !keys.has(column.key));
  return added.length === 0 ? known : [...known, ...added];
}

/** What values told of a column, its kind and its decimals, stays as it is with the next question. */
export function withKnownFormats(known: readonly Column[], arrived: readonly Column[]): readonly Column[] {
  const formats = new Map(
    known.map(({ key, kind, decimals }) => [key, { kind, ...(decimals !== undefined && { decimals }) }]),
  );
  return arrived.map((column) => ({ ...column, ...formats.get(column.key) }));
}

/** The rows of a reply with their cells in the order of `columns`: pages may carry different undeclared values. */
export function alignRows(reply: TableRows, columns: readonly Column[]): readonly TableRow[] {
  if (sameKeys(columns, reply.columns)) return reply.rows;
  const indexes = new Map(reply.columns.map((column, index) => [column.key, index]));
  const sources = columns.map((column) => indexes.get(column.key) ?? -1);
  return reply.rows.map((row) => {
    const cells = sources.map((index) => row.cells[index] ?? null);
    const cut = row.cut && sources.flatMap((source, target) => (row.cut?.includes(source) ? [target] : []));
    return { ...row, cells, ...(cut && { cut }) };
  });
}

export function sameKeys(some: readonly Column[], others: readonly Column[]): boolean {
  return (
    some === others || (some.length === others.length && some.every(({ key }, index) => key === others[index]?.key))
  );
}
