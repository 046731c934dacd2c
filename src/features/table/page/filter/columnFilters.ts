import { conditionName } from '../../../../model/list/condition.ts';
import type { ConditionField } from '../../../../model/list/conditionField.ts';
import { wholeValueOperators } from '../../../../model/list/conditionText.ts';
import type { FieldOption } from '../../../../model/form/fieldKind.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { ColumnInfos, FilterKind, TableHost, TableQuery, TableRow } from '../../tableProtocol.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';

export type FilterHost = Pick<TableHost['call'], 'filterValue' | 'columnInfos' | 'filterChoices'>;

/** A filter's value as sent to the service, and its display text. */
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
  /** Called when a record's form has provided column info. */
  readonly onColumnInfos: (infos: ColumnInfos) => void;
}

/** Retry delay: the service may be reachable again by then. */
const askAgainAfter = 20_000;

/** Filters by display text: the service stores codes and ids where users see names. */
export class ColumnFilters {
  readonly #host: FilterHost;
  readonly #table: FilteredTable;
  readonly #listener: FilterListener;
  /** Display texts of filter values, by column and value. */
  labels: ReadonlyMap<string, string> = new Map();
  readonly #turns = new Map<string, number>();
  #infos: ColumnInfos;
  #asked: unknown;
  #askAgainAt = Infinity;

  constructor(host: FilterHost, table: FilteredTable, listener: FilterListener, known: ColumnInfos = {}) {
    this.#infos = known;
    this.#host = host;
    this.#table = table;
    this.#listener = listener;
  }

  /** Filters by display text, in the cell of the given row if there is one. */
  async byText(columnName: string, text: string, row?: TableRow): Promise<void> {
    const turn = this.#takeTurn(columnName);
    const id = row?.id ?? undefined;
    const found = await this.#host.filterValue({ columnName, text, ...(id !== undefined && { id }) });
    // the latest of several in-flight requests wins
    if (this.#turns.get(columnName) === turn) this.set(columnName, found);
  }

  /** Sets the chosen filter; null matches empty values, undefined removes the filter. */
  set(columnName: string, chosen: FilterChoice | null | undefined): void {
    this.#takeTurn(columnName);
    if (chosen) this.#name(columnName, chosen);
    this.#table.filter(columnName, chosen ? chosen.value : chosen);
  }

  /** Returns the choices for a filter. */
  choices(
    columnName: string,
    text: string,
    signal: AbortSignal,
    controller?: string,
  ): ReturnType<FilterHost['filterChoices']> {
    return this.#host.filterChoices({ columnName, text, ...(controller !== undefined && { controller }) }, signal);
  }

  /** Looks up the records that a typed name may mean; `conditionField` lists them from then on. */
  async lookUp(columnName: string, text: string): Promise<void> {
    const { records } = await this.#host.filterChoices({ columnName, text });
    for (const { id, text: shown } of records) this.#name(columnName, { value: id, shown });
  }

  /** Returns the stored value for what was typed: an id for a name. */
  async valueOf(columnName: string, text: string): Promise<string> {
    const found = await this.#host.filterValue({ columnName, text });
    this.#name(columnName, found);
    return found.value;
  }

  label(columnName: string, value: string): string {
    return this.labels.get(labelKey(columnName, value)) ?? value;
  }

  /** Looks up labels for filters from a link or from before a reload. */
  async loadLabels(): Promise<void> {
    const { filters = {}, conditions = [] } = this.#table.query;
    const ids = conditions.flatMap(({ column, operator, values }) =>
      wholeValueOperators.has(operator) && this.holdsIds(column) ? values.map((value) => [column, value] as const) : [],
    );
    for (const [columnName, value] of [...Object.entries(filters), ...ids]) {
      if (value === null || this.labels.has(labelKey(columnName, value))) continue;
      this.#name(columnName, { value, shown: value });
      const found = await this.#host.filterValue({ columnName, text: value }).catch(() => undefined);
      if (found?.value === value && found.shown !== value) {
        this.#name(columnName, found);
        this.#listener.onChange();
      }
    }
  }

  /** Kind of the column's filter, as far as known. */
  kind({ columnName, key, kind }: Column): FilterKind {
    const name = columnName ?? key;
    return (Object.hasOwn(this.#infos, name) ? this.#infos[name]?.filter : undefined) ?? kind;
  }

  /** Column info for conditions, as far as known. */
  conditionField(column: Column): ConditionField {
    const name = conditionName(column);
    const { options, isSeveral } = (Object.hasOwn(this.#infos, name) ? this.#infos[name]?.shown : undefined) ?? {};
    const kind = isSeveral ? 'choices' : this.kind(column);
    if (kind === 'reference') return { kind, options: this.#namesIn(name) };
    return { kind, ...(options && { options }) };
  }

  /** True if the cells of the column are the ids of references, not their names. */
  holdsIds(name: string): boolean {
    const column = this.#table.source.columns.find((one) => conditionName(one) === name);
    return column !== undefined && column.key === name && this.kind(column) === 'reference';
  }

  #namesIn(column: string): FieldOption[] {
    return [...this.labels].flatMap(([key, text]) => {
      const [columnName, value] = JSON.parse(key) as [string, string];
      return columnName === column ? [{ value, text }] : [];
    });
  }

  /** Requests info for the current columns once. */
  async learnColumns(): Promise<void> {
    const { columns } = this.#table.source;
    if (columns === this.#asked && performance.now() < this.#askAgainAt) return;
    this.#asked = columns;
    const names = columns.map(({ columnName, key }) => columnName ?? key);
    // a refresh delivers the same columns again
    const isKnown = names.every((name) => Object.hasOwn(this.#infos, name));
    if (columns.length === 0 || isKnown) return;
    this.#askAgainAt = Infinity;
    const infos = await this.#host.columnInfos().catch(() => ({}));
    if (Object.keys(infos).length > 0) {
      this.#infos = infos;
      // the labels of active filters change as well
      this.labels = new Map(this.labels);
      this.#listener.onColumnInfos(infos);
      // until then any text can be typed, and the column's kind comes from its values
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

export function canFilter(shown: Pick<VisibleColumn, 'column'> | undefined): boolean {
  if (!shown) return false;
  const { isData, isSearchable, columnName } = shown.column;
  return isData && isSearchable && columnName !== undefined;
}
