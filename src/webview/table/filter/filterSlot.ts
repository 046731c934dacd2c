import type { ShownColumn } from '../columns/arrange.ts';
import type { ColumnSlot } from '../grid/columnStrip.ts';
import { words } from '../words.ts';

export function canFilter(shown: ShownColumn | undefined): boolean {
  return shown !== undefined && shown.column.isData && shown.column.columnName !== undefined;
}

/** The field of one column in the filter row, used for one column after another. */
export class FilterSlot implements ColumnSlot {
  readonly element = document.createElement('div');
  readonly input = document.createElement('input');
  column = -1;
  #columnName = '';

  constructor(filter: (columnName: string, value: string | undefined) => void) {
    this.element.className = 'cell filter';
    this.element.setAttribute('role', 'gridcell');
    this.input.spellcheck = false;
    this.input.dir = 'auto';
    this.input.tabIndex = -1;
    this.input.addEventListener('change', () => {
      const { value } = this.input;
      filter(this.#columnName, value === '' ? undefined : value);
    });
    this.element.append(this.input);
  }

  stand(column: number, width: number): void {
    this.column = column;
    this.element.ariaColIndex = String(column + 1);
    this.element.style.width = `${width}px`;
  }

  show(shown: ShownColumn | undefined, filters: Readonly<Record<string, string | null>>): void {
    this.input.hidden = !canFilter(shown);
    if (!shown) return;
    const { column } = shown;
    const columnName = column.columnName ?? '';
    const value = Object.hasOwn(filters, columnName) ? filters[columnName] : undefined;
    this.input.ariaLabel = words.filterColumn(column.label);
    this.input.placeholder = value === null ? words.isEmpty : '';
    this.input.dataset['column'] = String(this.column);
    // what is being typed stays
    const isSame = this.#columnName === columnName && this.input.defaultValue === (value ?? '');
    this.#columnName = columnName;
    if (isSame) return;
    this.input.defaultValue = value ?? '';
    this.input.value = value ?? '';
  }
}
