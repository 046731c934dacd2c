import type {
  ChartChoice,
  ColumnInfos,
  ColumnLayout,
  RecordCommand,
  RowsRequest,
  StagedCell,
  StagedCells,
  TableConnection,
  TableQuery,
  TableRow,
  TableRows,
  TableStart,
} from '../tableProtocol.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import { whyNotAllowed, type WriteOperation } from '../../../model/writePermission.ts';
import { ColumnArrangement, type VisibleColumn, type ColumnFit } from './columns/columnLayout.ts';
import { type FilterHost, ColumnFilters } from './filter/columnFilters.ts';
import type { GridModel } from './grid/gridContent.ts';
import { RowSource } from './rows/rowSource.ts';
import { RefusedCells, type RefusedText } from './edit/refusedCells.ts';
import { conflictingValue, type UnresolvedRecord, unresolvedRecords } from './edit/unresolved.ts';
import { SelectedIds } from './selectedIds.ts';

export interface TableModelOptions {
  readonly start: TableStart;
  readonly query: TableQuery;
  /** The row that is shown first. */
  readonly startAt: number;
  readonly fit: Pick<ColumnFit, 'digits' | 'needed' | 'usual'>;
  /** How wide columns were when the table was left. */
  readonly fitted: Readonly<Record<string, number>> | undefined;
  readonly ask: (request: RowsRequest, signal?: AbortSignal) => Promise<TableRows>;
  readonly filters: FilterHost;
  /** Rows, the count, loading or the query are other than before. */
  readonly onChange: () => void;
  /** Cells that were there look different. */
  readonly onRepaint: () => void;
  readonly onColumns: () => void;
  /** The form of a record told of the columns. */
  readonly onColumnInfos: (infos: ColumnInfos) => void;
  /** A refresh brought other values for so many cells. */
  readonly onChangedCells: (cells: number) => void;
  readonly onRestart: () => void;
  readonly onLayout: (layout: ColumnLayout) => void;
}

/** What the table knows: the list, how it is asked for and arranged, and what the person selected and staged. */
export class TableModel implements GridModel {
  readonly start: TableStart;
  readonly source: RowSource;
  readonly selection = new SelectedIds();
  readonly changed = new ChangedCells();
  readonly refusedCells = new RefusedCells();
  readonly #options: TableModelOptions;
  readonly #arrangement: ColumnArrangement;
  #staged: StagedCells;
  /** By record and column: what the host has not written down yet. */
  readonly #optimistic = new Map<string, { readonly cell: StagedCell | undefined }>();
  /** Of records that were staged, also after their rows have left the list. */
  readonly #names = new Map<string, string>();
  #unresolved: readonly UnresolvedRecord[] | undefined;
  #connection: TableConnection;
  /** The ids of records that a person hears of when they change. */
  watched: ReadonlySet<string>;
  #sawDeleted = false;
  #deletedKey: string | undefined;
  readonly filters: ColumnFilters;

