import type { CellTexts } from '../cellText.ts';
import type { ColumnPlaces } from './columnPlaces.ts';
import type { GridModel } from './gridModel.ts';
import { RowSlot } from './rowSlot.ts';

/** How far the first row may go from the anchor before all rows are placed anew. */
const tether = 5_000;

/** As many rows as the screen holds. A row keeps its element while it is on the screen, so a step repaints what enters. */
export class RowPool {
  readonly #body: HTMLElement;
  readonly #texts: CellTexts;
  #slots: RowSlot[] = [];
  #isSorted = true;
  /** The row from which the others are placed: offsets stay small in a list of any length. */
  anchor = 0;

  constructor(body: HTMLElement, texts: CellTexts) {
    this.#body = body;
    this.#texts = texts;
  }

  paint(
    first: number,
    count: number,
    rowHeight: number,
    version: number,
    model: GridModel,
    columns: ColumnPlaces,
  ): void {
    if (Math.abs(first - this.anchor) > tether) this.anchor = first;
    this.#resize(count);
    const last = Math.min(first + count, model.length);
    for (let place = first; place < first + count; place++) {
      const slot = this.#slots[place % count];
      if (!slot) continue;
      if (place < last) slot.paint(place, (place - this.anchor) * rowHeight, version, model, columns, this.#texts);
      else if (slot.place !== -1) slot.hide();
    }
    this.#isSorted = false;
  }

  find(place: number): RowSlot | undefined {
    return this.#slots.find((slot) => slot.place === place);
  }

  /** The place of the row that an element stands in. */
  placeOf(element: Element): number | undefined {
    return this.#slots.find((slot) => slot.place !== -1 && slot.element.contains(element))?.place;
  }

  /** In a pause: a screen reader reads in the order of the document. */
  putInOrder(): void {
    if (this.#isSorted) return;
    this.#isSorted = true;
    const wanted = this.#slots.toSorted((one, other) => one.place - other.place);
    let previous: Element | null = null;
    for (const { element } of wanted) {
      const next: Element | null = previous ? previous.nextElementSibling : this.#body.firstElementChild;
      if (next !== element) this.#body.insertBefore(element, next);
      previous = element;
    }
  }

  #resize(count: number): void {
    if (this.#slots.length === count) return;
    while (this.#slots.length < count) {
      const slot = new RowSlot();
      slot.hide();
      this.#slots.push(slot);
      this.#body.append(slot.element);
    }
    for (const slot of this.#slots.splice(count)) slot.element.remove();
    // the places of all others moved with the count
    for (const slot of this.#slots) slot.hide();
  }
}
