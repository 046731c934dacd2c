/**
 * Pinned cells stick to the left edge only while the grid is scrolled sideways: a browser keeps a layer of its own for
 * everything that sticks, and that would be one for every row.
 */
export class Sideways {
  readonly #grid: HTMLElement;

  constructor(grid: HTMLElement) {
    this.#grid = grid;
    // before the first pixel: the browser may scroll without asking
    grid.addEventListener('pointerdown', () => this.#begin());
    grid.addEventListener('wheel', ({ deltaX, shiftKey }) => (deltaX !== 0 || shiftKey) && this.#begin(), {
      passive: true,
    });
    grid.addEventListener('scroll', () => grid.scrollLeft !== 0 && this.#begin(), { passive: true });
  }

  /** In a pause. */
  settle(): void {
    if (this.#grid.scrollLeft === 0) this.#grid.classList.remove('sideways');
  }

  #begin(): void {
    this.#grid.classList.add('sideways');
  }
}
