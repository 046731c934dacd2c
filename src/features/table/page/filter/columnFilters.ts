import type { Column } from '../../../../model/list/recordPage.ts';
import type { ColumnInfos, FilterKind, TableHost, TableQuery, TableRow } from '../../tableProtocol.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';

export type FilterHost = Pick<TableHost['call'], 'filterValue' | 'columnInfos' | 'filterChoices'>;

/** What a filter asks the service for, and how a person reads it. */
export interface FilterChoice {
  readonly value: string;
  readonly shown: string;
}

interface FilteredTable {
  readonly query: TableQuery;
  readonly source: { readonly columns: readonly Column[] };
  filter(columnName: string, value: string | null | undefined): void;
}

interface FilterListener {
  readonly onChange: () => void;
  /** The form of a record told of the columns. */
  readonly onColumnInfos: (infos: ColumnInfos) => void;
}

/** A service that was away may be back by then. */
const askAgainAfter = 20_000;

/** A filter as a person means it: the service holds codes and ids where they read names. */
export class ColumnFilters {
  readonly #host: FilterHost;
  readonly #table: FilteredTable;
  readonly #tell: FilterListener;
  /** How a person reads the values of filters, by column and value. */
  labels: ReadonlyMap<string, string> = new Map();
  readonly #turns = new Map<string, number>();
  #infos: ColumnInfos;
  #asked: unknown;
  #askAgainAt = Infinity;

  constructor(host: FilterHost, table: FilteredTable, tell: FilterListener, known: ColumnInfos = {}) {
    this.#infos = known;
    this.#host = host;
    this.#table = table;
    this.#tell = tell;
  }

  /** By what a person reads, in the cell of a row where one is named. */
  async byText(columnName: string, text: string, row?: TableRow): Promise<void> {
    const turn = this.#takeTurn(columnName);
    const id = row?.id ?? undefined;
    const found = await this.#host.filterValue({ columnName, text, ...(id !== undefined && { id }) });
    // of two that are on their way, the later one counts
    if (this.#turns.get(columnName) === turn) this.set(columnName, found);
  }

  /** By what a person has chosen; null stands for no value, undefined takes the filter away. */
  set(columnName: string, chosen: FilterChoice | null | undefined): void {
    this.#takeTurn(columnName);
    if (chosen) this.#name(columnName, chosen);
    this.#table.filter(columnName, chosen ? chosen.value : chosen);
  }

  /** What a person may choose from. */
  choices(
    columnName: string,
    text: string,
    signal: AbortSignal,
    controller?: string,
  ): ReturnType<FilterHost['filterChoices']> {
    return this.#host.filterChoices({ columnName, text, ...(controller !== undefined && { controller }) }, signal);
  }

  label(columnName: string, value: string): string {
    return this.labels.get(labelKey(columnName, value)) ?? value;
  }

  /** Those of a link, or of before a reload. */
  async nameAll(): Promise<void> {
    for (const [columnName, value] of Object.entries(this.#table.query.filters ?? {})) {
      if (value === null || this.labels.has(labelKey(columnName, value))) continue;
      this.#name(columnName, { value, shown: value });
      const found = await this.#host.filterValue({ columnName, text: value }).catch(() => undefined);
      if (found?.value === value && found.shown !== value) {
        this.#name(columnName, found);
        this.#tell.onChange();
      }
    }
  }

  /** What the filter of a column is chosen from or typed into, as far as that is known. */
  kind({ columnName, key, kind }: Column): FilterKind {
    const name = columnName ?? key;
    return (Object.hasOwn(this.#infos, name) ? this.#infos[name]?.filter : undefined) ?? kind;
  }

  /** Asks once for the columns that there are. */
  async learnColumns(): Promise<void> {
    const { columns } = this.#table.source;
    if (columns === this.#asked && performance.now() < this.#askAgainAt) return;
    this.#asked = columns;
    const names = columns.map(({ columnName, key }) => columnName ?? key);
    // a refresh brings the same columns again
    const isKnown = names.every((name) => Object.hasOwn(this.#infos, name));
    if (columns.length === 0 || isKnown) return;
    this.#askAgainAt = Infinity;
    const infos = await this.#host.columnInfos().catch(() => ({}));
    if (Object.keys(infos).length > 0) {
      this.#infos = infos;
      // what is filtered by is written otherwise now, too
      this.labels = new Map(this.labels);
      this.#tell.onColumnInfos(infos);
      // any text can be typed meanwhile, and the values tell what they are
    } else this.#askAgainAt = performance.now() + askAgainAfter;
  }

  #takeTurn(columnName: string): number {
    const turn = (this.#turns.get(columnName) ?? 0) + 1;
    this.#turns.set(columnName, turn);
    return turn;
  }

  #name(columnName: string, { value, shown }: FilterChoice): void {
    this.labels = new Map([...this.labels, [labelKey(columnName, value), shown]]);
  }
}

function labelKey(columnName: string, value: string): string {
  return JSON.stringify([columnName, value]);
}

export function canFilter(shown: VisibleColumn | undefined): boolean {
  if (!shown) return false;
  const { isData, isSearchable, columnName } = shown.column;
  return isData && isSearchable && columnName !== undefined;
}
