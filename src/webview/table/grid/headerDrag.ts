import type { GridView } from './gridView.ts';

export interface HeaderDragActions {
  readonly resize: (column: number, width: number, isDone: boolean) => void;
  readonly autoFit: (column: number) => void;
  /** Behind the last column when `before` is their number. */
  readonly reorder: (column: number, before: number) => void;
}

/** How a drag goes on: it may be lost to the system, or end where nobody saw it. */
type DragStep = 'moved' | 'dropped' | 'lost';

/** A header is moved only after this many pixels: a hand that clicks is never quite still. */
const moveThreshold = 5;

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

  /** A press becomes a drag once it moved; before that it may still become a click or a double-click. */
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
    // it says nothing of where the pointer was
    window.addEventListener('pointercancel', () => end('lost'), { signal });
  }

  /** The column in front of which the pointer would drop one. */
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
