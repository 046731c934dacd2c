import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { CharacterBudget, CacheEntry } from '../common/characterBudget.ts';

/** Rows of a list, all from the same state. */
export interface RowSlice {
  readonly from: number;
  readonly rows: readonly RecordRow[];
  readonly columns: readonly Column[];
  /** Columns with access rights, which are only read for a query `withAccess`. */
  readonly access?: readonly Column[];
  /** Undefined if the service doesn't provide it. */
  readonly total: number | undefined;
  readonly listViewName: string | undefined;
  readonly alias: string | undefined;
  readonly nameKey?: string;
  readonly deletedKey?: string;
  /** Messages that the service sent with the pages of this state; undefined if there were none. */
  readonly messages?: readonly string[];
  /** When the oldest row was read, in milliseconds. */
  readonly readAt: number;
  /** The service sends no more records, and doesn't say whether these are all. */
  readonly isCut?: true;
  /** The list is filtered locally and still being read: more rows may follow, and the total grows. */
  readonly isGrowing?: true;
  /** The service is down: these rows are from the cache. */
  readonly isFromMemory?: true;
}

/** Maximum number of pages requested at once. */
const maxPages = 40;
/** Overhead of a row or column in memory in addition to its texts, in characters. */
const overhead = 100;

interface Page extends CacheEntry {
  rows: readonly RecordRow[];
  readonly readAt: number;
  /** False if the list was invalidated since: the page is shown only while the service is down. */
  isFresh: boolean;
}

/**
 * What is known about a list since it last changed, with its columns. Takes over the pages of the previous state if it
 * is the same list, for when the service is down.
 */
export class ListState {
  readonly size: number;
  readonly hasGaps: boolean;
  /** The first response without its rows, which are on a page. */
  readonly first: RecordPage;
  readonly #memory: CharacterBudget;
  /** Most recently used page last. */
  readonly #pages: Map<number, Page>;
  readonly #began = Date.now();
  /** Index of the furthest row seen: a smaller total is wrong. */
  #seen = 0;
  #said: readonly string[] = [];
  #isCut = false;

  constructor(size: number, hasGaps: boolean, first: RecordPage, memory: CharacterBudget, before?: ListState) {
    this.size = size;
    this.hasGaps = hasGaps;
    this.first = { ...first, rows: [] };
    this.#memory = memory;
    this.#pages = before?.handOver(size, first) ?? new Map<number, Page>();
    this.#said = saidOnce(first.messages ?? []);
  }

  /** Returns its pages for a new state; releases them and returns undefined if that is a different list. */
  handOver(size: number, first: RecordPage): Map<number, Page> | undefined {
    const own = this.first;
    const isSame = this.size === size && own.total === first.total && own.listViewName === first.listViewName;
    if (!isSame || declared(own) !== declared(first)) return this.release();
    for (const page of this.#pages.values()) {
      page.isFresh = false;
      page.rows = inColumnOrder({ columns: own.columns, rows: page.rows }, first.columns);
    }
    return this.#pages;
  }

