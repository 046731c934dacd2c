import type { Column, RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import { saidOnce } from '../../model/serviceWords.ts';

/** Some rows of a list, all from one state of it. */
export interface RowSlice {
  readonly from: number;
  readonly rows: readonly RecordRow[];
  readonly columns: readonly Column[];
  /** Undefined when the service does not tell. */
  readonly total: number | undefined;
  readonly listViewName: string | undefined;
  readonly alias: string | undefined;
  readonly nameKey?: string;
  /** What the service said beside the pages of this state; left out where that was nothing. */
  readonly messages?: readonly string[];
  /** When the oldest of them was read, in milliseconds. */
  readonly readAt: number;
  /** The service sends no more records than were read, and does not say whether these are all. */
  readonly isCut?: true;
  /** The service is away: this is how it was. */
  readonly isFromMemory?: true;
}

/** At most so many pages of a list are kept, the ones used last. */
const mostPages = 40;

/** What is known of a list since it last changed. A page belongs to one state and is of no use in another. */
export class ListState {
  readonly size: number;
  readonly hasGaps: boolean;
  readonly first: RecordPage;
  readonly #pages = new Map<number, { readonly rows: readonly RecordRow[]; readonly readAt: number }>();
  /** The furthest row seen: a total that says less is wrong. */
  #seen = 0;
  #said: readonly string[] = [];
  #isCut = false;

  constructor(size: number, hasGaps: boolean, first: RecordPage) {
    this.size = size;
    this.hasGaps = hasGaps;
    this.first = first;
    this.#said = saidOnce(first.messages ?? []);
  }

  get total(): number | undefined {
    return this.first.total === undefined ? undefined : Math.max(this.first.total, this.#seen);
  }

  /** Records that all fit on one page say nothing about a limit that more of them would meet. */
  get hasProvenSize(): boolean {
    return this.total === undefined || this.total > this.size;
  }

  /** The pages that hold these rows, as far as there are any. */
  pagesFor(from: number, count: number): number[] {
    const end = Math.min(from + count, this.total ?? Number.POSITIVE_INFINITY);
    const pages = [];
    for (let page = Math.floor(from / this.size) + 1; (page - 1) * this.size < end; page++) pages.push(page);
    return pages.slice(0, mostPages);
  }

  has(page: number): boolean {
    const known = this.#pages.get(page);
    if (!known) return false;
    this.#pages.delete(page);
    this.#pages.set(page, known); // the one used last is the last to go
    return true;
  }

  /** Whether the answer is about the list as it is known: as many records, in the same columns. */
  isAbout(answer: RecordPage): boolean {
    // under which keys a page without rows would have them, its headers need not tell
    return this.first.total === answer.total && (answer.rows.length === 0 || declared(this.first) === declared(answer));
  }

  /** How many rows should be on a page. */
  expected(page: number): number {
    const left = (this.total ?? Number.POSITIVE_INFINITY) - (page - 1) * this.size;
    return Math.max(0, Math.min(this.size, left));
  }

  /** The page that has these very rows, if there is one: the service repeats itself. */
  repeated(page: number, rows: readonly RecordRow[]): number | undefined {
    if (rows.length < 2 || rows.some(({ id }) => id === null)) return undefined;
    const isSame = ({ rows: kept }: { readonly rows: readonly RecordRow[] }): boolean =>
      kept.length === rows.length && kept.every(({ id }, index) => id === rows[index]?.id);
    return [...this.#pages].find(([other, kept]) => other !== page && isSame(kept))?.[0];
  }

  /** The service sends the page before this one again. Where that was full, there may be more than it sends. */
  keepEnd(page: number, answer: RecordPage): void {
    this.#isCut ||= answer.rows.length >= this.size;
    this.keep(page, { ...answer, rows: [] });
  }

  keep(page: number, answer: RecordPage): void {
    const count = answer.rows.length;
    if (answer.messages) this.#said = saidOnce(this.#said, answer.messages);
    if (count > 0) this.#seen = Math.max(this.#seen, (page - 1) * this.size + count);
    this.#pages.delete(page);
    this.#pages.set(page, { rows: inColumnOrder(answer, this.first.columns), readAt: Date.now() });
    for (const [oldest] of this.#pages) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(oldest);
    }
  }

  find(id: string): { readonly row: RecordRow; readonly page: number } | undefined {
    for (const [page, { rows }] of this.#pages) {
      const row = rows.find((one) => one.id === id);
      if (row) return { row, page };
    }
    return undefined;
  }

  /** As many of these rows as are at hand without a break; undefined when not even the first is. */
  slice(from: number, count: number): RowSlice | undefined {
    const { size, total, first } = this;
    const end = Math.min(from + count, total ?? Number.POSITIVE_INFINITY);
    const rows: RecordRow[] = [];
    let readAt = Date.now();
    for (let index = from; index < end; index = from + rows.length) {
      const page = this.#pages.get(Math.floor(index / size) + 1);
      if (!page && rows.length === 0) return undefined;
      if (!page) break;
      const start = index % size;
      const here = page.rows.slice(start, start + end - index);
      readAt = Math.min(readAt, page.readAt);
      // without a total a short page is the end; with one, its other places are empty
      if (total === undefined && here.length === 0) break;
      const room = Math.min(size - start, end - index);
      rows.push(...here);
      if (total !== undefined) for (let n = here.length; n < room; n++) rows.push(blankRow(first.columns.length));
      else if (here.length < room) break;
    }
    const { columns, listViewName, alias, nameKey } = first;
    const said = this.#said.length === 0 ? {} : { messages: this.#said };
    return {
      from,
      rows,
      columns,
      total,
      listViewName,
      alias,
      ...(nameKey !== undefined && { nameKey }),
      ...(this.#isCut && { isCut: true }),
      ...said,
      readAt,
    };
  }
}

/** Columns that no header declares differ from page to page. */
function declared({ columns }: RecordPage): string {
  const known = columns.filter(({ isDeclared }) => isDeclared);
  return JSON.stringify(known.map(({ key, label, columnName }) => [key, label, columnName]));
}

/** The cells in the order of the list's columns: pages may differ in what they hold beyond the headers. */
export function inColumnOrder(page: RecordPage, columns: readonly Column[]): readonly RecordRow[] {
  if (page.columns.length === columns.length && page.columns.every(({ key }, index) => key === columns[index]?.key))
    return page.rows;
  const indexes = new Map(page.columns.map(({ key }, index) => [key, index]));
  const order = columns.map(({ key }) => indexes.get(key) ?? -1);
  return page.rows.map((row) => ({ ...row, cells: order.map((index) => row.cells[index] ?? null) }));
}

function blankRow(cells: number): RecordRow {
  const unknown = { canEdit: undefined, canDelete: undefined, canComment: undefined };
  return { id: null, name: '', isDeleted: false, ...unknown, cells: Array.from({ length: cells }, () => null) };
}
