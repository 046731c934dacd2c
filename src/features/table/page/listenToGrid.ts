import type { TableHost } from '../tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { CellMenus } from './cellMenus.ts';
import type { ChangedCellWatcher } from './changedCellWatcher.ts';
import type { ColumnActions } from './columns/columnActions.ts';
import type { CellBlocks } from './edit/cellBlocks.ts';
import type { CellEditing } from './edit/cellEditing.ts';
import type { GridView } from './grid/gridView.ts';
import type { CellRanges } from './range/cellRanges.ts';
import { RangeDrag } from './range/rangeDrag.ts';
import type { Preview, RowActions } from './rowActions.ts';
import type { RowSelection } from './rowSelection.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { html, nothing, render } from 'lit/html.js';
import { rowBands } from '../../../model/list/cellRange.ts';
import type { PeekedRecord } from '../../../model/form/shownValue.ts';
import type { SelectMode } from './selectedIds.ts';
import {
  type ActiveCell,
  movedCell,
  type GridCommand,
  type GridMove,
  commandForKey,
  type PressedKey,
} from './grid/gridKeys.ts';

/** Handlers of the grid's events. */
export interface GridListeners {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: TableHost;
  readonly formatter: CellFormatter;
  readonly rows: RowSelection;
  readonly ranges: CellRanges;
  readonly rowActions: RowActions;
  readonly columnActions: ColumnActions;
  readonly cellMenus: CellMenus;
  readonly editing: CellEditing;
  readonly blocks: CellBlocks;
  readonly preview: Preview;
  readonly changeWatcher: ChangedCellWatcher;
  readonly notify: (text: string) => void;
  readonly search: () => void;
  readonly goToRow: () => void;
}

/** Dispatches keyboard and mouse events of the grid. */
export function listenToGrid({ table, grid, rows, ranges, rowActions, columnActions, ...others }: GridListeners): void {
  const { cellMenus, editing, blocks, preview, changeWatcher } = others;
  // retry if the service was unreachable when the rows were painted: the context menu of a cell needs it
  const learnColumns = (): void => void table.filters.learnColumns();
  grid.element.addEventListener('pointerover', learnColumns);
  void new GridInput(grid, {
    activeMoved: (cell) => {
      learnColumns();
      preview.follow(table.row(cell.row)?.id);
      editing.prefetchCellInfo(cell);
      changeWatcher.visited(cell);
    },
    select: (row, how) => {
      // Shift+Space turns the selected cells into selected rows
      const bands = how === 'range' ? rowBands(ranges.current) : [];
      ranges.clear();
      if (bands.length > 0) void rows.selectRows(bands);
      else rows.select(row, how);
    },
    extend: (move) => ranges.extend(move),
    extendTo: (cell, isDragged) => ranges.extendTo(cell, isDragged),
    addRange: (cell) => ranges.add(cell),
    collapse: () => void ranges.clear(),
    movedOn: () => ranges.movedOn(),
    keepRange: () => {
      ranges.keepSelection();
      others.notify(tableWords.addingRange);
    },
    isInRange: (cell) => ranges.has(cell),
    selectAll: () => {
      ranges.clear();
      rows.selectAll();
    },
    clear: () => ranges.clear() || rows.clear(),
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
    fillRight: () => void blocks.fillRight(),
    clearCells: () => void blocks.clear(),
    deleteRows: () => {
      const bands = rowBands(ranges.current);
      ranges.clear();
      if (bands.length === 0) return rowActions.deleteRows();
      // nothing is selected if there are too many or the service is unreachable
      void rows.selectRows(bands).then(() => table.selection.isEmpty || rowActions.deleteRows());
    },
    menu: (cell, x, y) => cellMenus.open(cell, x, y),
    search: others.search,
    goToRow: others.goToRow,
  });
  // an editor that opens later would take the focus from where the user is now
  grid.element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!grid.element.contains(relatedTarget as Node | null)) editing.openings.leave();
  });
  void new ReferencePeek({ table, grid, host: others.host, formatter: others.formatter });
  void new HeaderDrag(grid, {
    resize: (column, width, isDone) => columnActions.resize(column, width, isDone),
    autoFit: (column) => columnActions.fit(column),
    reorder: (column, before) => columnActions.reorder(column, before),
  });
  grid.header.check.addEventListener('click', () => (table.selection.isEmpty ? rows.selectAll() : rows.clear()));
  // from the Edit menu; the grid handles the keyboard shortcut
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
  // focus the grid when the tab is focused by keyboard, even if the page had focus before the grid existed
  const takeFocus = (): void => {
    if (document.hasFocus() && document.activeElement === document.body) grid.element.focus({ preventScroll: true });
  };
  window.addEventListener('focus', takeFocus);
  queueMicrotask(takeFocus);
}

