import type { ColumnPlaces } from './columnPlaces.ts';

export interface ColumnSlot {
  readonly element: HTMLElement;
  readonly column: number;
  stand(column: number, width: number): void;
}

/** To be copied, which is quicker than to be made. */
const blank = emptyRow();

/** The elements of one row: those of the pinned columns stay at the left edge, the others are there while they are seen. */
export class ColumnStrip<S extends ColumnSlot> {
  readonly element = blank.cloneNode(true) as HTMLElement;
  readonly #pinned = this.element.firstElementChild as HTMLElement;
  /** The place in front of all columns. */
  readonly check = this.#pinned.firstElementChild as HTMLElement;
  readonly #make: () => S;
  readonly #pinnedSlots: S[] = [];
  #slots: readonly S[] = [];
  /** The one that keeps free the room of the columns before it, which have no elements. */
  #first: HTMLElement | undefined;

  constructor(make: () => S) {
    this.#make = make;
  }

  fit(columns: ColumnPlaces): void {
    const { pinnedCount, from, to } = columns;
    this.#fill(this.#pinnedSlots, pinnedCount, this.#pinned);
    this.#shift(from, to);
    this.#pinned.style.width = `${columns.pinnedWidth}px`;
    const stand = (slot: S, place: number): void => slot.stand(place, columns.columns[place]?.width ?? 0);
    for (const [place, slot] of this.#pinnedSlots.entries()) stand(slot, place);
    for (const [place, slot] of this.#slots.entries()) stand(slot, from + place);
    const first = this.#slots[0]?.element;
    if (this.#first !== first) this.#first?.style.removeProperty('margin-left');
    if (first) first.style.marginLeft = `${columns.left(from) - columns.pinnedWidth}px`;
    this.#first = first;
  }

  each(work: (slot: S) => void): void {
    for (const slot of this.#pinnedSlots) work(slot);
    for (const slot of this.#slots) work(slot);
  }

  at(column: number): S | undefined {
    return (
      this.#pinnedSlots.find((slot) => slot.column === column) ?? this.#slots.find((slot) => slot.column === column)
    );
  }

  /** A column keeps its element while it is seen: who reads it or points at it must not find another one there. */
  #shift(from: number, to: number): void {
    const byColumn = new Map(this.#slots.map((slot) => [slot.column, slot]));
    const free = this.#slots.filter(({ column }) => column < from || column >= to);
    for (const { element } of free) element.remove();
    let previous: Element = this.#pinned;
    this.#slots = Array.from({ length: to - from }, (_, place) => {
      const slot = byColumn.get(from + place) ?? free.pop() ?? this.#make();
      if (previous.nextElementSibling !== slot.element) previous.after(slot.element);
      previous = slot.element;
      return slot;
    });
  }

  #fill(slots: S[], count: number, parent: HTMLElement): void {
    while (slots.length < count) {
      const slot = this.#make();
      slots.push(slot);
      parent.append(slot.element);
    }
    for (const slot of slots.splice(count)) slot.element.remove();
  }
}

function emptyRow(): HTMLElement {
  const row = document.createElement('div');
  row.setAttribute('role', 'row');
  const pinned = document.createElement('div');
  pinned.className = 'pinned';
  pinned.setAttribute('role', 'presentation');
  const check = document.createElement('div');
  check.className = 'check';
  check.ariaHidden = 'true';
  pinned.append(check);
  row.append(pinned);
  return row;
}
