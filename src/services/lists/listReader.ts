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

/** So many pages are asked for before they are needed: enough to keep the service busy, too few to fill the memory. */
const lookAhead = 3;
const patience = 3;

/** Reads a list from front to back, once. What it saw on the way is told afterward. */
export class ListReader {
  readonly #ask: AskPage;
  readonly #pageSize: number;
  #first: RecordPage | undefined;
  #total: number | undefined;
  #lowest: number | undefined;
  readonly #unknownColumns = new Set<string>();
  #isCut = false;
  #hasNoTotal = false;

  constructor(ask: AskPage, pageSize: number) {
    this.#ask = withCredibleTotal(countingFromOne(ask));
    this.#pageSize = pageSize;
  }

  /** What the service said last; undefined when it never does. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The service tells none, or a wrong one. */
  get hasNoTotal(): boolean {
    return this.#hasNoTotal;
  }

  /** The service stopped sending new records, and it is not certain that there are no more. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The list grew or shrank while it was read. */
  get hasChanged(): boolean {
    return (
      this.#total !== undefined &&
      this.#first?.total !== undefined &&
      (this.#lowest !== this.#total || this.#first.total !== this.#total)
    );
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
      this.#countRows(first);
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
    const coming: Promise<RecordPage | undefined>[] = [];
    let next = start;
    const isExtra = (page: number): boolean => page > 2 && (page - 1) * size === this.#total;
    const isWanted = (page: number): boolean =>
      page <= lastPage && (page === 1 || this.#total === undefined || (page - 1) * size < this.#total || isExtra(page));
    try {
      for (let page = start; isWanted(page); page++) {
        // without a total nobody knows whether there is a next page
        const ahead = this.#total === undefined ? 0 : lookAhead;
        for (; next <= page + ahead && isWanted(next); next++) {
          const asked = next === 1 ? Promise.resolve(first) : this.#ask(next, size, both);
          // after a full last page one more shows whether the total is right
          const answer = isExtra(next) ? asked.catch(pastTheEnd) : asked;
          answer.catch(() => undefined); // told when its turn comes
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
    // asked for more than there is, a service may answer with its last page
    if (this.#total === undefined) {
      this.#isCut = isFull(before, size);
      return true;
    }
    if ((page - 1) * size >= this.#total) return true;
    throw contradiction(
      isOther
        ? t('it was asked for page {0} and answered with page {1}', page, answer.page)
        : t('page {0} has the records of a page before it', page),
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

/** Of a page, for finding one that comes again: rows of a list without ids are known by their cells. */
function signature({ rows }: RecordPage): string {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row?.id ?? row?.cells);
  return JSON.stringify([rows.length, first, last]);
}