/** Same hover delay as VS Code. */
const dwell = 300;

interface ReferencePeekOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: Pick<TableHost, 'call'>;
  readonly formatter: Pick<CellFormatter, 'learnName'>;
}

/** Hover card of the record that a cell points to. */
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

/** Actions available in the grid. */
interface GridActions {
  activeMoved(cell: ActiveCell): void;
  select(row: number, how: SelectMode): void;
  /** Moves the end of the selected range of cells. */
  extend(move: GridMove): void;
  /** Selects the cells from the active one to this one. */
  extendTo(cell: ActiveCell, isDragged?: boolean): void;
  /** Selects a cell, and those selected before. */
  addRange(cell: ActiveCell): void;
  /** Selects only the active cell. */
  collapse(): void;
  /** The keyboard has moved to another cell. */
  movedOn(): void;
  /** Keeps the selected range while the keyboard moves to another one. */
  keepRange(): void;
  isInRange(cell: ActiveCell): boolean;
  selectAll(): void;
  /** Clears the selection. */
  clear(): void;
  open(row: number, how: 'here' | 'toSide'): void;
  /** Opens the record that a cell points to. */
  openReference(cell: ActiveCell, how: 'here' | 'toSide'): void;
  sort(column: number): void;
  edit(cell: ActiveCell, text?: string): void;
  /** Returns whether the key was buffered for a cell that is about to be edited. */
  takesKey(pressed: PressedKey): boolean;
  resize(column: number, by: number): void;
  copy(): void;
  cut(): void;
  fillDown(): void;
  fillRight(): void;
  clearCells(): void;
  deleteRows(): void;
  menu(cell: ActiveCell, x: number, y: number): void;
  search(): void;
  goToRow(): void;
}

const resizeStep = 16;

/** Turns keys and clicks into actions. */
class GridInput {
  readonly #grid: GridView;
  readonly #actions: GridActions;
  readonly #drag: RangeDrag;

