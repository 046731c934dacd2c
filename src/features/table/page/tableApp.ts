import type {
  ColumnInfos,
  ColumnLayout,
  FilterStatus,
  StagedCells,
  TableConnection,
  TableHost,
  TableQuery,
  TableStart,
  TableViewState,
} from '../tableProtocol.ts';
import type { Condition } from '../../../model/list/condition.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import type { ChartPane } from './chart/chartPane.ts';
import { LastSeenBanner } from '../../common/page/lastSeenBanner.ts';
import { CellMenus } from './cellMenus.ts';
import { CellFormatter } from './cellFormatter.ts';
import { ChangedCellWatcher } from './changedCellWatcher.ts';
import { ColumnActions } from './columns/columnActions.ts';
import { CellBlocks } from './edit/cellBlocks.ts';
import { SaveProblems } from './edit/saveProblems.ts';
import { ColumnFit } from './columns/columnLayout.ts';
import { measureText } from './columns/textMeasure.ts';
import { CellEditing } from './edit/cellEditing.ts';
import { ConditionInput } from './filter/conditionInput.ts';
import { FilterChips, EmptyNotice, narrowing } from './filter/activeFilters.ts';
import { FilterRow } from './filter/filterRow.ts';
import type { ActiveCell } from './grid/gridKeys.ts';
import { GridView } from './grid/gridView.ts';
import type { ViewStateSaver } from './viewState.ts';
import { listenToGrid } from './listenToGrid.ts';
import { ContextMenu } from './parts/contextMenu.ts';
import { Popover } from './parts/popover.ts';
import { ProfilePane } from './profile/profilePane.ts';
import { StatusLine } from './statusLine.ts';
import { Toolbar } from './parts/toolbar.ts';
import { Preview, RowActions } from './rowActions.ts';
import { showSums, type SummedColumn } from './parts/sumsPanel.ts';
import { RangeParts } from './range/rangeParts.ts';
import { SelectionSums } from './selectionSums.ts';
import { RowSelection } from './rowSelection.ts';
import { TableModel } from './tableModel.ts';
import type { exportMenu, tableChart } from './tableChart.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber, numberLocale } from '../../../model/formatNumber.ts';
import { errorMessage } from '../../common/channel.ts';
import { t } from '@vscode/l10n';
import { saidOnce } from '../../../model/serviceWords.ts';
import { keepFocus } from '../../common/page/keyboard.ts';
import { iconButton } from '../../common/page/fields/fieldControl.ts';
import { ColumnsPanel } from './columns/columnsPanel.ts';
import { QueryPanel } from './filter/queryPanel.ts';
import { html } from 'lit/html.js';

/** Code that draws a list view's chart and exports it. */
export interface ChartParts {
  readonly tableChart: typeof tableChart;
  readonly exportMenu: typeof exportMenu;
}

/** Creates the parts of the table and connects them. */
export class TableApp {
  readonly #host: TableHost;
  readonly #formatter = new CellFormatter(numberLocale(), tableWords);
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #rows: RowSelection;
  readonly #sums: SelectionSums;
  readonly #cells: RangeParts;
  readonly #editing: CellEditing;
  readonly #preview: Preview;
  readonly #columnActions: ColumnActions;
  readonly #focusGrid = (): void => this.#grid.element.focus({ preventScroll: true });
  readonly #popover = new Popover(this.#focusGrid);
  readonly #menu = new ContextMenu(this.#focusGrid);
  readonly #toolbar: Toolbar;
  readonly #filters: FilterRow;
  readonly #chips: FilterChips;
  readonly #typed: ConditionInput;
  readonly #lastSeen: LastSeenBanner;
  readonly #words = new ServiceMessages(this.#focusGrid);
  readonly #problems: SaveProblems;
  readonly #empty: EmptyNotice;
  readonly #status: StatusLine;
  readonly #changeWatcher: ChangedCellWatcher;
  readonly #chart: ChartPane | undefined;
  readonly profile: ProfilePane;
  readonly saving: CellSaving;
  readonly rowActions: RowActions;
  readonly #saver: Pick<ViewStateSaver, 'saveNow' | 'saveSoon'>;
  #restored: TableViewState | undefined;
  /** Row to go to once the first rows of the query arrive. */
  #nextRow: number | undefined;

