import { keysBeside } from '../../../model/form/companionKeys.ts';
import { labelFromKey } from '../../../model/form/fieldPath.ts';
import type { Cell, ColumnKind, RecordPage, RecordRow, Column } from '../../../model/list/recordPage.ts';
import type { Conditions, RecordQuery } from '../../../model/list/recordQuery.ts';

export type SortDirection = 'ASC' | 'DESC';

/** Sorts rows in memory by one column. Empty cells come last in both directions; the sort is stable. */
export function sortRows(
  rows: readonly RecordRow[],
  index: number,
  kind: ColumnKind,
  direction: SortDirection,
): readonly RecordRow[] {
  const sign = direction === 'ASC' ? 1 : -1;
  const order = kind === 'number' ? byNumber : byText;
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[index] ?? null, other.cells[index] ?? null];
    if (isBlank(a) || isBlank(b)) return Number(isBlank(a)) - Number(isBlank(b));
    return sign * order(a ?? '', b ?? '');
  });
}

function isBlank(cell: Cell): boolean {
  return cell === null || cell === '';
}

/** Created lazily: `Intl` is slow to initialize, and the service sorts most rows. */
let collator: Intl.Collator | undefined;

function byText(one: string, other: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(one, other);
}

/** In a number column, non-numeric values come after numbers. */
function byNumber(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (Number.isNaN(a) || Number.isNaN(b))
    return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || byText(one, other);
  return a - b;
}

/**
 * Builds a page from related records, which arrive all at once: searched, filtered and sorted here, because the
 * interface documents none of that for them.
 */
export function pageOfRelated(
  found: RecordPage,
  { page = 1, limit, sort, search }: RecordQuery,
  conditions: readonly Conditions[],
): RecordPage {
  const { columns, rows } = plainPage(found);
  const words = folded(search ?? '');
  const matching = rows.filter(
    (row) =>
      (words === '' || [row.name, ...row.cells].some((cell) => folded(cell ?? '').includes(words))) &&
      conditions.every((one) => Object.entries(one).every(([name, value]) => isEqual(row, name, value))),
  );
  function isEqual(row: RecordRow, name: string, value: string | number | null): boolean {
    const index = columns.findIndex(({ key, columnName }) => key === name || columnName === name);
    if (index < 0) return name === found.primaryKey && row.id === String(value);
    return folded(row.cells[index] ?? '') === folded(String(value ?? ''));
  }
  const by = sort ? columns.findIndex(({ key, columnName }) => (columnName ?? key) === sort.columnName) : -1;
  const kind = columns[by]?.kind;
  const sorted = sort && kind !== undefined ? sortRows(matching, by, kind, sort.direction) : matching;
  const size = limit ?? Math.max(1, sorted.length);
  return {
    ...found,
    columns: columns.map((column) => ({ ...column, columnName: column.columnName ?? column.key, isSortable: true })),
    rows: sorted.slice((page - 1) * size, page * size),
    page,
    pageSize: size,
    total: sorted.length,
    listViewName: undefined,
  };
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

interface Page {
  readonly columns: readonly Column[];
  readonly rows: readonly RecordRow[];
}

/**
 * Makes records without headers readable: columns get readable names, references show their label instead of their id,
 * and companion keys are hidden.
 */
export function plainPage({ columns, rows }: Page): Page {
  if (columns.some(({ isDeclared }) => isDeclared)) return { columns, rows };
  const indexes = new Map(columns.map(({ key }, index) => [key, index]));
  const texts = columns.map(({ key }) => indexes.get(keysBeside(key).label));
  return {
    columns: columns.map((column) => ({ ...column, label: labelFromKey(column.name), isDeclared: true })),
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => row.cells[texts[index] ?? index] || cell),
    })),
  };
}

const maxKept = 4;

/** Caches related records, which arrive all at once: the first page requests them, later pages reuse them. */
export class RelatedRecordsCache {
  readonly #answers = new Map<string, RecordPage>();

  async get(key: string, isFirst: boolean, ask: () => Promise<RecordPage>): Promise<RecordPage> {
    const known = isFirst ? undefined : this.#answers.get(key);
    if (known) return known;
    const page = await ask();
    this.#answers.delete(key);
    this.#answers.set(key, page);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxKept && oldest !== undefined) this.#answers.delete(oldest);
    return page;
  }

  clear(): void {
    this.#answers.clear();
  }
}
