import type { TableQuery } from '../../../protocol/table.ts';
import type { ShownColumn } from '../columns/arrange.ts';
import type { ColumnSlot } from './columnStrip.ts';

/** A column's header: its label, how it is sorted, and an edge to resize it by. */
export class HeaderSlot implements ColumnSlot {
  readonly element = document.createElement('div');
  readonly #label = document.createElement('span');
  readonly #sign = document.createElement('span');
  readonly #edge = document.createElement('div');
  column = -1;

  constructor() {
    this.element.className = 'cell header';
    this.element.setAttribute('role', 'columnheader');
    this.#label.className = 'label';
    this.#label.dir = 'auto';
    this.#sign.ariaHidden = 'true';
    this.#edge.className = 'edge';
    this.#edge.ariaHidden = 'true';
    this.element.append(this.#label, this.#sign, this.#edge);
  }

  stand(column: number, width: number): void {
    this.column = column;
    this.element.ariaColIndex = String(column + 1);
    this.element.style.width = `${width}px`;
  }

  show({ column }: ShownColumn, sort: TableQuery['sort']): void {
    const direction = column.isSortable && sort?.columnName === column.columnName ? sort?.direction : undefined;
    this.#label.textContent = column.label;
    this.element.title =
      column.label === column.name ? column.label : `${column.label} (${column.columnName ?? column.name})`;
    this.element.className = `cell header ${column.kind}${column.isSortable ? ' sortable' : ''}`;
    const arrow = direction === 'ASC' ? 'codicon-arrow-up' : 'codicon-arrow-down';
    this.#sign.className = `sign${direction ? ` codicon ${arrow}` : ''}`;
    this.element.ariaSort = !column.isSortable
      ? null
      : direction === 'ASC'
        ? 'ascending'
        : direction === 'DESC'
          ? 'descending'
          : 'none';
  }
}