  constructor(
    root: Element,
    start: TableStart,
    host: TableHost,
    restored: TableViewState | undefined,
    saver: Pick<ViewStateSaver, 'saveNow' | 'saveSoon'>,
    /** Set if the table may be a chart. */
    charts?: ChartParts,
  ) {
    this.#host = host;
    this.#restored = restored;
    this.#saver = saver;
    if (start.columnInfos) this.#formatter.learn(start.columnInfos);
    const fit = new ColumnFit(this.#formatter, measureText);
    const table = (this.#table = new TableModel({
      start,
      fit,
      fitted: restored?.fitted,
      query: start.query ?? restored?.query ?? {},
      startAt: restored?.top ?? 0,
      ask: host.call.rows,
      filters: host.call,
      onChange: () => this.#show(),
      onRepaint: () => this.#grid.update(),
      onColumns: () => this.#grid.updateColumns(),
      onColumnInfos: (infos) => this.#learn(infos),
      onChangedCells: (cells) => this.#announceChanges(cells),
      onRestart: () => this.#restarted(),
      onLayout: host.notify.layout,
    }));
    if (restored?.selection.service === table.service) table.selection.state = restored.selection;
    this.#grid = new GridView(table, this.#formatter, {
      headerPainted: (positions) => this.#filters.paint(positions),
      painted: () => this.#painted(),
    });
    this.#changeWatcher = new ChangedCellWatcher(table, this.#grid);
    this.#columnActions = new ColumnActions(table, this.#grid, fit);
    const notify = (text: string): void => this.#status.notify(text);
    const explain = (cell: ActiveCell, text: string): void => this.#status.explain(cell, text);
    const formatter = this.#formatter;
    const shared = { table, grid: this.#grid, host, formatter, notify, explain };
    const rows = (this.#rows = new RowSelection({ ...shared, onChange: () => this.#showSelection() }));
    this.#sums = new SelectionSums(table, this.#rows, this.#formatter);
    const cells = (this.#cells = new RangeParts({ ...shared, rows, onChange: () => this.#status.update() }));
    const { ranges } = cells;
    const openRecord = (id: string, how: 'here' | 'toSide' | 'preview'): void => {
      // a double-click opens the record before the active row is painted
      this.#grid.paintNow();
      saver.saveNow();
      host.notify.openRecord({ id, how });
    };
    this.rowActions = new RowActions({ ...shared, rows, ranges, openRecord });
    this.#editing = new CellEditing(shared);
    const { rowActions } = this;
    const parts = { ...shared, rows, ranges, rowActions, editing: this.#editing };
    const blocks = new CellBlocks(parts);
    const cellMenus = new CellMenus({
      ...parts,
      blocks,
      menu: this.#menu,
      columnActions: this.#columnActions,
      focusFilter: (column) => this.#filters.focus(column),
      conditionMenu: (column) => this.#typed.menuFor(column),
      // a form has no room for it
      profileColumn: (column) =>
        start.isPart
          ? host.notify.command({ name: 'profileColumn', text: column, query: table.query })
          : void this.profile.open(column),
    });
    this.#preview = new Preview((id) => openRecord(id, 'preview'));
    this.#preview.isOn = restored?.isPreviewing ?? false;
    this.#filters = new FilterRow(table, this.#grid, {
      isShown: restored?.isFiltering ?? false,
      list: this.#editing.list,
      onChange: () => this.#show(),
      notify,
    });
    const { toolbar, editQuery } = tableTools({
      ...parts,
      popover: this.#popover,
      menu: this.#menu,
      filters: this.#filters,
      preview: this.#preview,
      chart: () => this.#chart,
      exportMenu: charts?.exportMenu,
      refresh: () => this.#refresh(),
      save: () => this.saving.save(),
      onChange: () => this.#show(),
      goToFirst: () => this.#grid.goToFirst(),
    });
    this.#toolbar = toolbar;
    const typed = (this.#typed = new ConditionInput(table, {
      list: this.#editing.list,
      notify,
      onChange: () => this.#show(),
      leave: this.#focusGrid,
    }));
    const filterWords = {
      conditionText: (condition: Condition) => typed.textOf(condition),
      labelOf: (columnName: string, value: string) => table.filters.label(columnName, value),
      textOf: (value: string, column: Column) => formatter.textOf(value, column),
    };
    this.profile = new ProfilePane({
      ...shared,
      narrowing: (query) => narrowing(query, table.source.columns, filterWords).asked,
      openRecord: (id) => openRecord(id, 'here'),
      onChange: () => this.#painted(),
      leave: this.#focusGrid,
    });
    this.profile.restore(restored?.profile);
    this.#chips = new FilterChips({
      removeFilter: (columnName) => table.filters.set(columnName, undefined),
      editFilter: (columnName, text) => typed.editEquality(columnName, text),
      removeCondition: (index) => table.setCondition(undefined, index),
      editCondition: (index) => typed.editCondition(index),
      input: typed.element,
      ...filterWords,
      removeQuery: () => table.change({ rawQ: undefined }),
      removeFind: () => table.change({ find: undefined }),
      editQuery: () => editQuery(this.#chips.element),
      clearAll: () => this.#showAll(),
      ...(start.isPart ? {} : { saveSearch: () => host.notify.command({ name: 'saveSearch' }) }),
      leave: this.#focusGrid,
    });
    this.#empty = new EmptyNotice({
      ...filterWords,
      clear: () => this.#showAll(),
      filterHere: () => table.filterHere(),
      searchRecords: (text) => host.notify.command({ name: 'searchRecords', text }),
    });
    this.#lastSeen = new LastSeenBanner(() => this.#refresh(), this.#focusGrid);
    this.#problems = new SaveProblems({
      ...parts,
      open: (id) => openRecord(id, 'here'),
      leave: this.#focusGrid,
    });
    this.saving = new CellSaving({ ...parts, problems: this.#problems });
    this.#status = new StatusLine(table, {
      shown: () => (this.#chart?.isTableShown === false ? undefined : this.#grid.visibleRows),
      active: () => this.#grid.active,
      selection: () => cells.describe() ?? { text: rows.describe(), corners: '' },
      sums: () => (ranges.isSeveral ? cells.sums : this.#sums.line(table.columns[this.#grid.active.column])),
      hasSums: (line) => (ranges.isSeveral ? cells.summedColumns.length > 0 : line !== ''),
      showSums: () => showSums(this.#summed, { popover: this.#popover, host, formatter }),
      retry: () => {
        host.notify.refresh();
        table.source.retry();
      },
      stopFilter: () => host.notify.stopFilter(),
      continueFilter: () => host.notify.continueFilter(),
      filterHere: () => table.filterHere(),
      setToken: () => host.notify.command({ name: 'setToken' }),
      selectAll: () => this.#rows.selectAll(),
      toggleUnresolved: () => this.#problems.toggle(),
      save: this.saving.save,
      discard: () => void this.saving.commit().then(() => host.notify.command({ name: 'discard' })),
      compareChanges: () => void this.saving.commit().then(() => host.notify.command({ name: 'compareChanges' })),
      savePlan: () => void this.saving.commit().then(() => host.notify.command({ name: 'savePlan' })),
      leave: this.#focusGrid,
    });
    listenToGrid({
      ...parts,
      columnActions: this.#columnActions,
      cellMenus,
      blocks,
      preview: this.#preview,
      changeWatcher: this.#changeWatcher,
      search: () => this.focusSearch(),
      goToRow: () => askForRow(this.#popover, this.#toolbar.element, table.length, (row) => this.goToRow(row)),
    });
    const middle = document.createElement('div');
    middle.className = 'middle';
    middle.append(this.#grid.element, this.#problems.bar, this.#empty.element);
    this.#chart = charts?.tableChart(middle, restored?.views, {
      ...shared,
      goToRow: (row) => this.goToRow(row),
      onChange: () => this.#show(),
    });
    const beside = document.createElement('div');
    beside.className = 'beside';
    beside.append(this.#chart?.element ?? middle, this.profile.element);
    const over = [this.#popover.element, this.#menu.element, ...this.#editing.elements];
    const heading = document.createElement('h1');
    heading.className = 'unseen';
    heading.textContent = start.title;
    root.replaceChildren(
      ...(start.isPart ? [] : [heading]),
      this.#toolbar.element,
      this.#chips.element,
      beside,
      // below the rows, so that the rows don't move when they appear
      this.#problems.list,
      this.#lastSeen.element,
      this.#words.element,
      this.#status.element,
      ...over,
    );
    this.#show();
    table.setVisibleRows(0, 0); // start loading before the empty grid is painted
  }

  saved(): void {
    this.#problems.showAfterSave();
  }

  setStaged(cells: StagedCells): void {
    this.#table.setStaged(cells);
  }

  /** Shows the service's messages about the last save. */
  showSaid(said: readonly string[]): void {
    this.#words.showSaved(said);
  }

  setConnection(connection: TableConnection): void {
    this.#editing.reset();
    this.#table.setConnection(connection);
  }

  setWatched(ids: readonly string[]): void {
    this.#table.watched = new Set(ids);
  }

  /** The layout isn't stored for the list view until the user changes it. */
  showLayout(layout: ColumnLayout): void {
    this.#table.tryLayout(layout);
    this.#show();
  }

  setQuery(query: TableQuery): void {
    this.#table.setQuery(query);
  }

  showFiltered(status: FilterStatus | null): void {
    this.#table.setFilterStatus(status);
  }

  refresh(): void {
    this.#editing.reset();
    this.#table.source.refresh();
  }

  forgetDeleted(ids: readonly string[]): void {
    this.#table.selection.remove(ids);
    this.#show();
  }

  /** Skipped while the user edits a cell or the last refresh is in flight. */
  autoRefresh(): void {
    if (this.#editing.isOpen || this.#table.source.isLoading || this.#table.filterStatus?.state === 'reading') return;
    this.#refresh();
  }

  focusSearch(): void {
    this.#toolbar.focusSearch();
  }

  /** One-based. */
  goToRow(row: number): void {
    if (this.#table.source.isRestarting) this.#nextRow = row;
    else this.#grid.setActive({ row: row - 1, column: this.#grid.active.column });
    this.#focusGrid();
  }

  /** Stops loading while the table is hidden. */
  setVisible(isLookedAt: boolean): void {
    if (isLookedAt) this.#table.source.resume();
    else this.#table.source.pause();
  }

  /** Reloads from the service, bypassing the host's cache. */
  #refresh(): void {
    this.#host.notify.refresh();
    this.refresh();
  }

  /** Formats cells with the new column info; widths, queries and values sent are unaffected. */
  #learn(infos: ColumnInfos): void {
    const isOther = this.#formatter.learn(infos);
    this.#grid.updateColumns();
    if (!isOther) return;
    this.#table.refitLater(this.#table.source.columns.filter((column) => this.#formatter.labels(column)));
    this.#chart?.follow('loading');
    this.#show();
  }

  #announceChanges(cells: number): void {
    this.#changeWatcher.watch();
    this.#grid.update();
    this.#status.notify(tableWords.changedCells(formatNumber(cells)));
  }

  #showAll(): void {
    this.#table.change({
      search: undefined,
      filters: undefined,
      conditions: undefined,
      rawQ: undefined,
      find: undefined,
    });
    this.#focusGrid();
  }

  #restarted(): void {
    const left = this.#restored;
    this.#restored = undefined;
    // the stored row belongs to its query, which may have changed; the columns are the same
    const isSame = left?.query === this.#table.query && !this.#table.source.isFromTop;
    const { row, column } = left?.active ?? this.#grid.active;
    this.#grid.scrollToRow(isSame ? (left?.top ?? 0) : 0);
    this.#grid.setActiveWithoutScrolling({ row: isSame ? row : Math.min(0, row), column });
    const next = this.#nextRow;
    this.#nextRow = undefined;
    if (next !== undefined) this.goToRow(next);
  }

  get #summed(): readonly SummedColumn[] {
    return this.#cells.ranges.isSeveral ? this.#cells.summedColumns : this.#sums.columns;
  }

  #show(): void {
    const table = this.#table;
    this.#sums.reset();
    const { selection } = table;
    this.#grid.updateRows();
    this.#grid.header.check.className = `check${selection.isEmpty ? '' : selection.isAll ? ' all' : ' some'}`;
    this.#toolbar.show({
      offers: table.offers,
      search: table.query.search ?? '',
      hasSelection: !selection.isEmpty,
      hasStaged: table.hasStaged,
      whyNotEdit: this.#rows.whyNot('edit'),
      whyNotDelete: this.#rows.whyNot('delete'),
      hidesDeleted: table.deletedColumn === undefined ? undefined : table.hidesDeleted,
      isPreviewing: this.#preview.isOn,
      isFiltering: this.#filters.isShown,
      chart: this.#chart?.state ?? null,
    });
    const isSettled = table.source.wasAnswered && !table.isStale;
    this.#chart?.follow(table.source.failure ? 'failed' : isSettled ? 'settled' : 'loading');
    this.#lastSeen.show(table.source.seenAt);
    this.#words.showRead(table.source.messages);
    const isAdding = this.#filters.isShown || this.#typed.isOpen;
    this.#chips.show(table.query, table.source.columns, table.filters.labels, isAdding);
    const isRead = (table.filterStatus?.state ?? 'complete') === 'complete';
    const isEmpty = table.length === 0 && table.source.wasAnswered && !table.isStale && isRead;
    this.#empty.show(isEmpty, table.query, table.source.columns);
    this.#problems.show();
    this.profile.follow();
  }

  #showSelection(): void {
    this.#grid.update();
    this.#show();
  }

  #painted(): void {
    const table = this.#table;
    this.#cells.paint();
    this.#editing.follow();
    this.#problems.follow();
    this.#status.update();
    // rows of an earlier query have other indexes
    if (!table.source.wasAnswered || table.isStale || this.#restored) return;
    void table.filters.learnColumns();
    this.#saver.saveSoon(() => ({
      at: Date.now(),
      query: table.query,
      top: this.#grid.visibleRows.first,
      active: this.#grid.active,
      selection: { ...table.selection.state, service: table.service } as TableViewState['selection'],
      fitted: table.fitted,
      isFiltering: this.#filters.isShown,
      isPreviewing: this.#preview.isOn,
      ...(this.#chart && { views: this.#chart.views }),
      ...(this.profile.column !== undefined && { profile: this.profile.column }),
    }));
  }
}