  constructor(grid: GridView, actions: GridActions) {
    this.#grid = grid;
    this.#actions = actions;
    this.#drag = new RangeDrag({ grid, extendTo: (cell) => actions.extendTo(cell, true) });
    const { element } = grid;
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('mousedown', (event) => this.#press(event));
    element.addEventListener('click', (event) => this.#click(event));
    element.addEventListener('dblclick', (event) => this.#doubleClick(event));
    element.addEventListener('contextmenu', (event) => this.#contextMenu(event));
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#grid.element) return; // a field inside the grid handles its own keys
    const command = commandForKey(event);
    const isTaken = !event.isComposing && this.#actions.takesKey(event);
    if (!isTaken && (!command || !this.#run(command))) return;
    // keep VS Code from handling it as well
    event.preventDefault();
    event.stopPropagation();
  }

  /** Returns false to leave the key to VS Code. */
  #run(command: GridCommand): boolean {
    const grid = this.#grid;
    const actions = this.#actions;
    const { active } = grid;
    const isHeader = active.row < 0;
    switch (command.kind) {
      case 'move':
        // a pinned column is visible at any scroll position, so scroll explicitly
        if (command.move === 'rowStart' || command.move === 'first') grid.element.scrollLeft = 0;
        if (command.extend && !isHeader) actions.extend(command.move);
        else this.#move(movedCell(active, command.move, grid.bounds()));
        return true;
      case 'open':
        if (isHeader) actions.sort(active.column);
        else actions.open(active.row, command.toSide ? 'toSide' : 'here');
        return true;
      case 'edit':
        if (!isHeader) actions.edit(active);
        return !isHeader;
      case 'type':
        if (!isHeader) actions.edit(active, command.text);
        return !isHeader;
      case 'toggleRow':
        if (isHeader) actions.sort(active.column);
        else actions.select(active.row, command.extend ? 'range' : 'toggle');
        return true;
      case 'resize':
        if (isHeader) actions.resize(active.column, command.by * resizeStep);
        return isHeader;
      case 'openReference':
        if (!isHeader) actions.openReference(active, 'here');
        return !isHeader;
      case 'menu':
        this.#menuAtActive();
        return true;
      default:
        actions[command.kind]();
        return true;
    }
  }

  #move(to: ActiveCell): void {
    this.#actions.movedOn();
    this.#grid.setActive(to);
    this.#actions.activeMoved(to);
  }

  #menuAtActive(): void {
    this.#grid.paintNow();
    const cell = this.#grid.cellElement(this.#grid.active);
    if (!cell) return;
    const { left, bottom } = cell.getBoundingClientRect();
    this.#actions.menu(this.#grid.active, left, bottom);
  }

  #press(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest('input, button, .edge')) return;
    // otherwise a double-click would select words, and Shift+click all text between two rows
    if (event.detail > 1 || event.shiftKey) event.preventDefault();
    this.#grid.element.focus({ preventScroll: true });
    const cell = this.#grid.cellAt(target);
    if (!cell || cell.row < 0) return;
    const control = event.ctrlKey || event.metaKey;
    if (cell.column < 0) return this.#pressRow(event, cell.row, control || target.closest('.check') !== null);
    // a menu applies to the cells that are selected
    if (event.button !== 0 && this.#actions.isInRange(cell)) return;
    const isLink = target.closest('.link [role=link]') !== null;
    if (event.button === 0 && event.shiftKey && this.#grid.active.row >= 0) this.#actions.extendTo(cell);
    else if (event.button === 0 && control && !isLink) this.#actions.addRange(cell);
    else {
      this.#actions.collapse();
      this.#grid.setActive(cell);
    }
    this.#actions.activeMoved(this.#grid.active);
    if (event.button !== 0) return;
    if (!event.shiftKey && !control && !isLink) this.#actions.select(cell.row, 'only');
    this.#drag.begin(cell);
  }

  #pressRow(event: MouseEvent, row: number, isToggle: boolean): void {
    this.#grid.setActive({ row, column: this.#grid.active.column });
    this.#actions.activeMoved(this.#grid.active);
    if (event.button === 0) this.#actions.select(row, event.shiftKey ? 'range' : isToggle ? 'toggle' : 'only');
  }

  #click(event: MouseEvent): void {
    const target = event.target as Element;
    const cell = this.#grid.cellAt(target);
    if (!cell || target.closest('.edge, input, button')) return;
    if (cell.row < 0) {
      this.#grid.setActive(cell);
      this.#actions.sort(cell.column);
    } else if (event.altKey) this.#actions.openReference(cell, event.ctrlKey || event.metaKey ? 'toSide' : 'here');
    else if (target.closest('.link [role=link]') && !event.shiftKey)
      this.#actions.open(cell.row, event.ctrlKey || event.metaKey ? 'toSide' : 'here');
  }

  #doubleClick(event: MouseEvent): void {
    const target = event.target as Element;
    const cell = this.#grid.cellAt(target);
    if (!cell || cell.row < 0 || target.closest('.check, input, button')) return;
    this.#actions.open(cell.row, 'here');
  }

  #contextMenu(event: MouseEvent): void {
    const cell = this.#grid.cellAt(event.target as Element);
    if (!cell || (event.target as Element).closest('input')) return;
    event.preventDefault();
    if (cell.column >= 0 && !this.#actions.isInRange(cell)) this.#grid.setActive(cell);
    this.#actions.menu(this.#grid.active, event.clientX, event.clientY);
  }
}

interface HeaderDragActions {
  readonly resize: (column: number, width: number, isDone: boolean) => void;
  readonly autoFit: (column: number) => void;
  /** Moves to the end if `before` is the number of columns. */
  readonly reorder: (column: number, before: number) => void;
}

/** Progress of a drag. `lost`: the system canceled it, or it ended outside the page. */
type DragStep = 'moved' | 'dropped' | 'lost';

/** Drag threshold in pixels: the pointer moves a little during a click. */
const moveThreshold = 5;

/** Dragging a header's edge resizes it; dragging the rest moves it. */
class HeaderDrag {
  readonly #grid: GridView;
  readonly #actions: HeaderDragActions;
  readonly #line = document.createElement('div');

