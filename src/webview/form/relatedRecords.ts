import type { FormHost, FormStart, RelatedRecords } from '../../protocol/formProtocol.ts';
import type { TableRows } from '../../protocol/tableProtocol.ts';
import { ChangedCellWatcher } from '../table/changedCellWatcher.ts';
import { CellFormatter } from '../table/cellFormatter.ts';
import { ColumnActions } from '../table/columns/columnActions.ts';
import { GridInput } from '../table/grid/gridInput.ts';
import { GridView } from '../table/grid/gridView.ts';
import { HeaderDrag } from '../table/grid/headerDrag.ts';
import { StatusLine } from '../table/statusLine.ts';
import { TableModel } from '../table/tableModel.ts';
import { locale } from '../common/locale.ts';
import { tableWords } from '../table/tableWords.ts';
import { formWords } from './formWords.ts';
import type { ExpandedSections } from './formSections.ts';

const pageSize = 100;
const rowHeight = 24;
const mostRows = 12;

/** Records of one association, in the same grid as a list view. */
export class RelatedTable {
  readonly element = document.createElement('div');
  readonly name: string;
  readonly title: string;
  readonly #related: RelatedRecords;
  readonly #start: FormStart;
  readonly #host: FormHost;
  #table: TableModel | undefined;

  constructor(related: RelatedRecords, start: FormStart, host: FormHost) {
    this.#related = related;
    this.#start = start;
    this.#host = host;
    this.name = related.name;
    const label = related.label.trim() || related.name;
    this.title = related.count === undefined ? label : formWords.counted(label, related.count);
    this.element.className = 'related-table';
  }

  /** Asks for the records; the second time it does nothing. */
  fill(): void {
    if (this.element.childElementCount > 0) return;
    if (this.#related.controller !== undefined) return this.#show(this.#related.controller);
    const unknown = document.createElement('p');
    unknown.className = 'help';
    unknown.textContent = formWords.relatedUnknown;
    this.element.append(unknown);
  }

  refresh(): void {
    this.#table?.source.refresh();
  }

  #show(controller: string): void {
    const host = this.#host;
    const formatter = new CellFormatter(locale, tableWords);
    const table = (this.#table = new TableModel({
      start: {
        connection: this.#start.connection,
        controller,
        title: this.title,
        offers: [],
        pageSize,
        layout: this.#start.relatedLayouts[this.name] ?? null,
        staged: {},
        chart: null,
        query: null,
        view: null,
      },
      query: {},
      startAt: 0,
      ask: async ({ from, count, query: { sort } }, signal) => {
        const order = sort && { sort: { column: sort.columnName, direction: sort.direction } };
        return sortedHere(await host.call.related({ name: this.name, from, count, ...order }, signal));
      },
      onChange: () => {
        this.#fit();
        grid.updateRows();
      },
      onRepaint: () => grid.update(),
      onColumns: () => grid.updateColumns(),
      onChangedCells: () => {
        changeWatcher.watch();
        grid.update();
      },
      onRestart: () => grid.scrollToRow(0),
      onLayout: (layout) => host.tell.relatedLayout({ name: this.name, layout }),
    }));
    const grid: GridView = new GridView(table, formatter, {
      headerPainted: () => undefined,
      painted: () => status.update(),
    });
    const changeWatcher = new ChangedCellWatcher(table, grid);
    const status = new StatusLine(table, {
      shown: () => grid.visibleRows,
      selection: () => '',
      retry: () => table.source.retry(),
      setToken: () => host.tell.command({ name: 'setToken' }),
      selectAll: () => undefined,
      leave: () => grid.element.focus({ preventScroll: true }),
    });
    this.#listen(grid, table, formatter, controller);
    this.element.append(grid.element, status.element);
    this.#fit();
    grid.updateRows();
  }

  #listen(grid: GridView, table: TableModel, formatter: CellFormatter, controller: string): void {
    const columns = new ColumnActions(table, grid, formatter);
    const nothing = (): void => undefined;
    void new GridInput(grid, {
      activeMoved: nothing,
      select: nothing,
      selectAll: nothing,
      clear: nothing,
      sort: (column) => {
        const shown = table.columns[column];
        if (shown) table.sortBy(shown);
      },
      edit: nothing,
      openReference: nothing,
      deleteRows: nothing,
      menu: nothing,
      search: nothing,
      goToRow: nothing,
      open: (row, how) => {
        const id = table.row(row)?.id;
        if (typeof id === 'string') this.#host.tell.openRecord({ controller, id, toSide: how === 'toSide' });
      },
      resize: (column, by) => columns.resizeBy(column, by),
      copy: () => {
        const row = table.row(grid.active.row);
        const column = table.columns[grid.active.column];
        if (row && column) this.#host.tell.copy({ text: table.value(row, column) ?? '' });
      },
    });
    void new HeaderDrag(grid, {
      resize: (column, width, isDone) => columns.resize(column, width, isDone),
      autoFit: (column) => columns.fit(column),
      reorder: (column, before) => columns.reorder(column, before),
    });
  }

  /** As high as its rows, up to a point. */
  #fit(): void {
    const rows = Math.max(2, Math.min(mostRows, this.#table?.length ?? 0));
    this.element.style.setProperty('--rows', `${rows * rowHeight}px`);
  }
}

/** The service is not asked for them in another order: they are all at hand, so any column will do. */
function sortedHere(reply: TableRows): TableRows {
  return {
    ...reply,
    columns: reply.columns.map((column) => ({ ...column, isSortable: true, columnName: column.key })),
  };
}

/** The records that hang together with this one, each kind folded away until someone looks. */
export class RelatedRecordsView {
  readonly element = document.createElement('section');
  readonly #host: FormHost;
  readonly #expanded: ExpandedSections;
  #shown = '';
  #tables: RelatedTable[] = [];

  constructor(host: FormHost, expanded: ExpandedSections) {
    this.#host = host;
    this.#expanded = expanded;
    this.element.className = 'related';
    this.element.ariaLabel = formWords.related;
  }

  show(start: FormStart): void {
    const { form, isNew } = start;
    const related = isNew ? [] : form.related;
    this.element.hidden = related.length === 0;
    const shown = JSON.stringify(related);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tables = related.map((one) => new RelatedTable(one, start, this.#host));
    const title = document.createElement('h2');
    title.textContent = formWords.related;
    this.element.replaceChildren(title, ...this.#tables.map((table, index) => this.#fold(table, index)));
  }

  refresh(): void {
    for (const table of this.#tables) table.refresh();
  }

  #fold(table: RelatedTable, index: number): HTMLDetailsElement {
    const details = document.createElement('details');
    details.className = 'section';
    const summary = document.createElement('summary');
    const title = document.createElement('span');
    title.id = `related-${index}`;
    title.setAttribute('role', 'heading');
    title.ariaLevel = '3';
    title.dir = 'auto';
    title.textContent = table.title;
    summary.append(title);
    details.setAttribute('aria-labelledby', title.id);
    details.append(summary, table.element);
    this.#expanded.follow(details, `related ${table.name}`, false);
    if (details.open) table.fill();
    details.addEventListener('toggle', () => {
      if (details.open) table.fill();
    });
    return details;
  }
}