interface CellSavingOptions {
  readonly host: TableHost;
  readonly editing: Pick<CellEditing, 'commit'>;
  readonly problems: Pick<SaveProblems, 'beginSave'>;
  readonly notify: (text: string) => void;
}

/** Saves the staged cells, including the edit in progress. */
class CellSaving {
  readonly #options: CellSavingOptions;

  constructor(options: CellSavingOptions) {
    this.#options = options;
  }

  /** Always true: a cell may be in flight to the host, which knows whether there is something to save. */
  readonly canSave = true;

  /** Stages the edit in progress before a save. */
  async commit(): Promise<undefined> {
    const { editing, problems } = this.#options;
    problems.beginSave();
    await editing.commit();
    return undefined;
  }

  readonly save = (): void => {
    const { host, notify } = this.#options;
    this.commit()
      .then(() => host.call.save())
      .catch((error: unknown) => notify(errorMessage(error)));
  };
}

/** Messages from the service about the last save and the rows, until dismissed. */
class ServiceMessages {
  readonly element = document.createElement('div');
  readonly #texts = document.createElement('div');
  readonly #leave: () => void;
  #saved: readonly string[] = [];
  #read: readonly string[] = [];
  /** Messages repeat with every page, so dismissed ones are remembered. */
  readonly #dismissed = new Set<string>();

