import type { TableHost } from '../../protocol/tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { CellMenus } from './cellMenus.ts';
import type { ChangedCellWatcher } from './changedCellWatcher.ts';
import type { ColumnActions } from './columns/columnActions.ts';
import type { CellBlocks } from './edit/cellBlocks.ts';
import type { CellEditing } from './edit/cellEditing.ts';
import { GridInput } from './grid/gridInput.ts';
import type { GridView } from './grid/gridView.ts';
import { HeaderDrag } from './grid/headerDrag.ts';
import type { Preview, RowActions } from './rowActions.ts';
import type { RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { html, nothing, render } from 'lit/html.js';
import type { PeekedRecord } from '../../model/form/shownValue.ts';

/** Whoever does what is asked for in the grid. */
export interface GridListeners {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: TableHost;
  readonly formatter: CellFormatter;
  readonly rows: RowSelection;
  readonly rowActions: RowActions;
  readonly columnActions: ColumnActions;
  readonly cellMenus: CellMenus;
  readonly editing: CellEditing;
  readonly blocks: CellBlocks;
  readonly preview: Preview;
  readonly changeWatcher: ChangedCellWatcher;
  readonly search: () => void;
  readonly goToRow: () => void;
}

/** Passes on what is done with keys and the mouse in the grid. */
export function listenToGrid({ table, grid, rows, rowActions, columnActions, ...others }: GridListeners): void {
  const { cellMenus, editing, blocks, preview, changeWatcher } = others;
  // where the service did not answer when the rows were painted: whoever comes to a cell may want its menu
  const learnColumns = (): void => void table.filters.learnColumns();
  grid.element.addEventListener('pointerover', learnColumns);
  void new GridInput(grid, {
    activeMoved: (cell) => {
      learnColumns();
      preview.follow(table.row(cell.row)?.id);
      editing.lookAt(cell);
      changeWatcher.visited(cell);
    },
    select: (row, how) => rows.select(row, how),
    selectAll: () => rows.selectAll(),
    clear: () => rows.clear(),
    open: (row, how) => rowActions.open(row, how),
    openReference: (cell, how) => rowActions.openReference(cell, how),
    sort: (column) => {
      const shown = table.columns[column];
      if (shown) table.sortBy(shown);
    },
    edit: (cell, text) => void editing.begin(cell, text),
    takesKey: (pressed) => editing.openings.takesKey(pressed),
    resize: (column, by) => columnActions.resizeBy(column, by),
    copy: () => rowActions.copyActive(),
    cut: () => void blocks.cut(),
    fillDown: () => void blocks.fillDown(),
    clearCells: () => void blocks.clear(),
    deleteRows: () => rowActions.deleteRows(),
    menu: (cell, x, y) => cellMenus.open(cell, x, y),
    search: others.search,
    goToRow: others.goToRow,
  });
  void new ReferencePeek({ table, grid, host: others.host, formatter: others.formatter });
  void new HeaderDrag(grid, {
    resize: (column, width, isDone) => columnActions.resize(column, width, isDone),
    autoFit: (column) => columnActions.fit(column),
    reorder: (column, before) => columnActions.reorder(column, before),
  });
  grid.header.check.addEventListener('click', () => (table.selection.isEmpty ? rows.selectAll() : rows.clear()));
  // from the Edit menu; the key is heard by the grid
  document.addEventListener('copy', (event) => {
    if (document.activeElement !== grid.element) return;
    event.preventDefault();
    rowActions.copyActive();
  });
  document.addEventListener('cut', (event) => {
    if (document.activeElement !== grid.element) return;
    event.preventDefault();
    void blocks.cut();
  });
  document.addEventListener('paste', (event) => {
    if (document.activeElement !== grid.element) return;
    event.preventDefault();
    void blocks.paste(event.clipboardData?.getData('text/plain') ?? '');
  });
  if (table.start.isPart) return;
  // whoever comes to the tab by keyboard is in the grid at once, also when the page had the focus before the grid was there
  const takeFocus = (): void => {
    if (document.hasFocus() && document.activeElement === document.body) grid.element.focus({ preventScroll: true });
  };
  window.addEventListener('focus', takeFocus);
  queueMicrotask(takeFocus);
}

/** As long as VS Code waits before it shows a hover. */
const dwell = 300;

interface ReferencePeekOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: Pick<TableHost, 'call'>;
  readonly formatter: Pick<CellFormatter, 'learnName'>;
}

/** A card of the record that a cell points at, while the mouse rests on the cell. */
class ReferencePeek {
  readonly #element = document.createElement('div');
  readonly #options: ReferencePeekOptions;
  #cell: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReferencePeekOptions) {
    this.#options = options;
    this.#element.className = 'peek floating';
    this.#element.role = 'tooltip';
    this.#element.hidden = true;
    const { element } = options.grid;
    element.addEventListener('pointerover', ({ target }) => this.#enter(target as Element));
    element.addEventListener('pointerleave', () => this.#leave());
    for (const event of ['keydown', 'pointerdown', 'wheel'])
      element.addEventListener(event, () => this.#leave(), { passive: true });
  }

  #enter(target: Element): void {
    const cell = target.closest<HTMLElement>('[role=gridcell]');
    if (cell === this.#cell) return;
    this.#leave();
    this.#cell = cell;
    const { table, grid, host, formatter } = this.#options;
    const at = cell && grid.cellAt(cell);
    const [row, column] = [at && table.row(at.row), at && table.columns[at.column]];
    if (!cell || !row || row.id === null || !column || table.filters.kind(column.column) !== 'reference') return;
    if (!table.value(row, column)) return;
    const { id } = row;
    this.#timer = setTimeout(() => {
      host.call.peek({ id, column: column.column.key }).then(
        (record) => {
          if (!record) return;
          if (formatter.learnName(column.column, record.id, record.name)) grid.update();
          if (this.#cell === cell) this.#show(cell, record);
        },
        () => undefined,
      );
    }, dwell);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#cell = null;
    this.#element.hidden = true;
  }

  #show(cell: HTMLElement, { name, id, lines }: PeekedRecord): void {
    render(
      html`<strong dir="auto">${name || id}</strong> ${
          lines.length > 0
            ? html`<dl>
                ${lines.map(
                  ({ label, value }) =>
                    html`<dt dir="auto">${label}</dt>
                      <dd dir="auto">${value}</dd>`,
                )}
              </dl>`
            : nothing
        }`,
      this.#element,
    );
    this.#element.hidden = false;
    this.#options.grid.element.after(this.#element);
    const { left, top, bottom } = cell.getBoundingClientRect();
    const { offsetHeight, offsetWidth, style } = this.#element;
    style.left = `${Math.max(0, Math.min(left, innerWidth - offsetWidth))}px`;
    style.top = `${bottom + offsetHeight <= innerHeight ? bottom : Math.max(0, top - offsetHeight)}px`;
  }
}
