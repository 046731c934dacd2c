import type { Side } from '../../protocol/channel.ts';
import type { StagedCells, TableQuery, tableHost, tableView } from '../../protocol/table.ts';
import type { Host } from '../common/hostChannel.ts';
import { CellTexts } from './cellText.ts';
import { GridInput } from './grid/gridInput.ts';
import { GridView } from './grid/gridView.ts';
import { StatusLine } from './parts/statusLine.ts';
import { Toolbar } from './parts/toolbar.ts';
import { Table } from './table.ts';
import { locale, words } from './words.ts';

type TableSide = typeof tableHost & Side;
type TableChannel = Host<typeof tableView, TableSide>;

/** Puts the parts of the table together and passes on what one tells the other. */
export class TableApp {
  readonly #place: Element;
  readonly #host: TableChannel;
  #table: Table | undefined;
  #grid: GridView | undefined;
  #toolbar: Toolbar | undefined;
  #status: StatusLine | undefined;

  constructor(place: Element, host: TableChannel) {
    this.#place = place;
    this.#host = host;
  }

  async run(): Promise<void> {
    const { channel } = this.#host;
    const start = await channel.ask('start', undefined);
    const query: TableQuery = start.query ?? {};
    const table = (this.#table = new Table({
      start,
      query,
      ask: (request, signal) => channel.ask('rows', request, signal),
      onChange: () => this.#show(),
      onColumns: () => this.#grid?.updateColumns(),
      onRestart: () => this.#grid?.scrollToRow(0),
      onLayout: (layout) => channel.tell('layout', layout),
    }));
    const grid = (this.#grid = new GridView(table, new CellTexts(locale, words), () => this.#showStatus()));
    void new GridInput(grid, {
      activeMoved: () => {},
      select: (row, how) => {
        const id = table.row(row)?.id;
        if (typeof id !== 'string') return;
        if (how === 'only') table.selection.only([id]);
        else table.selection.set([id], !table.selection.has(id));
        this.#show();
      },
      selectAll: () => {
        table.selection.selectAll();
        this.#show();
      },
      clear: () => {
        table.selection.clear();
        this.#show();
      },
      open: (row, how) => {
        const id = table.row(row)?.id;
        if (typeof id === 'string') channel.tell('openRecord', { id, how });
      },
      sort: (column) => {
        const shown = table.columns[column];
        if (shown) table.sortBy(shown);
      },
      edit: () => {},
      resize: () => {},
      copy: () => {},
      deleteRows: () => {},
      menu: () => {},
      search: () => this.focusSearch(),
      goToRow: () => {},
    });
    this.#toolbar = new Toolbar({
      refresh: () => this.refresh(),
      columns: () => {},
      filter: () => {},
      exportRecords: () => channel.tell('command', { name: 'exportRecords', query: table.query }),
      addRecord: () => channel.tell('command', { name: 'addRecord' }),
      editSelected: () => {},
      deleteSelected: () => {},
      preview: () => {},
      editQuery: () => {},
      search: (text) => table.change({ search: text.trim() === '' ? undefined : text }),
    });
    this.#status = new StatusLine({
      retry: () => table.source.retry(),
      setToken: () => channel.tell('command', { name: 'setToken' }),
    });
    this.#place.replaceChildren(this.#toolbar.element, grid.element, this.#status.element);
    this.#show();
  }

  /** Whatever is being typed is staged. */
  async commit(): Promise<undefined> {
    return undefined;
  }

  setStaged(cells: StagedCells): void {
    this.#table?.setStaged(cells);
  }

  refresh(): void {
    this.#table?.source.refresh();
  }

  setQuery(query: TableQuery): void {
    this.#table?.setQuery(query);
  }

  focusSearch(): void {
    this.#toolbar?.focusSearch();
  }

  goToRow(row: number): void {
    this.#grid?.setActive({ row: row - 1, column: this.#grid.active.column });
  }

  #show(): void {
    const table = this.#table;
    if (!table) return;
    this.#grid?.update();
    this.#toolbar?.show({
      isReadOnly: table.start.connection.readOnly,
      search: table.query.search ?? '',
      hasSelection: !table.selection.isEmpty,
      isPreviewing: false,
      isFiltering: false,
    });
    this.#showStatus();
  }

  #shownStatus = '';
  #showStatus(): void {
    const table = this.#table;
    const grid = this.#grid;
    if (!table || !grid) return;
    const { first, last } = grid.shown;
    const range =
      table.length === 0
        ? table.source.wasAnswered
          ? words.noRecords
          : ''
        : table.total === null
          ? words.shownOfUnknown(first + 1, last + 1)
          : words.shown(first + 1, last + 1, table.total);
    const state = {
      shown: range,
      isLoading: table.source.isLoading,
      selection: '',
      notice: '',
      failure: table.source.failure,
    };
    const key = JSON.stringify(state);
    if (key === this.#shownStatus) return;
    this.#shownStatus = key;
    this.#status?.show(state);
  }
}