  constructor(options: TableModelOptions) {
    this.#options = options;
    this.start = options.start;
    this.#arrangement = new ColumnArrangement({
      fit: options.fit,
      layout: options.start.layout,
      fitted: options.fitted,
      onChange: options.onColumns,
    });
    this.#connection = options.start.connection;
    this.watched = new Set(options.start.watched);
    this.#staged = options.start.staged;
    this.changed.trackStaged(this.#staged);
    this.filters = new ColumnFilters(options.filters, this, options, options.start.columnInfos);
    this.source = new RowSource({
      ask: options.ask,
      first: options.start.first,
      query: options.query,
      pageSize: options.start.pageSize,
      startAt: options.startAt,
      onChange: () => this.#sourceChanged(),
      onRestart: () => {
        this.#sourceChanged();
        options.onRestart();
      },
      onReply: ({ deletedKey, nameKey }) => {
        this.#deletedKey = deletedKey ?? this.#deletedKey;
        this.#arrangement.setNameKey(nameKey);
      },
      onRefresh: (rows, columns) => this.changed.snapshot(rows, columns),
      onRows: (rows, columns) => {
        this.#arrangement.learn(rows, columns);
        this.#sawDeleted ||= rows.some(({ isDeleted }) => isDeleted);
        const count = this.changed.compare(rows, columns);
        if (count > 0) options.onChangedCells(count);
        void this.filters.nameAll();
      },
      later: (work, milliseconds) => void setTimeout(work, milliseconds),
    });
  }

  get title(): string {
    return this.start.title;
  }
  get query(): TableQuery {
    return this.source.query;
  }
  get sort(): TableQuery['sort'] {
    return this.query.sort;
  }
  get length(): number {
    return this.source.length;
  }
  get total(): number | null {
    if (!this.source.wasAnswered || this.source.isCut) return null;
    return this.source.total ?? (this.source.isLengthKnown ? this.source.length : null);
  }
  get isStale(): boolean {
    return this.source.isStale;
  }
  get isWaiting(): boolean {
    return !this.source.wasAnswered && !this.source.failure;
  }
  /** Why something may not be written, to this record or at all; undefined when nothing is known against it. */
  whyNot(operation: WriteOperation, row?: TableRow): string | undefined {
    return whyNotAllowed(operation, this.#connection, row);
  }
  /** What can be done with records here. */
  get offers(): ReadonlySet<RecordCommand> {
    return new Set(
      this.start.offers.filter((name) => {
        const writes = writesOf[name];
        return writes === undefined || this.whyNot(writes) === undefined;
      }),
    );
  }
  /** The address of the service whose rows are shown and selected. */
  get service(): string {
    return this.#connection.service;
  }

  setConnection(connection: TableConnection): void {
    // while the connection is away nothing says that it leads elsewhere
    const service = connection.service || this.service;
    if (service !== this.service) this.selection.clear();
    this.#connection = { ...connection, service };
    this.#options.onChange();
  }
  /** What the rows are marked as deleted by, once some are; undefined where nothing could be hidden. */
  get deletedColumn(): string | undefined {
    if (this.layout?.hidesDeleted !== undefined) return this.layout.hidesDeleted;
    if (!this.#sawDeleted || this.query.find || this.query.rawQ !== undefined) return undefined;
    return this.#deletedKey;
  }
  get hidesDeleted(): boolean {
    const column = this.deletedColumn;
    return column !== undefined && this.query.filters?.[column] === '0';
  }
  /** Deleted records are shown or left out, here and whenever the list view is opened again. */
  toggleDeleted(): void {
    const column = this.deletedColumn;
    if (column !== undefined) this.filter(column, this.hidesDeleted ? undefined : '0');
  }
  get layout(): ColumnLayout | null {
    return this.#arrangement.layout;
  }
  get columns(): readonly VisibleColumn[] {
    return this.#arrangement.columns;
  }
  /** How wide the columns are that nobody made wider or narrower. */
  get fitted(): Readonly<Record<string, number>> {
    return this.#arrangement.fitted;
  }
  refitLater(columns: readonly Column[]): void {
    this.#arrangement.refitLater(columns);
  }
  setRoom(room: number): void {
    this.#arrangement.setRoom(room);
  }
  get hasStaged(): boolean {
    return this.stagedCount.cells > 0;
  }
  get stagedCount(): { readonly cells: number; readonly records: number } {
    const counts = Object.values(this.#staged).map((cells) => Object.keys(cells).length);
    const cells = counts.reduce((sum, count) => sum + count, 0);
    return { cells, records: counts.filter((count) => count > 0).length };
  }

  row(index: number): TableRow | undefined {
    return this.source.row(index);
  }

  /** Among the rows that are at hand; −1 for any other. */
  indexOf(id: string): number {
    for (let index = 0; index < this.length; index++) if (this.row(index)?.id === id) return index;
    return -1;
  }

  setVisibleRows(first: number, last: number): void {
    this.source.setVisibleRows(first, last);
  }

  isSelected(row: TableRow): boolean {
    return this.selection.has(row.id);
  }

  staged({ id }: TableRow, { column }: VisibleColumn): StagedCell | undefined {
    return this.#stagedAt(id, column.key);
  }

  #stagedAt(id: string | null, key: string): StagedCell | undefined {
    const ahead = this.#optimistic.size > 0 ? this.#optimistic.get(JSON.stringify([id, key])) : undefined;
    if (ahead) return ahead.cell;
    const cells = id !== null && Object.hasOwn(this.#staged, id) ? this.#staged[id] : undefined;
    return cells && Object.hasOwn(cells, key) ? cells[key] : undefined;
  }

  /** What the service has in a staged cell that someone else changed; undefined for any other. */
  theirs(row: TableRow, column: VisibleColumn): string | null | undefined {
    const staged = this.staged(row, column);
    return staged && conflictingValue(staged, row, column.cell);
  }

  /** The records whose staged cells were not saved, or were changed by someone else, too. */
  get unresolved(): readonly UnresolvedRecord[] {
    return (this.#unresolved ??= this.#findUnresolved());
  }

  #findUnresolved(): readonly UnresolvedRecord[] {
    const ids = Object.keys(this.#staged);
    const rows = new Map<string, TableRow>();
    if (ids.length === 0) return [];
    for (const row of this.source.shown())
      if (row.id !== null && Object.hasOwn(this.#staged, row.id)) rows.set(row.id, row);
    for (const [id, { name }] of rows) this.#names.set(id, name);
    return unresolvedRecords({
      staged: ids.map((id) => [id, this.#stagedCells(id)]),
      columns: this.source.columns,
      rows,
      names: this.#names,
    });
  }

  #stagedCells(id: string): ReadonlyMap<string, StagedCell> {
    const cells = Object.keys(this.#staged[id] ?? {}).map((key) => [key, this.#stagedAt(id, key)] as const);
    return new Map(cells.flatMap(([key, cell]) => (cell ? [[key, cell] as const] : [])));
  }

  /** What was not taken for a cell, and why. */
  refusal({ id }: TableRow, { column }: VisibleColumn): RefusedText | undefined {
    return this.refusedCells.of(id, column.key);
  }

  refuse(texts: readonly RefusedText[]): void {
    this.refusedCells.set(texts);
    this.#options.onRepaint();
    this.#options.onChange();
  }

  /** What stood in a cell that a refresh has changed; undefined for any other. */
  was({ id }: TableRow, { column }: VisibleColumn): string | null | undefined {
    return this.changed.was(id, column.key);
  }

  /** What stands in a cell: what was staged for it, or else what the service has. */
  value(row: TableRow, column: VisibleColumn): string | null {
    const staged = this.staged(row, column);
    return staged ? staged.to : (row.cells[column.cell] ?? null);
  }

  /** Shows what is on its way to the host as if it were there; answers how to end that. */
  stageOptimistically(id: string, key: string, cell: StagedCell | undefined): () => void {
    const cellKey = JSON.stringify([id, key]);
    const ahead = { cell };
    this.#optimistic.set(cellKey, ahead);
    this.#unresolved = undefined;
    this.#options.onRepaint();
    return () => {
      if (this.#optimistic.get(cellKey) !== ahead) return; // something newer is on its way
      this.#optimistic.delete(cellKey);
      this.#unresolved = undefined;
      this.#options.onRepaint();
    };
  }

  setStaged(staged: StagedCells): void {
    this.#staged = staged;
    this.#unresolved = undefined;
    this.changed.trackStaged(staged);
    this.#options.onRepaint();
    this.#options.onChange();
  }

  /** Undefined takes a part of the query away. */
  change(change: { readonly [K in keyof TableQuery]: TableQuery[K] | undefined }): void {
    // what is found is neither sorted nor narrowed: whoever does that wants the list
    const before = change.find ? {} : { ...this.query, find: undefined };
    const parts = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
    const column = this.deletedColumn;
    this.setQuery(Object.fromEntries(parts));
    this.#rememberDeleted(column);
  }

  setQuery(query: TableQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.query)) return;
    if (!onlySortDiffers(query, this.query)) this.selection.clear();
    this.source.setQuery(query);
    this.#options.onRepaint();
    this.#options.onChange();
  }

  /** Equality with a value; undefined takes the filter away, null stands for no value. */
  filter(columnName: string, value: string | null | undefined): void {
    const { [columnName]: _, ...others } = this.query.filters ?? {};
    const filters = value === undefined ? others : { ...others, [columnName]: value };
    this.change({ filters: Object.keys(filters).length > 0 ? filters : undefined, rawQ: undefined });
  }

  /** Ascending, then descending, then as the service has it. */
  sortBy({ column }: VisibleColumn): void {
    if (!column.isSortable || column.columnName === undefined) return;
    const { columnName } = column;
    const now = this.sort?.columnName === columnName ? this.sort.direction : undefined;
    const next = now === undefined ? 'ASC' : now === 'ASC' ? 'DESC' : undefined;
    this.sortTo(column, next);
  }

  sortTo({ columnName }: Column, direction: 'ASC' | 'DESC' | undefined): void {
    if (columnName !== undefined) this.change({ sort: direction && { columnName, direction } });
  }

  /** Shows a layout that is not decided yet. */
  tryLayout(layout: ColumnLayout | null): void {
    this.#arrangement.setLayout(layout);
  }

  setLayout(layout: ColumnLayout | null): void {
    this.tryLayout(layout);
    this.#options.onLayout(layout ?? noLayout);
  }

  /** What the chart of the list view draws from now on. */
  setChart(chart: ChartChoice): void {
    this.setLayout({ ...(this.layout ?? noLayout), chart });
  }

  #rememberDeleted(column: string | undefined): void {
    const { hidesDeleted: before, ...layout } = this.layout ?? noLayout;
    const now = column !== undefined && this.query.filters?.[column] === '0' ? column : undefined;
    if (now === before || this.query.find || this.query.rawQ !== undefined) return;
    this.setLayout(now === undefined ? layout : { ...layout, hidesDeleted: now });
  }

  #sourceChanged(): void {
    this.#unresolved = undefined;
    this.#arrangement.setColumns(this.source.columns);
    this.#options.onChange();
  }
}

const noLayout: ColumnLayout = { order: [], hidden: [], shown: [], pinned: [], widths: {} };

/** What the connection has to allow for it. */
const writesOf: Readonly<Partial<Record<RecordCommand, WriteOperation>>> = {
  addRecord: 'add',
  editRecords: 'edit',
  deleteRecords: 'delete',
  saveCells: 'edit',
};

function onlySortDiffers(one: TableQuery, other: TableQuery): boolean {
  const withoutSort = (query: TableQuery): string => JSON.stringify({ ...query, sort: undefined });
  return withoutSort(one) === withoutSort(other);
}

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
