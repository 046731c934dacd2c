import type { ActiveCell } from '../grid/gridKeys.ts';
import type { GridView } from '../grid/gridView.ts';

/** Near an edge the pointer scrolls, because it can't leave a window that fills the screen. */
const edge = 8;
/** Scroll speed: pixels per second for each pixel beyond the edge. */
const speed = 20;
const maxPerSecond = 4_000;

export interface RangeDragOptions {
  readonly grid: GridView;
  /** Called with the cell under the pointer whenever it changes. */
  readonly extendTo: (cell: ActiveCell) => void;
}

/** Follows the pressed mouse over the cells, and scrolls at the edges. */
export class RangeDrag {
  readonly #options: RangeDragOptions;
  #ended = new AbortController();
  #pointer = { x: 0, y: 0 };
  /** The cell under the pointer. */
  #cell: ActiveCell = { row: 0, column: 0 };
  #lastFrame: number | undefined;

  constructor(options: RangeDragOptions) {
    this.#options = options;
  }

  /** A press becomes a drag once the pointer is over another cell; until then it may become a click. */
  begin(pressed: ActiveCell): void {
    this.#ended.abort();
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    this.#cell = pressed;
    let isDragging = false;
    const move = (event: PointerEvent): void => {
      // a finger scrolls
      if (event.buttons !== 1 || event.pointerType === 'touch') return this.#end();
      this.#pointer = { x: event.clientX, y: event.clientY };
      if (!isDragging && isSame(this.#pointed, pressed)) return;
      // a click would open the link that the drag began on
      if (!isDragging) this.#options.grid.element.setPointerCapture(event.pointerId);
      isDragging = true;
      this.#follow();
      if (this.#lastFrame === undefined && this.#isBeyond) this.#scroll();
    };
    window.addEventListener('pointermove', move, { signal });
    for (const event of ['pointerup', 'pointercancel', 'blur'])
      window.addEventListener(event, () => this.#end(), { signal });
  }

  #end(): void {
    this.#ended.abort();
    this.#lastFrame = undefined;
  }

  #follow(): void {
    const cell = this.#pointed;
    if (isSame(cell, this.#cell)) return;
    this.#cell = cell;
    this.#options.extendTo(cell);
  }

  /** The cell under the pointer, or the visible one nearest to it. */
  get #pointed(): ActiveCell {
    const { grid } = this.#options;
    const { left, top, right, bottom } = grid.rowsArea;
    const from = left + this.#leftEdge;
    const x = Math.min(Math.max(this.#pointer.x, from), right - 1);
    return grid.cellAtPoint(x, Math.min(Math.max(this.#pointer.y, top), bottom - 1));
  }

  /** Beyond the pinned columns, as long as others can be scrolled to from a cell in one of them. */
  get #leftEdge(): number {
    const { positions, element, active } = this.#options.grid;
    return active.column >= positions.pinnedCount && element.scrollLeft > 0 ? positions.pinnedWidth : 0;
  }

  /** Distance of the pointer from the cells that can be reached without scrolling. */
  get #beyond(): { readonly right: number; readonly down: number } {
    const { left, top, right, bottom } = this.#options.grid.rowsArea;
    const outside = (at: number, from: number, to: number): number => (at < from ? at - from : at > to ? at - to : 0);
    const { x, y } = this.#pointer;
    return {
      right: outside(x, left + this.#leftEdge + edge, right - edge),
      down: outside(y, top + edge, bottom - edge),
    };
  }

  get #isBeyond(): boolean {
    const { right, down } = this.#beyond;
    return right !== 0 || down !== 0;
  }

  #scroll(): void {
    const { signal } = this.#ended;
    requestAnimationFrame((now) => {
      if (signal.aborted || !this.#isBeyond) return void (this.#lastFrame = undefined);
      const seconds = Math.min(0.1, (now - (this.#lastFrame ?? now - 16)) / 1_000);
      const { right, down } = this.#beyond;
      // a browser may ignore less than a pixel
      const pixels = (beyond: number): number =>
        Math.sign(beyond) * Math.max(1, Math.min(maxPerSecond, Math.abs(beyond) * speed) * seconds);
      this.#lastFrame = now;
      this.#options.grid.scrollBy(pixels(right), pixels(down));
      this.#follow();
      this.#scroll();
    });
  }
}

function isSame(one: ActiveCell, other: ActiveCell): boolean {
  return one.row === other.row && one.column === other.column;
}
