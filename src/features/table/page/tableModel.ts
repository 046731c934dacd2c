import type {
  ChartChoice,
  ColumnInfos,
  ColumnLayout,
  FilterStatus,
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
import type { Condition } from '../../../model/list/condition.ts';
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
  /** Index of the first visible row. */
  readonly startAt: number;
  readonly fit: Pick<ColumnFit, 'digits' | 'needed' | 'usual'>;
  /** Column widths when the table was last shown. */
  readonly fitted: Readonly<Record<string, number>> | undefined;
  readonly ask: (request: RowsRequest, signal?: AbortSignal) => Promise<TableRows>;
  readonly filters: FilterHost;
  /** Called when rows, the count, the loading state or the query changed. */
  readonly onChange: () => void;
  /** Called when existing cells look different. */
  readonly onRepaint: () => void;
  readonly onColumns: () => void;
  /** Called when a record's form has provided column info. */
  readonly onColumnInfos: (infos: ColumnInfos) => void;
  /** Called with the number of cells that a refresh changed. */
  readonly onChangedCells: (cells: number) => void;
  readonly onRestart: () => void;
  readonly onLayout: (layout: ColumnLayout) => void;
}

/** State of the table: the list, its query and layout, the selection and the staged cells. */
export class TableModel implements GridModel {
  readonly start: TableStart;
  readonly source: RowSource;
  readonly selection = new SelectedIds();
  readonly changed = new ChangedCells();
  readonly refusedCells = new RefusedCells();
  readonly #options: TableModelOptions;
  readonly #arrangement: ColumnArrangement;
  #staged: StagedCells;
  /** By record and column: edits that the host has not stored yet. */
  readonly #optimistic = new Map<string, { readonly cell: StagedCell | undefined }>();
  /** Names of staged records, kept even after their rows have left the list. */
  readonly #names = new Map<string, string>();
  #unresolved: readonly UnresolvedRecord[] | undefined;
  #connection: TableConnection;
  /** Changes whenever loaded values may have changed; not when more rows are loaded. */
  edition = 0;
  /** Ids of watched records. */
  watched: ReadonlySet<string>;
  #filterStatus: FilterStatus | null = null;
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
        this.edition++;
        this.#sourceChanged();
        options.onRestart();
      },
      onReply: ({ deletedKey, nameKey, filtered }) => {
        if (!filtered || !(filtered.at < (this.#filterStatus?.at ?? 0))) this.#filterStatus = filtered ?? null;
        this.#deletedKey = deletedKey ?? this.#deletedKey;
        this.#arrangement.setNameKey(nameKey);
      },
      onRefresh: (rows, columns) => {
        this.edition++;
        this.changed.snapshot(rows, columns);
      },
      onRows: (rows, columns) => {
        this.#arrangement.learn(rows, columns);
        this.#sawDeleted ||= rows.some(({ isDeleted }) => isDeleted);
        const count = this.changed.compare(rows, columns);
        if (count > 0) options.onChangedCells(count);
        void this.filters.loadLabels();
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
  /** Reason why a write is not allowed, to this record or at all; undefined if no reason is known. */
  whyNot(operation: WriteOperation, row?: TableRow): string | undefined {
    return whyNotAllowed(operation, this.#connection, row);
  }
  /** Available record commands. */
  get offers(): ReadonlySet<RecordCommand> {
    return new Set(
      this.start.offers.filter((name) => {
        const writes = writesOf[name];
        return writes === undefined || this.whyNot(writes) === undefined;
      }),
    );
  }
  /** Base URL of the service whose rows are shown and selected. */
  get service(): string {
    return this.#connection.service;
  }

  setConnection(connection: TableConnection): void {
    // a missing connection doesn't mean that the service changed
    const service = connection.service || this.service;
    if (service !== this.service) this.selection.clear();
    this.#connection = { ...connection, service };
    this.#options.onChange();
  }
  /** The column that marks records as deleted, once there are some; undefined if nothing could be hidden. */
  get deletedColumn(): string | undefined {
    if (this.layout?.hidesDeleted !== undefined) return this.layout.hidesDeleted;
    if (!this.#sawDeleted || this.query.find || this.query.rawQ !== undefined) return undefined;
    return this.#deletedKey;
  }
  get hidesDeleted(): boolean {
    const column = this.deletedColumn;
    return column !== undefined && this.query.filters?.[column] === '0';
  }
  /** Shows or hides deleted records, now and whenever the list view is reopened. */
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
  /** Widths of the columns that the user has not resized. */
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

  /** Searches only the loaded rows; −1 if not found. */
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

  /** The service's value of a staged cell that someone else changed; undefined for any other cell. */
  theirs(row: TableRow, column: VisibleColumn): string | null | undefined {
    const staged = this.staged(row, column);
    return staged && conflictingValue(staged, row, column.cell);
  }

  /** Records whose staged cells were not saved or conflict with another user's change. */
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

  /** A text rejected for a cell, and the reason. */
  refusal({ id }: TableRow, { column }: VisibleColumn): RefusedText | undefined {
    return this.refusedCells.get(id, column.key);
  }

  refuse(texts: readonly RefusedText[]): void {
    this.refusedCells.set(texts);
    this.#options.onRepaint();
    this.#options.onChange();
  }

  /** Previous value of a cell that a refresh changed; undefined for any other cell. */
  was({ id }: TableRow, { column }: VisibleColumn): string | null | undefined {
    return this.changed.was(id, column.key);
  }

  /** Value of a cell: the staged value, or else the service's. */
  value(row: TableRow, column: VisibleColumn): string | null {
    const staged = this.staged(row, column);
    return staged ? staged.to : (row.cells[column.cell] ?? null);
  }

  /** Applies an edit before the host confirms it; returns a rollback function. */
  stageOptimistically(id: string, key: string, cell: StagedCell | undefined): () => void {
    const cellKey = JSON.stringify([id, key]);
    const ahead = { cell };
    this.#optimistic.set(cellKey, ahead);
    this.#valuesChanged();
    return () => {
      if (this.#optimistic.get(cellKey) !== ahead) return; // superseded by a newer edit
      this.#optimistic.delete(cellKey);
      this.#valuesChanged();
    };
  }

  #valuesChanged(): void {
    this.edition++;
    this.#unresolved = undefined;
    this.#options.onRepaint();
  }

  setStaged(staged: StagedCells): void {
    this.#staged = staged;
    this.changed.trackStaged(staged);
    this.#valuesChanged();
    this.#options.onChange();
  }

  /** Undefined removes a part of the query. */
  change(change: { readonly [K in keyof TableQuery]: TableQuery[K] | undefined }): void {
    // search results can't be sorted or filtered, so sorting or filtering returns to the list
    const before = change.find ? {} : { ...this.query, find: undefined };
    const parts = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
    const column = this.deletedColumn;
    this.setQuery(Object.fromEntries(parts));
    this.#rememberDeleted(column);
  }

  setQuery(query: TableQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.query)) return;
    this.#filterStatus = null;
    if (!onlySortDiffers(query, this.query)) this.selection.clear();
    this.source.setQuery(query);
    this.#options.onRepaint();
    this.#options.onChange();
  }

  /** Progress of the local filter; null if there is none. */
  get filterStatus(): FilterStatus | null {
    return this.#filterStatus;
  }

  setFilterStatus(status: FilterStatus | null): void {
    this.#filterStatus = status;
    // the list changed and is read again
    if (status && this.source.wasAnswered && !this.isStale && status.found < (this.source.total ?? 0))
      this.source.refresh();
    else this.source.grow(status?.found ?? 0);
    this.#options.onChange();
  }

  /** Undefined removes the condition at the index; without an index, a condition is added. */
  setCondition(condition: Condition | undefined, index?: number): void {
    const before = this.query.conditions ?? [];
    const conditions = before.flatMap((one, at) => (at === index ? (condition ?? []) : one));
    if (index === undefined && condition) conditions.push(condition);
    this.change({ conditions: conditions.length > 0 ? conditions : undefined, rawQ: undefined });
  }

  /** Applies the equalities locally instead of sending them to the service. */
  filterHere(): void {
    const { filters = {}, conditions = [] } = this.query;
    const own = Object.entries(filters).map(([columnName, value]): Condition => {
      if (value === null) return { column: columnName, operator: 'isEmpty', values: [] };
      const column = this.source.columns.find((one) => one.columnName === columnName);
      const isName = column && this.filters.kind(column) === 'reference' && !this.filters.holdsIds(columnName);
      return { column: columnName, operator: 'is', values: [isName ? this.filters.label(columnName, value) : value] };
    });
    this.change({ filters: undefined, conditions: [...own, ...conditions], rawQ: undefined });
  }

  /** Filters by equality; undefined removes the filter, null matches empty values. */
  filter(columnName: string, value: string | null | undefined): void {
    const { [columnName]: _, ...others } = this.query.filters ?? {};
    const filters = value === undefined ? others : { ...others, [columnName]: value };
    this.change({ filters: Object.keys(filters).length > 0 ? filters : undefined, rawQ: undefined });
  }

  /** Cycles through ascending, descending and the service's order. */
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

  /** Returns true if the layout shows access rights that haven't been requested. */
  #setLayout(layout: ColumnLayout | null): boolean {
    const hadAccess = this.layout?.withAccess === true;
    this.#arrangement.setLayout(layout);
    return layout?.withAccess === true && !hadAccess;
  }

  /** Shows a layout without storing it. */
  tryLayout(layout: ColumnLayout | null): void {
    const isMissing = this.#setLayout(layout);
    if (isMissing) this.source.refresh();
  }

  setLayout(layout: ColumnLayout | null): void {
    const isMissing = this.#setLayout(layout);
    this.#options.onLayout(layout ?? noLayout);
    // after the host was told to read them
    if (isMissing) this.source.refresh();
  }

  /** Sets what the list view's chart draws. */
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

/** The write operation that a command requires. */
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

/** Max marks; a list that changed throughout is treated as new. */
const maxMarks = 2_000;

/** Cells that a refresh changed and their previous values, until seen. */
export class ChangedCells {
  /** Rows shown before the refresh, by record. */
  #before = new Map<string, { readonly row: TableRow; readonly columns: readonly Column[] }>();
  /** Values typed by the user; they are not marked as changed when the service returns them. */
  readonly #typed = new Map<string, Map<string, string | null>>();
  readonly #marks = new Map<string, Map<string, string | null>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Previous values, by record id and column key. */
  get marks(): ReadonlyMap<string, Values> {
    return this.#marks;
  }

  /** Undefined when the cell has not changed; null when it was empty. */
  was(id: string | null, key: string): string | null | undefined {
    return id === null || this.#count === 0 ? undefined : this.#marks.get(id)?.get(key);
  }

  /** Stores the loaded rows before a refresh. */
  snapshot(rows: Iterable<TableRow>, columns: readonly Column[]): void {
    this.#before = new Map();
    for (const row of rows) if (row.id !== null) this.#before.set(row.id, { row, columns });
  }

  /** Call whenever the staged cells change. */
  trackStaged(staged: StagedCells): void {
    for (const [id, cells] of Object.entries(staged)) {
      const values = this.#typed.get(id) ?? new Map<string, string | null>();
      for (const [key, { to }] of Object.entries(cells)) values.set(key, to);
      this.#typed.set(id, values);
    }
  }

  /** Compares new rows with the snapshot; returns how many of their cells changed. */
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

  /** Clears the mark of a cell that was seen. */
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
    // a second change before the first was seen: compare with the last seen value, which may be back
    if (seenLast !== undefined) {
      if ((seenLast ?? '') === (now ?? '')) this.acknowledge(id, key);
      return;
    }
    if (this.#count >= maxMarks) return;
    const marks = this.#marks.get(id) ?? new Map<string, string | null>();
    this.#marks.set(id, marks.set(key, was));
    this.#count += 1;
  }
}
