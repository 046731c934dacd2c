import type { TableRow } from '../../../protocol/table.ts';
import type { CellTexts } from '../cellText.ts';
import { cellLook } from './cellLook.ts';
import { CellSlot } from './cellSlot.ts';
import type { ColumnPlaces } from './columnPlaces.ts';
import { ColumnStrip } from './columnStrip.ts';
import type { GridModel } from './gridModel.ts';

/** The element of a row, used for one row after another. */
export class RowSlot {
  readonly #strip = new ColumnStrip(() => new CellSlot());
  readonly element = this.#strip.element;
  place = -1;
  #row: TableRow | undefined;
  #version = -1;
  #top = Number.NaN;
  #className = '';

  /** `version` moves on whenever anything but the row itself may look different. */
  paint(place: number, top: number, version: number, model: GridModel, columns: ColumnPlaces, texts: CellTexts): void {
    if (this.#top !== top) {
      this.#top = top;
      this.element.style.top = `${top}px`;
    }
    const row = model.row(place);
    if (this.place === place && this.#row === row && this.#version === version) return;
    if (this.place !== place) {
      this.place = place;
      this.element.ariaRowIndex = String(place + 2);
    }
    this.#row = row;
    if (this.#version !== version) this.#strip.fit(columns);
    this.#version = version;
    this.#mark(row, row !== undefined && model.isSelected(row));
    this.#strip.each((slot) => {
      const column = model.columns[slot.column];
      if (row && column) slot.show(cellLook(row, column, model.staged(row, column), model.was(row, column), texts));
      else slot.blank();
    });
  }

  hide(): void {
    this.place = -1;
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
    const marks = `${isSelected ? ' selected' : ''}${row?.isDeleted ? ' deleted' : ''}${this.place % 2 ? ' odd' : ''}`;
    const className = `row${marks}${row ? '' : ' waiting'}`;
    if (className === this.#className) return;
    this.#className = className;
    this.element.className = className;
    this.element.ariaSelected = String(isSelected);
    this.element.ariaBusy = row ? null : 'true';
  }
}
