import type { Column } from '../../model/list/recordPage.ts';
import type { StagedCells, TableRow } from '../../protocol/tableProtocol.ts';

type Values = ReadonlyMap<string, string | null>;

/** More than anyone looks at; a list that changed throughout is simply new. */
const mostMarks = 2_000;

/** Which cells a refresh has changed, and what stood in them, until someone has looked at them. */
export class ChangedCells {
  /** What was shown of a record before the refresh, by column. */
  #before = new Map<string, { readonly row: TableRow; readonly columns: readonly Column[] }>();
  /** What the person typed is no news to them when the service has it, too. */
  readonly #typed = new Map<string, Map<string, string | null>>();
  readonly #marks = new Map<string, Map<string, string | null>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** By record id, then by column key: what stood there before. */
  get marks(): ReadonlyMap<string, Values> {
    return this.#marks;
  }

  /** Undefined when the cell has not changed; null when it was empty. */
  was(id: string | null, key: string): string | null | undefined {
    return id === null || this.#count === 0 ? undefined : this.#marks.get(id)?.get(key);
  }

  /** Before a refresh: what is at hand. */
  snapshot(rows: Iterable<TableRow>, columns: readonly Column[]): void {
    this.#before = new Map();
    for (const row of rows) if (row.id !== null) this.#before.set(row.id, { row, columns });
  }

  /** Staged cells, whenever there are others. */
  trackStaged(staged: StagedCells): void {
    for (const [id, cells] of Object.entries(staged)) {
      const values = this.#typed.get(id) ?? new Map<string, string | null>();
      for (const [key, { to }] of Object.entries(cells)) values.set(key, to);
      this.#typed.set(id, values);
    }
  }

  /** Rows that arrived; answers how many of their cells are other than they were. */
  compare(rows: readonly TableRow[], columns: readonly Column[]): number {
    if (this.#before.size === 0) return 0;
    const before = this.#count;
    for (const row of rows) {
      const earlier = row.id === null ? undefined : this.#before.get(row.id);
      if (row.id === null || !earlier) continue;
      this.#before.delete(row.id);
      this.#mark(row.id, row, columns, earlier);
    }
    return this.#count - before;
  }

  /** Someone has looked at it. */
  acknowledge(id: string, key: string): boolean {
    const marks = this.#marks.get(id);
    if (!marks?.delete(key)) return false;
    if (marks.size === 0) this.#marks.delete(id);
    this.#count -= 1;
    return true;
  }

  #mark(
    id: string,
    row: TableRow,
    columns: readonly Column[],
    earlier: { readonly row: TableRow; readonly columns: readonly Column[] },
  ): void {
    const indexes = new Map(earlier.columns.map(({ key }, index) => [key, index]));
    for (const [index, { key }] of columns.entries()) {
      const earlierIndex = indexes.get(key);
      if (earlierIndex === undefined) continue;
      const was = earlier.row.cells[earlierIndex] ?? null;
      const now = row.cells[index] ?? null;
      if ((was ?? '') === (now ?? '')) continue;
      const typed = this.#typed.get(id);
      if (typed?.has(key) && (typed.get(key) ?? '') === (now ?? '')) typed.delete(key);
      else this.#set(id, key, was, now);
    }
  }

  #set(id: string, key: string, was: string | null, now: string | null): void {
    const seenLast = this.#marks.get(id)?.get(key);
    // a second change before the first was seen: what was seen last is what counts, and it may be back
    if (seenLast !== undefined) {
      if ((seenLast ?? '') === (now ?? '')) this.acknowledge(id, key);
      return;
    }
    if (this.#count >= mostMarks) return;
    const marks = this.#marks.get(id) ?? new Map<string, string | null>();
    this.#marks.set(id, marks.set(key, was));
    this.#count += 1;
  }
}
