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
import { ReferencePeek } from './referencePeek.ts';
import type { RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';

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
