/**
 * No element can be taller than 33,554,428 px ÷ devicePixelRatio, and positions get imprecise long before. A longer
 * list is scrolled through a shorter element: its scroll offset is scaled, its rows keep their height.
 */
const tallest = 5_000_000;
/** Max deviation of the scroll bar from its exact position; one percent is not noticeable. */
const tolerance = tallest / 100;

export class ScrollScale {
  /** Height of the scrolled element. */
  readonly height: number;
  readonly isScaled: boolean;
  /** Max offset into the list, in pixels of rows. */
  readonly lastOffset: number;
  readonly #lastScrollTop: number;

  constructor(rows: number, rowHeight: number, viewport: number) {
    const full = rows * rowHeight;
    this.height = Math.min(full, tallest);
    this.isScaled = full > tallest;
    this.lastOffset = Math.max(0, full - viewport);
    this.#lastScrollTop = Math.max(0, this.height - viewport);
  }

  offsetAt(scrollTop: number): number {
    if (!this.isScaled) return this.clamp(scrollTop);
    // the browser rounds, and one pixel here is many rows, so snap to the end
    if (scrollTop >= this.#lastScrollTop - 1) return this.lastOffset;
    return this.clamp((scrollTop / this.#lastScrollTop) * this.lastOffset);
  }

  scrollTopAt(offset: number): number {
    const reachable = this.clamp(offset);
    return this.isScaled ? (reachable / this.lastOffset) * this.#lastScrollTop : reachable;
  }

  /**
   * Scroll bar position after a step between two offsets. Small steps move it by as much as the rows: then visible rows
   * don't move within the scrolled element, and the browser doesn't repaint them.
   */
  scrollTopAfter(scrollTop: number, from: number, to: number): number {
    const exact = this.scrollTopAt(to);
    const near = scrollTop + (to - from);
    const isInside = to > 0 && to < this.lastOffset && near > 1 && near < this.#lastScrollTop - 1;
    return isInside && Math.abs(near - exact) < tolerance ? near : exact;
  }

  clamp(offset: number): number {
    return Math.max(0, Math.min(this.lastOffset, offset));
  }
}