  release(): undefined {
    for (const page of this.#pages.values()) this.#memory.release(page);
    this.#pages.clear();
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Yields all cached rows, most recently used page first. */
  *seenRows(): Generator<readonly RecordRow[]> {
    for (const { rows } of [...this.#pages.values()].toReversed()) yield rows;
  }

  get total(): number | undefined {
    return this.first.total === undefined ? undefined : Math.max(this.first.total, this.#seen);
  }

  /** If all records fit on one page, they don't show whether there is a limit. */
  get hasProvenSize(): boolean {
    return this.total === undefined || this.total > this.size;
  }

  /** Returns the pages that contain these rows, as far as they exist. */
  pagesFor(from: number, count: number): number[] {
    const end = Math.min(from + count, this.total ?? Number.POSITIVE_INFINITY);
    const pages = [];
    for (let page = Math.floor(from / this.size) + 1; (page - 1) * this.size < end; page++) pages.push(page);
    return pages.slice(0, maxPages);
  }

  has(page: number): boolean {
    const known = this.#pages.get(page);
    if (!known?.isFresh) return false;
    this.#use(page, known);
    return true;
  }

  /** True if the response matches the known list: the same total and the same columns. */
  isAbout(answer: RecordPage): boolean {
    // the headers of a page without rows need not include the keys
    return this.first.total === answer.total && (answer.rows.length === 0 || declared(this.first) === declared(answer));
  }

  /** Expected number of rows on a page. */
  expected(page: number): number {
    const left = (this.total ?? Number.POSITIVE_INFINITY) - (page - 1) * this.size;
    return Math.max(0, Math.min(this.size, left));
  }

  /** Returns the page with exactly these rows, if any: the service repeats itself. */
  repeated(page: number, rows: readonly RecordRow[]): number | undefined {
    if (rows.length < 2 || rows.some(({ id }) => id === null)) return undefined;
    const isSame = ({ rows: kept, isFresh }: Page): boolean =>
      isFresh && kept.length === rows.length && kept.every(({ id }, index) => id === rows[index]?.id);
    return [...this.#pages].find(([other, kept]) => other !== page && isSame(kept))?.[0];
  }

  /** The service sent the previous page again. If that page was full, there may be more records than it sends. */
  keepEnd(page: number, answer: RecordPage): void {
    this.#isCut ||= answer.rows.length >= this.size;
    this.store(page, { ...answer, rows: [] });
  }

  store(page: number, answer: RecordPage): void {
    const count = answer.rows.length;
    if (answer.messages) this.#said = saidOnce(this.#said, answer.messages);
    if (count > 0) this.#seen = Math.max(this.#seen, (page - 1) * this.size + count);
    const before = this.#pages.get(page);
    if (before) this.#memory.release(before);
    const { columns } = this.first;
    const rows = inColumnOrder(answer, columns);
    const pages = this.#pages;
    const onEvict = (): unknown => pages.delete(page);
    this.#use(page, { rows, readAt: Date.now(), isFresh: true, characters: charactersOf(rows, columns), onEvict });
  }

  #use(number: number, page: Page): void {
    this.#pages.delete(number);
    this.#pages.set(number, page);
    this.#memory.use(page);
  }

  find(id: string): { readonly row: RecordRow; readonly page: number } | undefined {
    for (const [page, { rows, isFresh }] of this.#pages) {
      const row = isFresh ? rows.find((one) => one.id === id) : undefined;
      if (row) return { row, page };
    }
    return undefined;
  }

  /**
   * Returns as many of these rows as are cached without a gap; undefined if the first is missing. With `isFromMemory`,
   * everything seen in this window counts.
   */
  slice(from: number, count: number, isFromMemory = false): RowSlice | undefined {
    const { size, total, first } = this;
    const end = Math.min(from + count, total ?? Number.POSITIVE_INFINITY);
    const rows: RecordRow[] = [];
    let readAt: number | undefined;
    for (let index = from; index < end; index = from + rows.length) {
      const known = this.#pages.get(Math.floor(index / size) + 1);
      const page = known?.isFresh || isFromMemory ? known : undefined;
      if (!page && rows.length === 0) return undefined;
      if (!page) break;
      const start = index % size;
      const here = page.rows.slice(start, start + end - index);
      readAt = Math.min(readAt ?? page.readAt, page.readAt);
      // without a total, a short page is the end; with one, its remaining indexes are empty
      if (total === undefined && here.length === 0) break;
      const room = Math.min(size - start, end - index);
      rows.push(...here);
      if (total !== undefined) for (let n = here.length; n < room; n++) rows.push(blankRow(first.columns.length));
      else if (here.length < room) break;
    }
    const { columns, access, listViewName, alias, nameKey, deletedKey } = first;
    const said = this.#said.length === 0 ? {} : { messages: this.#said };
    return {
      from,
      rows,
      columns,
      ...(access && { access }),
      total,
      listViewName,
      alias,
      ...(nameKey !== undefined && { nameKey }),
      ...(deletedKey !== undefined && { deletedKey }),
      ...(this.#isCut && { isCut: true }),
      ...said,
      readAt: readAt ?? this.#began,
      ...(isFromMemory && { isFromMemory }),
    };
  }
}

/** Undeclared columns differ from page to page. */
function declared({ columns }: RecordPage): string {
  const known = columns.filter(({ isDeclared }) => isDeclared);
  return JSON.stringify(known.map(({ key, label, columnName }) => [key, label, columnName]));
}

/** Returns the cells in the order of the list's columns: pages may have different undeclared columns. */
export function inColumnOrder(
  page: Pick<RecordPage, 'columns' | 'rows'>,
  columns: readonly Column[],
): readonly RecordRow[] {
  if (page.columns.length === columns.length && page.columns.every(({ key }, index) => key === columns[index]?.key))
    return page.rows;
  const indexes = new Map(page.columns.map(({ key }, index) => [key, index]));
  const order = columns.map(({ key }) => indexes.get(key) ?? -1);
  return page.rows.map((row) => ({ ...row, cells: order.map((index) => row.cells[index] ?? null) }));
}

/** Memory size of rows in characters. */
export function charactersOf(rows: readonly RecordRow[], columns: readonly Column[]): number {
  const texts = rows.map(({ name, cells }) => cells.reduce((sum, cell) => sum + (cell?.length ?? 0), name.length));
  return texts.reduce((sum, length) => sum + length + overhead, columns.length * overhead);
}

function blankRow(cells: number): RecordRow {
  const unknown = { canEdit: undefined, canDelete: undefined, canComment: undefined };
  return { id: null, name: '', isDeleted: false, ...unknown, cells: Array.from({ length: cells }, () => null) };
}

export function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('list the records'), why: t('it was canceled') });
}

export function changesTooFast(): ServiceError {
  return new ServiceError('unreadable', {
    doing: t('list the records'),
    why: t('they change faster than they can be read'),
    remedy: t('Try again in a moment.'),
  });
}