  /** `leave` receives focus when the messages are dismissed. */
  constructor(leave: () => void) {
    this.#leave = leave;
    this.element.className = 'from-service banner';
    this.element.hidden = true;
    this.#texts.setAttribute('role', 'status');
    const icon = document.createElement('span');
    icon.className = 'codicon codicon-info';
    icon.ariaHidden = 'true';
    const close = iconButton('close', t('Dismiss'));
    close.addEventListener('click', () => this.#dismiss());
    this.element.append(icon, this.#texts, close);
  }

  showSaved(said: readonly string[]): void {
    this.#saved = said;
    this.#show();
  }

  showRead(said: readonly string[]): void {
    if (said === this.#read || (said.length === 0 && this.#read.length === 0)) return;
    this.#read = said;
    this.#show();
  }

  #dismiss(): void {
    for (const text of this.#read) this.#dismissed.add(text);
    this.#saved = [];
    this.#show();
  }

  #show(): void {
    const texts = saidOnce(
      this.#saved,
      this.#read.filter((text) => !this.#dismissed.has(text)),
    );
    const shown = [...this.#texts.children].map(({ textContent }) => textContent);
    if (JSON.stringify(shown) === JSON.stringify(texts)) return;
    keepFocus(this.element, () => (this.element.hidden = texts.length === 0), this.#leave);
    this.#texts.replaceChildren(
      ...texts.map((text) => {
        const line = document.createElement('p');
        line.dir = 'auto';
        line.textContent = text;
        return line;
      }),
    );
  }
}

interface TableToolsOptions {
  readonly table: TableModel;
  readonly host: TableHost;
  readonly rowActions: RowActions;
  readonly popover: Popover;
  readonly menu: ContextMenu;
  readonly filters: FilterRow;
  readonly preview: Preview;
  /** Undefined if the list view is not a chart. */
  readonly chart: () => ChartPane | undefined;
  readonly exportMenu: typeof exportMenu | undefined;
  readonly notify: (text: string) => void;
  readonly refresh: () => void;
  readonly save: () => void;
  /** Called when the toolbar needs an update. */
  readonly onChange: () => void;
  readonly goToFirst: () => void;
}

/** The table's toolbar and the panels that it opens. */
function tableTools(options: TableToolsOptions): {
  readonly toolbar: Toolbar;
  readonly editQuery: (anchor: Element) => void;
} {
  const { table, host, rowActions, popover, menu, filters, preview, chart, notify, goToFirst } = options;
  const columns = new ColumnsPanel(popover, table);
  const query = new QueryPanel(popover, table, {
    check: async (text) => (await host.call.checkQuery({ text })).remark,
    textOf: async (asked) => (await host.call.queryText({ filters: asked })).text,
    copyAsCurl: (rawQ) => {
      const { rawQ: _, ...rest } = table.query;
      host.notify.copyAsCurl({ query: rawQ === undefined ? rest : { ...rest, rawQ } });
    },
  });
  const exportChart = (button: HTMLElement): void => {
    const pane = chart();
    const { left, bottom } = button.getBoundingClientRect();
    const items = (pane && options.exportMenu?.(pane, { host, notify })) ?? [];
    // focus the button: the grid may be hidden next to the chart
    menu.open(tableWords.exportChart, items, left, bottom, () => button.focus());
  };
  const toolbar = new Toolbar(
    {
      refresh: options.refresh,
      columns: (button) => columns.toggle(button),
      filter: () => filters.toggle(),
      exportRecords: () => rowActions.command('exportRecords'),
      addRecord: () => host.notify.command({ name: 'addRecord' }),
      openAsTable: () => host.notify.command({ name: 'openAsTable', query: table.query }),
      saveCells: options.save,
      editSelected: () => rowActions.command('editRecords'),
      deleteSelected: () => rowActions.command('deleteRecords'),
      preview: () => {
        preview.toggle(rowActions.activeRow?.id);
        options.onChange();
      },
      toggleDeleted: () => table.toggleDeleted(),
      editQuery: (button) => void query.toggle(button),
      showHalf: (half) => chart()?.toggle(half),
      exportChart,
      search: (text) => table.change({ search: text.trim() === '' ? undefined : text }),
      goToFirst,
    },
    menu,
  );
  return { toolbar, editQuery: (anchor) => void query.toggle(anchor) };
}

/** Prompts for a row number. */
function askForRow(popover: Popover, anchor: Element | null, last: number, go: (row: number) => void): void {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input');
    const row = Math.round(Number(field?.value.replaceAll(/[\s,.’']/g, '')));
    if (!Number.isFinite(row) || row < 1) return field?.select();
    popover.close();
    go(Math.min(row, last));
  };
  popover.open(
    tableWords.goToRow,
    anchor,
    () =>
      html`<form class="gotorow" @submit=${submit}>
        <label>${tableWords.rowNumber(formatNumber(last))}<input inputmode="numeric" autocomplete="off" /></label>
        <button class="plain" type="submit">${tableWords.go}</button>
      </form>`,
  );
  popover.element.querySelector('input')?.focus();
}
