import type { TableRow } from '../../tableProtocol.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import type { ColumnPositions } from './columnPositions.ts';
import { CellSlot, ColumnStrip } from './columnStrip.ts';
import { cellContent, type GridModel } from './gridContent.ts';

export const rowHeight = 24;

/** Max distance of the first row from the anchor before all rows are repositioned. */
const maxAnchorDistance = 5_000;

/**
 * Pool of as many row elements as fit on screen. A visible row keeps its element, so a scroll step paints only rows
 * that enter.
 */
export class RowPool {
  readonly #body: HTMLElement;
  readonly #formatter: CellFormatter;
  /** Slots by row index modulo the size. */
  readonly #slots = new Map<number, RowSlot>();
  #size = 0;
  #isSorted = true;
  /** Row that the others are positioned relative to; keeps offsets small in a list of any length. */
  anchor = 0;

  constructor(body: HTMLElement, formatter: CellFormatter) {
    this.#body = body;
    this.#formatter = formatter;
  }

  /** Paints the rows from `first` to `end` (exclusive), at most `size`. */
  paint(first: number, end: number, size: number, version: number, model: GridModel, columns: ColumnPositions): void {
    if (Math.abs(first - this.anchor) > maxAnchorDistance) this.anchor = first;
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
      this.#body.append(slot.element); // append when complete: the page observes elements that are added later
    }
    this.#isSorted = false;
  }

  /** Visits all cells, also those that are off screen or not in use; the row of the latter is −1. */
  eachCell(work: (row: number, slot: CellSlot) => void): void {
    for (const slot of this.#slots.values()) slot.eachCell((cell) => work(slot.index, cell));
  }

  find(index: number): RowSlot | undefined {
    const slot = this.#slots.get(index % this.#size);
    return slot?.index === index ? slot : undefined;
  }

  /** Index of the row that contains an element. */
  indexOf(element: Element): number | undefined {
    return this.#slots.values().find((slot) => slot.index !== -1 && slot.element.contains(element))?.index;
  }

  /** Called when idle: screen readers read in DOM order. */
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
    // the slots of all other rows change with the size
    for (const [index, slot] of slots.entries()) {
      slot.hide();
      this.#slots.set(index, slot);
    }
  }
}

/** Reusable element of a row. */
class RowSlot {
  readonly #strip = new ColumnStrip(() => new CellSlot());
  readonly element = this.#strip.element;
  index = -1;
  #row: TableRow | undefined;
  #version = -1;
  #top = Number.NaN;
  #className = '';

  /** `version` increases whenever anything but the row itself may look different. */
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

  eachCell(work: (slot: CellSlot) => void): void {
    this.#strip.each(work);
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
