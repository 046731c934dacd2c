/**
 * No element can be taller than 33,554,428 px ÷ devicePixelRatio, and positions grow coarse long before. A longer list
 * is scrolled through a shorter element: its scroll offset is scaled, its rows keep their height.
 */
const tallest = 5_000_000;
/** How far the scroll bar may be from where it should be: nobody sees a hundredth of it. */
const slack = tallest / 100;

export class ScrollScale {
  /** How tall the rows make the scrolled element. */
  readonly height: number;
  readonly isScaled: boolean;
  /** The greatest offset into the list, in pixels of rows. */
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
    // the browser rounds, and a pixel here is many rows there: the end is the end
    if (scrollTop >= this.#lastScrollTop - 1) return this.lastOffset;
    return this.clamp((scrollTop / this.#lastScrollTop) * this.lastOffset);
  }

  scrollTopAt(offset: number): number {
    const reachable = this.clamp(offset);
    return this.isScaled ? (reachable / this.lastOffset) * this.#lastScrollTop : reachable;
  }

  /**
   * Where the scroll bar goes for a step from one offset to another. By as much as the rows, for a while: then nothing
   * that is on the screen moves within the scrolled element, and the browser need not paint it again.
   */
  scrollTopAfter(scrollTop: number, from: number, to: number): number {
    const exact = this.scrollTopAt(to);
    const near = scrollTop + (to - from);
    const isInside = to > 0 && to < this.lastOffset && near > 1 && near < this.#lastScrollTop - 1;
    return isInside && Math.abs(near - exact) < slack ? near : exact;
  }

  clamp(offset: number): number {
    return Math.max(0, Math.min(this.lastOffset, offset));
  }
}
