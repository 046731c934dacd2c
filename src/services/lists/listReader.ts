import { t } from '@vscode/l10n';
import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import {
  type AskPage,
  contradiction,
  countingFromOne,
  isFull,
  learnPageSize,
  pastTheEnd,
  sameRows,
  withCredibleTotal,
} from './learnPageSize.ts';
import { inColumnOrder } from './listState.ts';

/** Number of pages to prefetch: enough to keep the service busy, too few to fill the memory. */
const lookAhead = 3;
const maxAttempts = 3;

/** Reads a list once, from start to end. The properties report afterward what it found. */
export class ListReader {
  readonly #ask: AskPage;
  readonly #pageSize: number;
  #first: RecordPage | undefined;
  #total: number | undefined;
  #lowest: number | undefined;
  readonly #unknownColumns = new Set<string>();
  #isCut = false;
  #hasNoTotal = false;
  #index = 0;
  #position = 0;

  constructor(ask: AskPage, pageSize: number) {
    this.#ask = withCredibleTotal(countingFromOne(ask));
    this.#pageSize = pageSize;
  }

  /** The first page as received; undefined until then. */
  get first(): RecordPage | undefined {
    return this.#first;
  }

  /** Zero-based index in the list of the rows yielded last. */
  get index(): number {
    return this.#index;
  }

  /** Latest total from the service; undefined if it never sends one. */
  get total(): number | undefined {
    return this.#total;
  }

  /** True if the service sends no total, or a wrong one. */
  get hasNoTotal(): boolean {
    return this.#hasNoTotal;
  }

  /** True if the service stopped sending new records and there may be more. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** True if the list grew or shrank during reading. */
  get hasChanged(): boolean {
    return (
      this.#total !== undefined &&
      this.#first?.total !== undefined &&
      (this.#lowest !== this.#total || this.#first.total !== this.#total)
    );
  }

  /** Zero-based index after the last page that was read; a page may have fewer rows than its size. */
  get position(): number {
    return this.#position;
  }

  /** Keys of values that some records have but that weren't requested, because the columns don't declare them. */
  get unknownColumns(): readonly string[] {
    return [...this.#unknownColumns];
  }

  /** Yields rows from a zero-based index, page by page, with cells in the order of these columns or the first page's. */
  async *rows(
    from: number,
    count: number,
    wanted: readonly Column[] | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<readonly RecordRow[], void, void> {
    const { size, hasGaps, first } = await this.#learn(signal);
    const columns = wanted ?? first.columns;
    const lastPage = Math.floor((from + count - 1) / size) + 1;
    let index = Math.floor(from / size) + 1;
    let before: RecordPage | undefined;
    const seen = new Set<string>();
    for await (const { page, answer } of this.#pages(index, size, lastPage, first, signal)) {
      index = (page - 1) * size;
      if (this.#isEnd(page, size, answer, before ?? first, hasGaps, seen)) return;
      seen.add(signature(answer));
      this.#noteColumns(answer, columns);
      const rows = inColumnOrder(answer, columns);
      const cut = rows.slice(Math.max(0, from - index), Math.max(0, Math.min(size, from + count - index)));
      this.#index = Math.max(from, index);
      this.#position = index + size;
      if (cut.length > 0) yield cut;
      before = answer;
    }
  }

  async #learn(signal: AbortSignal): Promise<{ size: number; hasGaps: boolean; first: RecordPage }> {
    for (let turn = 0; turn < maxAttempts; turn++) {
      const answer = await this.#ask(1, this.#pageSize, signal);
      const known = await learnPageSize(this.#ask, { page: 1, limit: this.#pageSize, answer }, signal);
      if (!known) continue;
      const first = known.answer ?? answer;
      this.#first = first;
      this.#countRows(first);
      return { size: known.size, hasGaps: known.hasGaps, first };
    }
    throw contradiction(t('the list changes faster than it can be read'));
  }

  /** Yields pages in order and prefetches the next ones. */
  async *#pages(
    start: number,
    size: number,
    lastPage: number,
    first: RecordPage,
    signal: AbortSignal,
  ): AsyncGenerator<{ page: number; answer: RecordPage }, void, void> {
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const coming: Promise<RecordPage | undefined>[] = [];
    let next = start;
    const isExtra = (page: number): boolean => page > 2 && (page - 1) * size === this.#total;
    const isWanted = (page: number): boolean =>
      page <= lastPage && (page === 1 || this.#total === undefined || (page - 1) * size < this.#total || isExtra(page));
    try {
      for (let page = start; isWanted(page); page++) {
        // without a total, a next page may not exist
        const ahead = this.#total === undefined ? 0 : lookAhead;
        for (; next <= page + ahead && isWanted(next); next++) {
          const asked = next === 1 ? Promise.resolve(first) : this.#ask(next, size, both);
          // after a full last page, one more shows whether the total is right
          const answer = isExtra(next) ? asked.catch(pastTheEnd) : asked;
          answer.catch(() => undefined); // reported when its turn comes
          coming.push(answer);
        }
        const answer = await coming.shift();
        if (!answer) return;
        this.#countRows(answer);
        yield { page, answer };
      }
    } finally {
      stop.abort();
    }
  }

  #isEnd(
    page: number,
    size: number,
    answer: RecordPage,
    before: RecordPage,
    hasGaps: boolean,
    seen: ReadonlySet<string>,
  ): boolean {
    if (answer.rows.length === 0) return !(hasGaps && this.#total !== undefined);
    if (page === 1) return false;
    const isOther = answer.page !== page;
    const isRepeated =
      sameRows(answer.rows, before.rows) ||
      sameRows(answer.rows, this.#first?.rows ?? []) ||
      (this.#total === undefined && seen.has(signature(answer)));
    if (!isOther && !isRepeated) {
      if (this.#total !== undefined && (page - 1) * size >= this.#total) this.#dropTotal();
      return false;
    }
    // past the end, a service may return its last page again
    if (this.#total === undefined) {
      this.#isCut = isFull(before, size);
      return true;
    }
    if ((page - 1) * size >= this.#total) return true;
    throw contradiction(
      isOther
        ? t('page {0} was requested, but page {1} was returned', page, answer.page)
        : t('page {0} repeats the records of an earlier page', page),
    );
  }

  #countRows({ total }: RecordPage): void {
    if (total === undefined || this.#hasNoTotal) return this.#dropTotal();
    this.#total = total;
    this.#lowest = Math.min(this.#lowest ?? total, total);
  }

  #dropTotal(): void {
    this.#hasNoTotal = true;
    this.#total = this.#lowest = undefined;
  }

  #noteColumns(answer: RecordPage, known: readonly Column[]): void {
    if (answer.columns.length <= known.length && answer.columns.every(({ key }, at) => key === known[at]?.key)) return;
    const keys = new Set(known.map(({ key }) => key));
    for (const { key } of answer.columns) if (!keys.has(key)) this.#unknownColumns.add(key);
  }
}

/** Identifies a repeated page: rows without ids are compared by their cells. */
function signature({ rows }: RecordPage): string {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row?.id ?? row?.cells);
  return JSON.stringify([rows.length, first, last]);
}