  constructor(grid: GridView, actions: HeaderDragActions) {
    this.#grid = grid;
    this.#actions = actions;
    this.#line.className = 'dropline';
    this.#line.hidden = true;
    const { head } = grid;
    head.append(this.#line);
    head.addEventListener('pointerdown', (event) => this.#down(event));
    head.addEventListener('dblclick', (event) => {
      const column = this.#columnOf(event);
      if (column !== undefined && (event.target as Element).closest('.edge')) this.#actions.autoFit(column);
    });
  }

  #columnOf(event: Event): number | undefined {
    const header = (event.target as Element).closest('[role=columnheader]');
    return header?.ariaColIndex ? Number(header.ariaColIndex) - 1 : undefined;
  }

  #down(event: PointerEvent): void {
    const column = this.#columnOf(event);
    if (column === undefined || event.button !== 0) return;
    if ((event.target as Element).closest('.edge')) this.#resize(event, column);
    else this.#move(event, column);
  }

  #resize(event: PointerEvent, column: number): void {
    event.preventDefault();
    const width = this.#grid.positions.columns[column]?.width ?? 0;
    this.#follow(event, 1, (now, step) =>
      this.#actions.resize(column, width + now.clientX - event.clientX, step !== 'moved'),
    );
  }

  #move(event: PointerEvent, column: number): void {
    this.#follow(event, moveThreshold, (now, step) => {
      const before = this.#dropIndex(now.clientX);
      this.#line.hidden = step !== 'moved';
      if (step === 'moved') this.#line.style.left = `${this.#grid.positions.left(before)}px`;
      else if (step === 'dropped' && before !== column && before !== column + 1) this.#actions.reorder(column, before);
    });
  }

  /** A press becomes a drag once it moves; until then it may become a click or a double-click. */
  #follow(down: PointerEvent, threshold: number, step: (event: PointerEvent, step: DragStep) => void): void {
    const { head } = this.#grid;
    const ended = new AbortController();
    const { signal } = ended;
    let isDragging = false;
    let last = down;
    const end = (how: DragStep): void => {
      ended.abort();
      if (isDragging) step(last, how);
    };
    const move = (event: PointerEvent): void => {
      if (event.buttons === 0) return end('lost');
      last = event;
      if (!isDragging && Math.abs(event.clientX - down.clientX) < threshold) return;
      if (!isDragging) head.setPointerCapture(down.pointerId);
      isDragging = true;
      step(event, 'moved');
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => end('dropped'), { signal });
    // the event carries no pointer position
    window.addEventListener('pointercancel', () => end('lost'), { signal });
  }

  /** Index of the column before which a drop would insert. */
  #dropIndex(clientX: number): number {
    const { positions, element } = this.#grid;
    const x = clientX - element.getBoundingClientRect().left;
    const inRow = x < positions.pinnedWidth ? x : x + element.scrollLeft;
    const { columns } = positions;
    let index = x < positions.pinnedWidth ? 0 : positions.pinnedCount;
    while (index < columns.length && positions.left(index) + (columns[index]?.width ?? 0) / 2 < inRow) index++;
    return index;
  }
}
