import type { GridView } from './gridView.ts';

export interface HeaderDragActions {
  readonly resize: (column: number, width: number, isDone: boolean) => void;
  readonly autoFit: (column: number) => void;
  /** Behind the last column when `before` is their number. */
  readonly reorder: (column: number, before: number) => void;
}

/** A press becomes a drag after this many pixels. */
const threshold = 5;

/** Headers are resized by their edge and moved by the rest. */
export class HeaderDrag {
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
    const start = event.clientX;
    const width = this.#grid.places.columns[column]?.width ?? 0;
    this.#grid.head.setPointerCapture(event.pointerId);
    this.#follow((now, isDone) => this.#actions.resize(column, width + now.clientX - start, isDone));
  }

  #move(event: PointerEvent, column: number): void {
    const start = event.clientX;
    let isDragging = false;
    this.#follow((now, isDone) => {
      if (!isDragging && Math.abs(now.clientX - start) <= threshold) return;
      isDragging = true;
      // only now: with the pointer held, a click would be the head's instead of the header's
      if (!isDone) this.#grid.head.setPointerCapture(event.pointerId);
      const before = this.#dropPlace(now.clientX);
      this.#line.hidden = isDone;
      if (!isDone) this.#line.style.left = `${this.#grid.places.left(before)}px`;
      else if (before !== column && before !== column + 1) this.#actions.reorder(column, before);
      // the click that follows a drag is not meant as one
      if (isDone) window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    });
  }

  #follow(step: (event: PointerEvent, isDone: boolean) => void): void {
    const { head } = this.#grid;
    const ended = new AbortController();
    const { signal } = ended;
    const end = (event: PointerEvent): void => {
      ended.abort();
      step(event, true);
    };
    const move = (event: PointerEvent): void => {
      // the button was let go where nobody saw it
      if (event.buttons === 0) ended.abort();
      else step(event, false);
    };
    head.addEventListener('pointermove', move, { signal });
    head.addEventListener('pointerup', end, { signal });
    head.addEventListener('pointercancel', end, { signal });
  }

  /** The column in front of which the pointer would drop one. */
  #dropPlace(clientX: number): number {
    const { places, element } = this.#grid;
    const x = clientX - element.getBoundingClientRect().left;
    const inRow = x < places.pinnedWidth ? x : x + element.scrollLeft;
    const { columns } = places;
    let place = x < places.pinnedWidth ? 0 : places.pinnedCount;
    while (place < columns.length && places.left(place) + (columns[place]?.width ?? 0) / 2 < inRow) place++;
    return place;
  }
}
