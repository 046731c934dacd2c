import type { CellFormatter } from '../cellFormatter.ts';
import { type ActiveCell, clampCell } from './gridKeys.ts';
import { CellSlot, ColumnStrip, HeaderSlot } from './columnStrip.ts';
import { ColumnPositions } from './columnPositions.ts';
import { ScrollScale } from './scrollScale.ts';
import { type GridModel, totalContents, cellContent } from './gridContent.ts';
import type { TableRow } from '../../tableProtocol.ts';

const rowHeight = 24;
const spareRows = 3;
const settleDelay = 250;
let cellIds = 0;

export interface GridHooks {
  /** The header was painted: whatever else stands in there can be. */
  readonly headerPainted: (positions: ColumnPositions) => void;
  readonly painted: () => void;
}

/** A table of any length: elements for what is on the screen, and no more. */
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
  /** Of the active cell, while that is on the screen. */
  #activeElement: HTMLElement | undefined;
  #scale = new ScrollScale(0, rowHeight, 0);
  /** Into the list, in pixels of rows: what the scroll bar alone is too coarse for. */
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

  /** The rows on the screen, counted from 0. */
  get visibleRows(): { readonly first: number; readonly last: number } {
    const first = Math.floor(this.#offset / rowHeight);
    const last = Math.ceil((this.#offset + this.#viewport) / rowHeight) - 1;
    return { first, last: Math.max(first, Math.min(this.#model.length - 1, last)) };
  }

  /** Whole rows that fit on the screen. */
  get page(): number {
    return Math.max(1, Math.floor(this.#viewport / rowHeight));
  }

  /** Anything may look different. */
  update(): void {
    this.#version++;
    this.updateRows();
  }

  /** Rows came or went, or what the grid says about itself changed: rows that are the same stay untouched. */
  updateRows(): void {
    this.#isFramePainted = false;
    this.#schedulePaint();
  }

  /** The columns are others, or stand elsewhere. */
  updateColumns(): void {
    const { columns } = this.#model;
    const was = this.positions.columns[this.active.column]?.column.key;
    this.positions = new ColumnPositions(columns);
    // the keyboard stays on its column, wherever that stands now
    const now = was === undefined ? -1 : columns.findIndex(({ column }) => column.key === was);
    this.#clampActive(now === -1 ? this.active : { ...this.active, column: now });
    this.update();
  }

  bounds(): { rows: number; columns: number; page: number } {
    return { rows: this.#model.length, columns: this.#model.columns.length, page: this.page };
  }

  setActive(cell: ActiveCell): void {
    this.active = clampCell(cell, this.bounds());
    this.#reveal(this.active);
    this.#schedulePaint();
  }

  /** Moves the keyboard without scrolling to it. */
  setActiveWithoutScrolling(cell: ActiveCell): void {
    this.#clampActive(cell);
    this.#schedulePaint();
  }

  /** Also while the rows are still on their way. */
  goToFirst(): void {
    const first = { row: 0, column: this.active.column };
    this.setActive(first);
    this.setActiveWithoutScrolling(first);
    this.element.focus({ preventScroll: true });
  }

  /** Puts a row at the top of the screen, or as near to it as the list's end allows. */
  scrollToRow(row: number): void {
    this.#measure();
    this.#scrollTo(row * rowHeight);
    this.#schedulePaint();
  }

  cellElement({ row, column }: ActiveCell): HTMLElement | undefined {
    return row < 0 ? this.header.at(column)?.element : this.#pool.find(row)?.cell(column);
  }

  /** The cell that an element is or stands in. */
  cellAt(target: Element): ActiveCell | undefined {
    if (target.closest('.filters')) return undefined;
    const cell = target.closest<HTMLElement>('[role=gridcell], [role=columnheader]');
    const column = Number(cell?.ariaColIndex ?? 0) - 1;
    if (cell && this.head.contains(cell)) return { row: -1, column };
    const row = this.#pool.indexOf(target);
    return row === undefined ? undefined : { row, column };
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
    // an even number: an element is then used for odd rows or for even ones, and keeps its tint
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

  /** Whoever is not on the header does not come there because the first row is still on its way. */
  #clampActive(cell: ActiveCell): void {
    const bounds = this.bounds();
    this.active = clampCell(cell, { ...bounds, rows: Math.max(1, bounds.rows) });
  }

  #schedulePaint(): void {
    if (this.#isPaintScheduled) return;
    this.#isPaintScheduled = true;
    requestAnimationFrame(() => this.paintNow());
  }

  /** The first rows do not wait for those that are not seen yet. */
  #warm(): void {
    this.#isWarm = true;
    this.#schedulePaint();
  }

  #settle(): void {
    if (this.element.scrollLeft === 0) this.element.classList.remove('sideways');
    this.#pool.putInOrder();
    const { scrollTop } = this.element;
    // a person may have scrolled already, of which we only hear with the next frame
    const isOurs = Math.abs(scrollTop - this.#writtenScrollTop) < 1;
    if (!isOurs || Math.abs(scrollTop - this.#scale.scrollTopAt(this.#offset)) < 1) return;
    this.#scrollTo(this.#offset);
    this.paintNow();
  }

  /** Shows to the eye and to a screen reader which cell has the keyboard; the grid itself has the focus. */
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

  /** All reading comes before all writing: a read in between would have the page laid out twice. */
  #measure(): void {
    const before = this.#scale;
    const frameBefore = this.#frame;
    this.#frame = this.head.offsetHeight + this.#foot.offsetHeight;
    this.#viewport = Math.max(0, this.element.clientHeight - this.#frame);
    this.#scale = new ScrollScale(this.#model.length, rowHeight, this.#viewport);
    // whoever looks at the end still does when the room for rows changes
    const isAtEnd = this.#offset > 0 && this.#offset >= before.lastOffset && this.#rows === this.#model.length;
    this.#rows = this.#model.length;
    this.#offset = isAtEnd ? this.#scale.lastOffset : this.#scale.clamp(this.#offset);
    const isResized = before.height !== this.#scale.height || before.lastOffset !== this.#scale.lastOffset;
    // of a list that needs no scrolling only the frame may have changed
    if (isResized || frameBefore !== this.#frame) {
      this.#sizer.style.height = `${this.#scale.height + this.#frame}px`;
      this.#scrollTo(this.#offset);
    }
    const width = `${this.positions.width}px`;
    if (this.#sizer.style.width !== width) this.#sizer.style.width = width;
  }

  /** Header, totals and what the grid says about itself. */
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
    // a row without cells is none to a screen reader
    const hasTitles = columns.length > 0;
    this.header.element.role = hasTitles ? 'row' : 'presentation';
    this.header.element.ariaRowIndex = hasTitles ? '1' : null;
    this.header.each((slot) => {
      const column = columns[slot.column];
      if (column) slot.show(column, sort);
    });
    this.#hooks.headerPainted(this.positions);
    const hasTotals = columns.some(({ column }) => column.total !== undefined);
    if (this.#foot.hidden === hasTotals) this.#schedulePaint(); // there is more or less room for rows than was measured
    this.#foot.hidden = !hasTotals;
    if (!hasTotals) return;
    this.#totals.fit(this.positions);
    const totals = totalContents(columns, total, this.#formatter);
    this.#totals.each((slot) => {
      const content = totals[slot.column];
      if (content) slot.show(content);
    });
  }

  #reveal({ row, column }: ActiveCell): void {
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

  /** The scroll bar is put right in the next pause. */
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
   * Pinned cells stick to the left edge only while the grid is scrolled sideways: a browser keeps a layer of its own for
   * everything that sticks, and that would be one for every row.
   */
  #watchSidewaysScroll(): void {
    const { element } = this;
    const begin = (): void => element.classList.add('sideways');
    // before the first pixel: the browser may scroll without asking
    element.addEventListener('pointerdown', begin);
    element.addEventListener('wheel', ({ deltaX, shiftKey }) => (deltaX !== 0 || shiftKey) && begin(), {
      passive: true,
    });
    element.addEventListener('scroll', () => element.scrollLeft !== 0 && begin(), { passive: true });
  }

  #scrolled(): void {
    const { scrollTop } = this.element;
    // our own writes come back rounded: the exact offset stays
    if (Math.abs(scrollTop - this.#writtenScrollTop) >= 1) {
      this.#offset = this.#scale.offsetAt(scrollTop);
      this.#writtenScrollTop = -1;
    }
    this.#schedulePaint();
  }

  /** In a scaled list a pixel of the scroll bar is many rows, but a turn of the wheel is still a few. */
  #wheel(event: WheelEvent): void {
    if (!this.#scale.isScaled || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, rowHeight, this.#viewport][event.deltaMode] ?? 1;
    this.#stepTo(this.#offset + event.deltaY * unit);
    if (event.deltaX !== 0) this.element.scrollLeft += event.deltaX;
    this.#schedulePaint();
  }
}

function div(className: string, role: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.setAttribute('role', role);
  return element;
}

/** How far the first row may go from the anchor before all rows are placed anew. */
const tether = 5_000;

/** As many rows as the screen holds. A row keeps its element while it is on the screen, so a step repaints what enters. */
class RowPool {
  readonly #body: HTMLElement;
  readonly #formatter: CellFormatter;
  /** By their row's index modulo the size. */
  readonly #slots = new Map<number, RowSlot>();
  #size = 0;
  #isSorted = true;
  /** The row from which the others are placed: offsets stay small in a list of any length. */
  anchor = 0;

  constructor(body: HTMLElement, formatter: CellFormatter) {
    this.#body = body;
    this.#formatter = formatter;
  }

  /** The rows from `first` to before `end`, at most `size`. */
  paint(first: number, end: number, size: number, version: number, model: GridModel, columns: ColumnPositions): void {
    if (Math.abs(first - this.anchor) > tether) this.anchor = first;
    if (this.#size !== size) this.#resize(size);
    for (let index = first; index < first + size; index++) {
      const known = this.#slots.get(index % size);
      if (index >= end) {
        if (known && known.index !== -1) known.hide();
        continue;
      }
      const slot = known ?? new RowSlot();
      slot.paint(index, (index - this.anchor) * rowHeight, version, model, columns, this.#formatter);
      if (known) continue;
      this.#slots.set(index % size, slot);
      this.#body.append(slot.element); // when it is complete: the page takes note of every element that comes later
    }
    this.#isSorted = false;
  }

  find(index: number): RowSlot | undefined {
    const slot = this.#slots.get(index % this.#size);
    return slot?.index === index ? slot : undefined;
  }

  /** The index of the row that an element stands in. */
  indexOf(element: Element): number | undefined {
    return this.#slots.values().find((slot) => slot.index !== -1 && slot.element.contains(element))?.index;
  }

  /** In a pause: a screen reader reads in the order of the document. */
  putInOrder(): void {
    if (this.#isSorted) return;
    this.#isSorted = true;
    const wanted = [...this.#slots.values()].toSorted((one, other) => one.index - other.index);
    let previous: Element | null = null;
    for (const { element } of wanted) {
      const next: Element | null = previous ? previous.nextElementSibling : this.#body.firstElementChild;
      if (next !== element) this.#body.insertBefore(element, next);
      previous = element;
    }
  }

  #resize(size: number): void {
    this.#size = size;
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    for (const slot of slots.splice(size)) slot.element.remove();
    // the places of all others moved with the size
    for (const [index, slot] of slots.entries()) {
      slot.hide();
      this.#slots.set(index, slot);
    }
  }
}

/** The element of a row, used for one row after another. */
class RowSlot {
  readonly #strip = new ColumnStrip(() => new CellSlot());
  readonly element = this.#strip.element;
  index = -1;
  #row: TableRow | undefined;
  #version = -1;
  #top = Number.NaN;
  #className = '';

  /** `version` moves on whenever anything but the row itself may look different. */
  paint(
    index: number,
    top: number,
    version: number,
    model: GridModel,
    columns: ColumnPositions,
    formatter: CellFormatter,
  ): void {
    if (this.#top !== top) {
      this.#top = top;
      this.element.style.top = `${top}px`;
    }
    const row = model.row(index);
    if (this.index === index && this.#row === row && this.#version === version) return;
    if (this.index !== index) {
      this.index = index;
      this.element.ariaRowIndex = String(index + 2);
    }
    this.#row = row;
    if (this.#version !== version) this.#strip.fit(columns);
    this.#version = version;
    this.#mark(row, row !== undefined && model.isSelected(row));
    this.#strip.each((slot) => {
      const column = model.columns[slot.column];
      if (row && column)
        slot.show(
          cellContent(
            row,
            column,
            model.staged(row, column),
            model.was(row, column),
            formatter,
            model.refusal(row, column),
          ),
        );
      else slot.blank();
    });
  }

  hide(): void {
    this.index = -1;
    this.#row = undefined;
    this.#version = -1;
    this.#top = Number.NaN;
    this.#className = 'row unused';
    this.element.className = this.#className;
  }

  cell(column: number): HTMLElement | undefined {
    return this.#strip.at(column)?.element;
  }

  #mark(row: TableRow | undefined, isSelected: boolean): void {
    const marks = `${isSelected ? ' selected' : ''}${row?.isDeleted ? ' deleted' : ''}${this.index % 2 ? ' odd' : ''}`;
    const className = `row${marks}${row ? '' : ' waiting'}`;
    if (className === this.#className) return;
    this.#className = className;
    this.element.className = className;
    this.element.ariaSelected = String(isSelected);
    this.element.ariaBusy = row ? null : 'true';
  }
}
