let cells = 0;

/** Shows to the eye and to a screen reader which cell has the keyboard; the grid itself has the focus. */
export class ActiveMark {
  readonly #grid: HTMLElement;
  #cell: HTMLElement | undefined;

  constructor(grid: HTMLElement) {
    this.#grid = grid;
  }

  /** Undefined when the cell is not on the screen. */
  set(cell: HTMLElement | undefined): void {
    if (this.#cell !== cell) this.#cell?.classList.remove('active');
    this.#cell = cell;
    cell?.classList.add('active');
    if (cell && cell.id === '') cell.id = `cell-${cells++}`;
    const id = cell?.id ?? null;
    if (this.#grid.getAttribute('aria-activedescendant') === id) return;
    if (id) this.#grid.setAttribute('aria-activedescendant', id);
    else this.#grid.removeAttribute('aria-activedescendant');
  }
}
