import type { CellFormatter } from '../cellFormatter.ts';
import type { ColumnPositions } from './columnPositions.ts';
import type { TableRow } from '../../../protocol/tableProtocol.ts';
import { cellContent, type GridModel } from './gridContent.ts';
import { CellSlot, ColumnStrip } from './columnStrip.ts';

/** How far the first row may go from the anchor before all rows are placed anew. */
const tether = 5_000;

/** As many rows as the screen holds. A row keeps its element while it is on the screen, so a step repaints what enters. */
export class RowPool {
  readonly #body: HTMLElement;
  readonly #formatter: CellFormatter;
  /** By their row's index modulo the size. */
  readonly #slots = new Map<number, RowSlot>();
  #size = 0;
  #isSorted = true;
  /** The row from which the others are placed: offsets stay small in a list of any length. */
  anchor = 0;

  constructor(body: HTMLElement, formatter: CellFormatter) {
    this.#body = body;
    this.#formatter = formatter;
  }

  /** The rows from `first` to before `end`, at most `size`. */
  paint(
    first: number,
    end: number,
    size: number,
    rowHeight: number,
    version: number,
    model: GridModel,
    columns: ColumnPositions,
  ): void {
    if (Math.abs(first - this.anchor) > tether) this.anchor = first;
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
      this.#body.append(slot.element); // when it is complete: the page takes note of every element that comes later
    }
    this.#isSorted = false;
  }

  find(index: number): RowSlot | undefined {
    const slot = this.#slots.get(index % this.#size);
    return slot?.index === index ? slot : undefined;
  }

  /** The index of the row that an element stands in. */
  indexOf(element: Element): number | undefined {
    return this.#slots.values().find((slot) => slot.index !== -1 && slot.element.contains(element))?.index;
  }

  /** In a pause: a screen reader reads in the order of the document. */
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
    // the places of all others moved with the size
    for (const [index, slot] of slots.entries()) {
      slot.hide();
      this.#slots.set(index, slot);
    }
  }
}

/** The element of a row, used for one row after another. */
class RowSlot {
  readonly #strip = new ColumnStrip(() => new CellSlot());
  readonly element = this.#strip.element;
  index = -1;
  #row: TableRow | undefined;
  #version = -1;
  #top = Number.NaN;
  #className = '';

  /** `version` moves on whenever anything but the row itself may look different. */
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
