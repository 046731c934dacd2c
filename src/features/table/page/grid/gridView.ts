import type { CellFormatter } from '../cellFormatter.ts';
import { type ActiveCell, clampCell } from './gridKeys.ts';
import { CellSlot, ColumnStrip, HeaderSlot } from './columnStrip.ts';
import { ColumnPositions } from './columnPositions.ts';
import { ScrollScale } from './scrollScale.ts';
import { type GridModel, totalContents } from './gridContent.ts';
import { RowPool, rowHeight } from './rowPool.ts';

const spareRows = 3;
const settleDelay = 250;
let cellIds = 0;

export interface GridHooks {
  /** Called after the header is painted, so that other parts of it can be painted as well. */
  readonly headerPainted: (positions: ColumnPositions) => void;
  readonly painted: () => void;
}

/** Virtualized table: renders only what is on screen, for a list of any length. */
export class GridView {
  readonly element = div('grid', 'grid');
  readonly head = div('head table-header', 'rowgroup');
  readonly header = new ColumnStrip(() => new HeaderSlot());
  readonly #sizer = div('sizer', 'presentation');
  readonly #body = div('body', 'rowgroup');
  readonly #foot = div('foot', 'rowgroup');
  readonly #totals = new ColumnStrip(() => new CellSlot());
  readonly #model: GridModel;
  readonly #formatter: CellFormatter;
  readonly #pool: RowPool;
  readonly #hooks: GridHooks;
  positions = new ColumnPositions([]);
  active: ActiveCell = { row: 0, column: 0 };
  /** Element of the active cell, while it is on screen. */
  #activeElement: HTMLElement | undefined;
  #scale = new ScrollScale(0, rowHeight, 0);
  /** Scroll offset in pixels of rows; the scroll bar is too coarse for it. */
  #offset = 0;
  #writtenScrollTop = -1;
  #viewport = 0;
  #rows = 0;
  /** The height of header and totals. */
  #frame = 0;
  #version = 0;
  #isFramePainted = false;
  #isPaintScheduled = false;
  #isWarm = false;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(model: GridModel, formatter: CellFormatter, hooks: GridHooks) {
    this.#model = model;
    this.#formatter = formatter;
    this.#hooks = hooks;
    this.#pool = new RowPool(this.#body, formatter);
    this.#foot.hidden = true;
    this.element.tabIndex = 0;
    this.element.ariaMultiSelectable = 'true';
    this.header.element.className = 'row titles';
    this.header.element.role = 'presentation';
    this.#totals.element.className = 'row totals';
    this.head.append(this.header.element);
    this.#foot.append(this.#totals.element);
    this.#sizer.append(this.head, this.#body, this.#foot);
    this.element.append(this.#sizer);
    this.#watchSidewaysScroll();
    this.element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.update()).observe(this.element);
  }

  /** Visible rows, zero-based. */
  get visibleRows(): { readonly first: number; readonly last: number } {
    const first = Math.floor(this.#offset / rowHeight);
    const last = Math.ceil((this.#offset + this.#viewport) / rowHeight) - 1;
    return { first, last: Math.max(first, Math.min(this.#model.length - 1, last)) };
  }

  /** Number of whole rows that fit on screen. */
  get page(): number {
    return Math.max(1, Math.floor(this.#viewport / rowHeight));
  }

  /** Repaints everything. */
  update(): void {
    this.#version++;
    this.updateRows();
  }

  /** Repaints after rows or the frame changed; unchanged rows are not touched. */
  updateRows(): void {
    this.#isFramePainted = false;
    this.paintSoon();
  }

  /** Call when columns were added, removed, moved or resized. */
  updateColumns(): void {
    const { columns } = this.#model;
    const was = this.positions.columns[this.active.column]?.column.key;
    this.positions = new ColumnPositions(columns);
    // keep the active column, even if it moved
    const now = was === undefined ? -1 : columns.findIndex(({ column }) => column.key === was);
    this.#clampActive(now === -1 ? this.active : { ...this.active, column: now });
    this.update();
  }

  bounds(): { rows: number; columns: number; page: number } {
    return { rows: this.#model.length, columns: this.#model.columns.length, page: this.page };
  }

  setActive(cell: ActiveCell): void {
    this.active = clampCell(cell, this.bounds());
    this.reveal(this.active);
    this.paintSoon();
  }

  /** Moves the active cell without scrolling to it. */
  setActiveWithoutScrolling(cell: ActiveCell): void {
    this.#clampActive(cell);
    this.paintSoon();
  }

  /** Works even while the rows are loading. */
  goToFirst(): void {
    const first = { row: 0, column: this.active.column };
    this.setActive(first);
    this.setActiveWithoutScrolling(first);
    this.element.focus({ preventScroll: true });
  }

  /** Scrolls a row to the top, or as close as the end of the list allows. */
  scrollToRow(row: number): void {
    this.#measure();
    this.#scrollTo(row * rowHeight);
    this.paintSoon();
  }

  cellElement({ row, column }: ActiveCell): HTMLElement | undefined {
    return row < 0 ? this.header.at(column)?.element : this.#pool.find(row)?.cell(column);
  }

  /** The cell that an element is, or is inside of. */
  cellAt(target: Element): ActiveCell | undefined {
    if (target.closest('.filters')) return undefined;
    const cell = target.closest<HTMLElement>('[role=gridcell], [role=columnheader]');
    const column = Number(cell?.ariaColIndex ?? 0) - 1;
    if (cell && this.head.contains(cell)) return { row: -1, column };
    const row = this.#pool.indexOf(target);
    return row === undefined ? undefined : { row, column };
  }

  /** Visits the cells that are rendered, and unused ones with −1 as their row. */
  eachCell(work: (row: number, slot: CellSlot) => void): void {
    this.#pool.eachCell(work);
  }

  /** Where the rows are on screen, without the header, the totals and the scroll bars. */
  get rowsArea(): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } {
    const { left, top } = this.element.getBoundingClientRect();
    const { clientWidth } = this.element;
    const first = top + this.head.offsetHeight;
    return { left, top: first, right: left + clientWidth, bottom: first + this.#viewport };
  }

  /** The cell at a point in the area of the rows. */
  cellAtPoint(x: number, y: number): ActiveCell {
    const { left, top } = this.rowsArea;
    const row = Math.floor((this.#offset + y - top) / rowHeight);
    const column = this.positions.columnAt(x - left, this.element.scrollLeft);
    return clampCell({ row: Math.max(0, row), column }, this.bounds());
  }

  paintNow(): void {
    this.#model.setRoom(this.element.clientWidth);
    this.#isPaintScheduled = false;
    this.#measure();
    const { clientWidth, scrollLeft, scrollTop } = this.element;
    if (this.positions.scroll(scrollLeft, clientWidth)) {
      this.#version++;
      this.#isFramePainted = false;
    }
    const first = Math.max(0, Math.floor(this.#offset / rowHeight) - spareRows);
    // an even number, so that an element is always used for odd or for even rows and keeps its tint
    const size = 2 * Math.ceil((this.#viewport / rowHeight + 2 * spareRows + 1) / 2);
    const { visibleRows } = this;
    this.#model.setVisibleRows(visibleRows.first, visibleRows.last);
    this.#paintFrame();
    const end = Math.min(this.#model.length, this.#isWarm ? first + size : visibleRows.last + 1);
    this.#pool.paint(first, end, size, this.#version, this.#model, this.positions);
    if (!this.#isWarm && end > 0) this.#warm();
    const base = this.#scale.isScaled ? scrollTop - this.#offset : 0;
    this.#body.style.transform = `translateY(${base + this.#pool.anchor * rowHeight}px)`;
    this.#markActive(this.cellElement(this.active));
    this.#hooks.painted();
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => this.#settle(), settleDelay);
  }

  /** Doesn't move the active cell to the header just because the first row is still loading. */
  #clampActive(cell: ActiveCell): void {
    const bounds = this.bounds();
    this.active = clampCell(cell, { ...bounds, rows: Math.max(1, bounds.rows) });
  }

  /** Schedules the next frame, which paints what has changed. */
  paintSoon(): void {
    if (this.#isPaintScheduled) return;
    this.#isPaintScheduled = true;
    requestAnimationFrame(() => this.paintNow());
  }

  /** Renders off-screen rows only after the first visible rows. */
  #warm(): void {
    this.#isWarm = true;
    this.paintSoon();
  }

  #settle(): void {
    if (this.element.scrollLeft === 0) this.element.classList.remove('sideways');
    this.#pool.putInOrder();
    const { scrollTop } = this.element;
    // the user may have scrolled already; the event arrives only with the next frame
    const isOurs = Math.abs(scrollTop - this.#writtenScrollTop) < 1;
    if (!isOurs || Math.abs(scrollTop - this.#scale.scrollTopAt(this.#offset)) < 1) return;
    this.#scrollTo(this.#offset);
    this.paintNow();
  }

  /** Marks the active cell visually and for screen readers; the grid itself has focus. */
  #markActive(cell: HTMLElement | undefined): void {
    if (this.#activeElement !== cell) this.#activeElement?.classList.remove('active');
    this.#activeElement = cell;
    cell?.classList.add('active');
    if (cell && cell.id === '') cell.id = `cell-${cellIds++}`;
    const id = cell?.id ?? null;
    if (this.element.getAttribute('aria-activedescendant') === id) return;
    if (id) this.element.setAttribute('aria-activedescendant', id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  /** Reads before it writes: interleaving them would force a second layout. */
  #measure(): void {
    const before = this.#scale;
    const frameBefore = this.#frame;
    this.#frame = this.head.offsetHeight + this.#foot.offsetHeight;
    this.#viewport = Math.max(0, this.element.clientHeight - this.#frame);
    this.#scale = new ScrollScale(this.#model.length, rowHeight, this.#viewport);
    // stay at the end if the available height changes
    const isAtEnd = this.#offset > 0 && this.#offset >= before.lastOffset && this.#rows === this.#model.length;
    this.#rows = this.#model.length;
    this.#offset = isAtEnd ? this.#scale.lastOffset : this.#scale.clamp(this.#offset);
    const isResized = before.height !== this.#scale.height || before.lastOffset !== this.#scale.lastOffset;
    // if the list needs no scrolling, only the frame may have changed
    if (isResized || frameBefore !== this.#frame) {
      this.#sizer.style.height = `${this.#scale.height + this.#frame}px`;
      this.#scrollTo(this.#offset);
    }
    const width = `${this.positions.width}px`;
    if (this.#sizer.style.width !== width) this.#sizer.style.width = width;
  }

  /** Paints the header, the totals and the grid's ARIA attributes. */
  #paintFrame(): void {
    const { title, total, columns, sort, isStale } = this.#model;
    if (this.#isFramePainted) return;
    this.#isFramePainted = true;
    this.element.ariaLabel = title;
    this.element.ariaRowCount = String(total === null ? -1 : total + 1);
    this.element.ariaColCount = String(columns.length);
    this.element.classList.toggle('stale', isStale);
    this.element.classList.toggle('waiting', this.#model.isWaiting);
    this.header.fit(this.positions);
    // screen readers ignore a row without cells
    const hasTitles = columns.length > 0;
    this.header.element.role = hasTitles ? 'row' : 'presentation';
    this.header.element.ariaRowIndex = hasTitles ? '1' : null;
    this.header.each((slot) => {
      const column = columns[slot.column];
      if (column) slot.show(column, sort);
    });
    this.#hooks.headerPainted(this.positions);
    const hasTotals = columns.some(({ column }) => column.total !== undefined);
    if (this.#foot.hidden === hasTotals) this.paintSoon(); // the height available for rows differs from the measured one
    this.#foot.hidden = !hasTotals;
    if (!hasTotals) return;
    this.#totals.fit(this.positions);
    const totals = totalContents(columns, total, this.#formatter);
    this.#totals.each((slot) => {
      const content = totals[slot.column];
      if (content) slot.show(content);
    });
  }

  /** Scrolls to a cell. */
  reveal({ row, column }: ActiveCell): void {
    const left = this.positions.scrollLeftFor(column, this.element.scrollLeft, this.element.clientWidth);
    if (left !== this.element.scrollLeft) this.element.scrollLeft = left;
    if (row < 0) return;
    this.#measure();
    const top = row * rowHeight;
    const room = this.#viewport;
    if (top < this.#offset) this.#stepTo(top);
    else if (top + rowHeight > this.#offset + room) this.#stepTo(top + rowHeight - room);
  }

  #scrollTo(offset: number): void {
    this.#offset = this.#scale.clamp(offset);
    this.#writeScrollTop(this.#scale.scrollTopAt(this.#offset));
  }

  /** The scroll bar is corrected when the grid is next idle. */
  #stepTo(offset: number): void {
    const before = this.#offset;
    this.#offset = this.#scale.clamp(offset);
    this.#writeScrollTop(this.#scale.scrollTopAfter(this.element.scrollTop, before, this.#offset));
  }

  #writeScrollTop(scrollTop: number): void {
    this.element.scrollTop = scrollTop;
    this.#writtenScrollTop = this.element.scrollTop;
  }

  /**
   * Pinned cells are sticky only during horizontal scrolling: browsers keep a separate layer for each sticky element,
   * which would be one per row.
   */
  #watchSidewaysScroll(): void {
    const { element } = this;
    const begin = (): void => element.classList.add('sideways');
    // before the first pixel: the browser may scroll without waiting for the page
    element.addEventListener('pointerdown', begin);
    element.addEventListener('wheel', ({ deltaX, shiftKey }) => (deltaX !== 0 || shiftKey) && begin(), {
      passive: true,
    });
    element.addEventListener('scroll', () => element.scrollLeft !== 0 && begin(), { passive: true });
  }

  #scrolled(): void {
    const { scrollTop } = this.element;
    // our own writes come back rounded, so keep the exact offset
    if (Math.abs(scrollTop - this.#writtenScrollTop) >= 1) {
      this.#offset = this.#scale.offsetAt(scrollTop);
      this.#writtenScrollTop = -1;
    }
    this.paintSoon();
  }

  /** In a scaled list a pixel of the scroll bar is many rows, but a turn of the wheel is still a few. */
  #wheel(event: WheelEvent): void {
    if (!this.#scale.isScaled || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, rowHeight, this.#viewport][event.deltaMode] ?? 1;
    this.scrollBy(event.deltaX, event.deltaY * unit);
  }

  /** Scrolls by pixels. */
  scrollBy(right: number, down: number): void {
    this.#stepTo(this.#offset + down);
    if (right !== 0) this.element.scrollLeft += right;
    this.paintSoon();
  }
}

function div(className: string, role: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.setAttribute('role', role);
  return element;
}
