import type { ChartKind } from '../../model/listView.ts';
import type { StagedCells, TableQuery, TableRow, TableStart } from '../../protocol/table.ts';
import { ChartPane } from '../chart/chartPane.ts';
import { CellTexts } from './cellText.ts';
import { ColumnActions } from './columns/columnActions.ts';
import { ColumnsPanel } from './columns/columnsPanel.ts';
import { CopyCells } from './copy/copyCells.ts';
import { Editing } from './edit/editing.ts';
import { Chips } from './filter/chips.ts';
import { FilterRow } from './filter/filterRow.ts';
import { canFilter } from './filter/filterSlot.ts';
import { QueryPanel } from './filter/queryPanel.ts';
import type { ActiveCell } from './grid/activeCell.ts';
import { GridInput } from './grid/gridInput.ts';
import { GridView } from './grid/gridView.ts';
import { HeaderDrag } from './grid/headerDrag.ts';
import type { HostCalls } from './hostCalls.ts';
import { type KeptView } from './keptView.ts';
import { columnMenu, rowMenu } from './menus.ts';
import { ContextMenu } from './parts/contextMenu.ts';
import { EmptyNotice } from './parts/emptyNotice.ts';
import { askForRow } from './parts/goToRow.ts';
import { Popover } from './parts/popover.ts';
import { StatusLine } from './parts/statusLine.ts';
import { Toolbar } from './parts/toolbar.ts';
import { Preview } from './preview.ts';
import { mostRows, RowSelection } from './rowSelection.ts';
import { collectRows } from './rows/collectRows.ts';
import { statusState } from './statusState.ts';
import { Table } from './table.ts';
import { locale, words } from './words.ts';

const noticeStays = 10_000;
/** Rows that a chart is drawn from. */
const mostDrawn = 1_000;

/** Puts the parts of the table together and passes on what one tells the other. */
export class TableApp {
  readonly #host: HostCalls;
  readonly #texts = new CellTexts(locale, words);
  readonly #table: Table;
  readonly #grid: GridView;
  readonly #rows: RowSelection;
  readonly #copy: CopyCells;
  readonly #editing: Editing;
  readonly #preview: Preview;
  readonly #columnActions: ColumnActions;
  readonly #focusGrid = (): void => this.#grid.element.focus({ preventScroll: true });
  readonly #popover = new Popover(this.#focusGrid);
  readonly #menu = new ContextMenu(this.#focusGrid);
  readonly #toolbar: Toolbar;
  readonly #filterRow: FilterRow;
  readonly #chips: Chips;
  readonly #empty: EmptyNotice;
  readonly #status: StatusLine;
  readonly #chart: ChartPane | undefined;
  readonly #onShown: (view: KeptView) => void;
  #kept: KeptView | undefined;
  #notice = '';
  #noticeEnds: ReturnType<typeof setTimeout> | undefined;
  #shownStatus = '';

  constructor(
    place: Element,
    start: TableStart,
    host: HostCalls,
    kept: KeptView | undefined,
    onShown: (view: KeptView) => void,
  ) {
    this.#host = host;
    this.#kept = kept;
    this.#onShown = onShown;
    const table = (this.#table = new Table({
      start,
      query: kept?.query ?? start.query ?? {},
      startAt: kept?.top ?? 0,
      ask: host.rows,
      onChange: () => this.#show(),
      onLook: () => this.#grid.update(),
      onColumns: () => this.#grid.updateColumns(),
      onRestart: () => this.#restarted(),
      onLayout: host.layout,
    }));
    if (kept) table.selection.chosen = kept.selection;
    this.#grid = new GridView(table, this.#texts, {
      framed: (places) => this.#filterRow.paint(places, table.query.filters ?? {}),
      painted: () => this.#painted(),
    });
    this.#columnActions = new ColumnActions(table, this.#grid, this.#texts);
    const notify = (text: string): void => this.#notify(text);
    const shared = { table, notify };
    this.#rows = new RowSelection({
      ...shared,
      texts: this.#texts,
      ask: host.rows,
      onChange: () => this.#showSelection(),
    });
    this.#copy = new CopyCells({ ...shared, ...host, selectedRows: () => this.#selectedRows() });
    this.#editing = new Editing({ ...shared, ...host, grid: this.#grid });
    this.#preview = new Preview((id) => host.open(id, 'preview'));
    this.#preview.isOn = kept?.isPreviewing ?? false;
    this.#filterRow = new FilterRow({
      filter: (columnName, value) => table.filter(columnName, value),
      reveal: (column) => this.#focusFilter(column),
      leave: this.#focusGrid,
    });
    this.#filterRow.element.hidden = !(kept?.isFiltering ?? false);
    const panels = this.#makePanels();
    this.#toolbar = this.#makeToolbar(panels);
    this.#chips = new Chips({
      removeFilter: (columnName) => table.filter(columnName, undefined),
      removeQuery: () => table.change({ rawQ: undefined }),
      editQuery: () => panels.query.toggle(this.#chips.element),
      clearAll: () => this.#showAll(),
    });
    this.#empty = new EmptyNotice(() => this.#showAll());
    this.#status = new StatusLine({
      retry: () => {
        host.refresh();
        table.source.retry();
      },
      setToken: () => host.command({ name: 'setToken' }),
      selectAll: () => this.#rows.selectAll(),
    });
    this.#listen();
    this.#grid.head.append(this.#filterRow.element);
    const middle = document.createElement('div');
    middle.className = 'middle';
    middle.append(this.#grid.element, this.#empty.element);
    this.#chart = start.chart === null ? undefined : this.#makeChart(middle, kept?.views);
    const over = [this.#popover.element, this.#menu.element, this.#editing.editor.element];
    const heading = document.createElement('h1');
    heading.className = 'unseen';
    heading.textContent = start.title;
    place.replaceChildren(
      heading,
      this.#toolbar.element,
      this.#chips.element,
      this.#chart?.element ?? middle,
      this.#status.element,
      ...over,
    );
    this.#show();
  }

  /** Whatever is being typed is staged. */
  async commit(): Promise<undefined> {
    await this.#editing.commit();
    return undefined;
  }

  setStaged(cells: StagedCells): void {
    this.#table.setStaged(cells);
  }

  setQuery(query: TableQuery): void {
    this.#table.setQuery(query);
  }

  refresh(): void {
    this.#table.source.refresh();
  }

  focusSearch(): void {
    this.#toolbar.focusSearch();
  }

  /** Counted from 1. */
  goToRow(row: number): void {
    this.#grid.setActive({ row: row - 1, column: this.#grid.active.column });
    this.#focusGrid();
  }

  /** No work while nobody looks. */
  setLookedAt(isLookedAt: boolean): void {
    if (isLookedAt) this.#table.source.resume();
    else this.#table.source.pause();
  }

  #makePanels(): { readonly columns: ColumnsPanel; readonly query: QueryPanel } {
    const query = new QueryPanel(this.#popover, this.#table, {
      check: this.#host.checkQ,
      copyAsCurl: (rawQ) => {
        const { rawQ: _, ...rest } = this.#table.query;
        this.#host.copyAsCurl(rawQ === undefined ? rest : { ...rest, rawQ });
      },
    });
    return { columns: new ColumnsPanel(this.#popover, this.#table), query };
  }

  #makeToolbar(panels: { readonly columns: ColumnsPanel; readonly query: QueryPanel }): Toolbar {
    return new Toolbar({
      refresh: () => {
        this.#host.refresh();
        this.refresh();
      },
      columns: (button) => panels.columns.toggle(button),
      filter: () => this.#toggleFilters(),
      exportRecords: () => this.#command('exportRecords'),
      addRecord: () => this.#host.command({ name: 'addRecord' }),
      editSelected: () => this.#command('editRecords'),
      deleteSelected: () => this.#command('deleteRecords'),
      preview: () => {
        this.#preview.toggle(this.#activeRow()?.id);
        this.#show();
      },
      editQuery: (button) => panels.query.toggle(button),
      showHalf: (half) => this.#chart?.toggle(half),
      exportChart: (button) => this.#exportChart(button),
      search: (text) => this.#table.change({ search: text.trim() === '' ? undefined : text }),
      leave: this.#focusGrid,
    });
  }

  #makeChart(table: HTMLElement, views: KeptView['views']): ChartPane {
    const { start, source } = this.#table;
    return new ChartPane(table, views, {
      kind: start.chart as ChartKind,
      title: start.title,
      load: async () => {
        const { total } = this.#table;
        const rows = await collectRows(source, this.#host.rows, 0, Math.min(total ?? mostDrawn, mostDrawn) - 1);
        return { columns: source.columns, rows, total };
      },
      onPoint: (row) => {
        if (!this.#chart?.isTableShown) this.#chart?.toggle('table');
        this.goToRow(row + 1);
      },
      onChange: () => this.#show(),
      onFailure: (reason) => this.#notify(words.chartFailed(reason)),
    });
  }

  #exportChart(button: Element): void {
    const { left, bottom } = button.getBoundingClientRect();
    const save = async (format: 'svg' | 'png'): Promise<void> => {
      try {
        if (this.#chart) this.#host.saveFile(await this.#chart.exportAs(format));
      } catch (error) {
        this.#notify(words.chartFailed(error instanceof Error ? error.message : String(error)));
      }
    };
    const items = [
      { title: words.asSvg, act: () => void save('svg') },
      { title: words.asPng, act: () => void save('png') },
    ];
    this.#menu.open(words.exportChart, items, left, bottom);
  }

  #listen(): void {
    const table = this.#table;
    void new GridInput(this.#grid, {
      activeMoved: ({ row }) => this.#preview.follow(table.row(row)?.id),
      select: (row, how) => this.#rows.select(row, how),
      selectAll: () => this.#rows.selectAll(),
      clear: () => this.#rows.clear(),
      open: (row, how) => this.#open(row, how),
      sort: (column) => {
        const shown = table.columns[column];
        if (shown) table.sortBy(shown);
      },
      edit: (cell, text) => void this.#editing.begin(cell, text),
      resize: (column, by) => this.#columnActions.resizeBy(column, by),
      copy: () => this.#copyActive(),
      deleteRows: () => this.#deleteRows(),
      menu: (cell, x, y) => this.#openMenu(cell, x, y),
      search: () => this.focusSearch(),
      goToRow: () => askForRow(this.#popover, this.#toolbar.element, table.length, (row) => this.goToRow(row)),
    });
    void new HeaderDrag(this.#grid, {
      resize: (column, width, isDone) => this.#columnActions.resize(column, width, isDone),
      autoFit: (column) => this.#columnActions.fit(column),
      reorder: (column, before) => this.#columnActions.reorder(column, before),
    });
    this.#grid.header.check.addEventListener('click', () =>
      table.selection.isEmpty ? this.#rows.selectAll() : this.#rows.clear(),
    );
  }

  #activeRow(): TableRow | undefined {
    return this.#table.row(this.#grid.active.row);
  }

  #open(row: number, how: 'here' | 'toSide'): void {
    const held = this.#table.row(row);
    if (held?.id === null) this.#notify(words.noId);
    else if (held) this.#host.open(held.id, how);
  }

  #openMenu(cell: ActiveCell, x: number, y: number): void {
    const table = this.#table;
    const shown = table.columns[cell.column];
    if (cell.row < 0) {
      if (!shown) return;
      const isSorted = table.sort?.columnName === shown.column.columnName;
      const items = columnMenu(shown, isSorted, {
        sortTo: (direction) => table.sortTo(shown.column, direction),
        pin: (isPinned) => this.#columnActions.pin(cell.column, isPinned),
        hide: () => this.#columnActions.hide(cell.column),
        fit: () => this.#columnActions.fit(cell.column),
        filter: () => this.#focusFilter(cell.column),
      });
      return this.#menu.open(words.columnMenu, items, x, y);
    }
    const row = table.row(cell.row);
    if (row && !table.isSelected(row)) this.#rows.select(cell.row, 'only');
    const items = rowMenu(row, shown, table.start.connection.readOnly, {
      open: (how) => this.#open(cell.row, how),
      copyCell: () => row && shown && void this.#copy.cell(row, shown),
      copyRows: (format) => void this.#copy.rows(format, row),
      copyId: () => row?.id && this.#host.copy(row.id),
      copyLink: () => row?.id && this.#host.copyLink(table.query, row.id),
      filter: () => row && shown?.column.columnName && table.filter(shown.column.columnName, table.value(row, shown)),
      edit: () => void this.#editing.begin(cell),
      deleteRows: () => this.#deleteRows(),
    });
    this.#menu.open(words.rowMenu, items, x, y);
  }

  #copyActive(): void {
    const row = this.#activeRow();
    const column = this.#table.columns[this.#grid.active.column];
    const isOne = (this.#table.selection.count(this.#table.total) ?? 2) < 2;
    if (!isOne) void this.#copy.rows('text', row);
    else if (row && column) void this.#copy.cell(row, column);
  }

  /** In any number that can be copied; all that match are fetched first. */
  async #selectedRows(): Promise<readonly TableRow[] | undefined> {
    const { selection, source, total } = this.#table;
    const rows = this.#rows.rows;
    if (rows) return rows;
    if (total === null || total > mostRows) return undefined;
    const all = await collectRows(source, this.#host.rows, 0, total - 1);
    return all.filter(({ id }) => selection.has(id));
  }

  #deleteRows(): void {
    if (this.#table.start.connection.readOnly) return this.#notify(words.readOnlyConnection);
    const id = this.#activeRow()?.id;
    if (!this.#table.selection.isEmpty) this.#command('deleteRecords');
    else if (typeof id === 'string') this.#host.command({ name: 'deleteRecords', ids: [id] });
  }

  /** On what is selected, or on all that match when nothing is. */
  #command(name: 'deleteRecords' | 'editRecords' | 'exportRecords'): void {
    const { query, selection } = this.#table;
    const { all, ids } = selection.chosen;
    if (all || selection.isEmpty)
      this.#host.command({ name, query, ...(all && ids.length > 0 && { except: [...ids] }) });
    else this.#host.command({ name, query, ids: [...ids] });
  }

  #showAll(): void {
    this.#table.change({ search: undefined, filters: undefined, rawQ: undefined });
    this.#focusGrid();
  }

  #toggleFilters(): void {
    const { element } = this.#filterRow;
    element.hidden = !element.hidden;
    this.#grid.update();
    if (element.hidden) this.#show();
    else this.#focusFilter(this.#grid.active.column);
  }

  /** Of the first column that can be filtered, when this one cannot. */
  #focusFilter(column: number): void {
    this.#filterRow.element.hidden = false;
    const { columns } = this.#table;
    const place = canFilter(columns[column]) ? column : columns.findIndex(canFilter);
    this.#grid.setActive({ row: -1, column: Math.max(0, place) });
    this.#grid.paintNow();
    this.#filterRow.focus(place);
    this.#show();
  }

  #restarted(): void {
    const kept = this.#kept;
    this.#kept = undefined;
    this.#grid.scrollToRow(kept?.top ?? 0);
    this.#grid.place(kept?.active ?? { row: Math.min(0, this.#grid.active.row), column: this.#grid.active.column });
  }

  #notify(text: string): void {
    this.#notice = text;
    clearTimeout(this.#noticeEnds);
    this.#noticeEnds = setTimeout(() => this.#notify(''), noticeStays);
    this.#painted();
  }

  #show(): void {
    const table = this.#table;
    const { selection } = table;
    this.#grid.touch();
    this.#grid.header.check.className = `check${selection.isEmpty ? '' : selection.isAll ? ' all' : ' some'}`;
    this.#toolbar.show({
      isReadOnly: table.start.connection.readOnly,
      search: table.query.search ?? '',
      hasSelection: !selection.isEmpty,
      isPreviewing: this.#preview.isOn,
      isFiltering: !this.#filterRow.element.hidden,
      chart: this.#chart ?? null,
    });
    this.#chart?.follow(table.source.wasAnswered && !table.isStale && !table.source.failure);
    this.#chips.show(table.query, table.source.columns);
    this.#empty.show(table.length === 0 && table.source.wasAnswered && !table.isStale, table.query);
  }

  #showSelection(): void {
    this.#grid.update();
    this.#show();
  }

  #painted(): void {
    const table = this.#table;
    this.#editing.follow();
    const state = statusState(table, this.#grid.shown, this.#rows.describe(), this.#notice);
    const key = JSON.stringify(state);
    if (key !== this.#shownStatus) {
      this.#shownStatus = key;
      this.#status.show(state);
    }
    if (!table.source.wasAnswered || this.#kept) return;
    this.#onShown({
      query: table.query,
      top: this.#grid.shown.first,
      active: this.#grid.active,
      selection: table.selection.chosen as KeptView['selection'],
      isFiltering: !this.#filterRow.element.hidden,
      isPreviewing: this.#preview.isOn,
      ...(this.#chart && { views: this.#chart.views }),
    });
  }
}
