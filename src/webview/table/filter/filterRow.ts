import { isEmpty } from '../../../model/form/fieldValue.ts';
import { keepTextKey } from '../../common/keyboard.ts';
import type { LookUpList } from '../../fields/lookUpList.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { ColumnPositions } from '../grid/columnPositions.ts';
import { ColumnStrip } from '../grid/columnStrip.ts';
import { tableWords } from '../tableWords.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import { canFilter } from './columnFilters.ts';
import { FilterField } from './filterField.ts';

export interface FilterRowOptions {
  readonly isShown: boolean;
  readonly list: LookUpList;
  readonly onChange: () => void;
  readonly notify: (text: string) => void;
}

/** The row under the header: a field for every data column, for the value that it must equal, by the column's kind. */
export class FilterRow {
  readonly #strip: ColumnStrip<FilterField>;
  readonly #element: HTMLElement;
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #onChange: () => void;

  constructor(table: TableModel, grid: GridView, { isShown, list, onChange, notify }: FilterRowOptions) {
    this.#table = table;
    this.#grid = grid;
    this.#onChange = onChange;
    const examples = ({ cell }: VisibleColumn): string[] => {
      const { first, last } = grid.visibleRows;
      const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => table.row(first + at));
      return rows.flatMap((row) => row?.cells[cell] || []);
    };
    this.#strip = new ColumnStrip(() => new FilterField({ filters: table.filters, list, examples, notify }));
    this.#element = this.#strip.element;
    this.#element.className = 'row filters';
    this.#element.hidden = !isShown;
    this.#element.ariaLabel = tableWords.filter;
    this.#element.addEventListener('keydown', (event) => this.#key(event));
    // whoever clicks into a field is at its column, as with the keys
    this.#element.addEventListener('focusin', ({ target }) => {
      const column = columnOf(target);
      if (column !== undefined && grid.active.column !== column) grid.setActive({ row: -1, column });
    });
    grid.head.append(this.#element);
  }

  get isShown(): boolean {
    return !this.#element.hidden;
  }

  toggle(): void {
    if (!this.isShown) return this.focus(this.#grid.active.column);
    this.#element.hidden = true;
    this.#onChange();
  }

  /** The field of the first column that can be filtered, when this one cannot. */
  focus(column: number): void {
    this.#element.hidden = false;
    const { columns } = this.#table;
    const index = canFilter(columns[column]) ? column : columns.findIndex(canFilter);
    this.#grid.setActive({ row: -1, column: Math.max(0, index) });
    this.#onChange();
    this.#grid.paintNow();
    this.#strip.at(index)?.input.focus();
  }

  paint(positions: ColumnPositions): void {
    if (!this.isShown) return;
    const { filters } = this.#table;
    const { filters: asked = {} } = this.#table.query;
    this.#strip.fit(positions);
    this.#strip.each((field) => {
      const shown = positions.columns[field.column];
      const columnName = shown?.column.columnName ?? '';
      const value = Object.hasOwn(asked, columnName) ? asked[columnName] : undefined;
      const kind = shown ? filters.kind(shown.column) : 'text';
      const isNone = value === null || (value !== undefined && value !== '' && isEmpty(value, kind));
      const label = isNone ? null : value && filters.label(columnName, value);
      field.show(shown, kind, label, isNone ? '' : (value ?? ''));
    });
  }

  #key(event: KeyboardEvent): void {
    keepTextKey(event);
    if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (this.#strip.at(columnOf(event.target) ?? -1)?.key(event)) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.key === 'Escape' || event.key === 'Enter') {
      if (event.key === 'Escape') event.target.value = event.target.defaultValue;
      event.stopPropagation();
      event.preventDefault();
      const column = columnOf(event.target) ?? this.#grid.active.column;
      event.target.blur();
      // back to what was found, in the column that was filtered
      this.#grid.setActive({ row: event.key === 'Escape' ? -1 : 0, column });
      this.#grid.element.focus({ preventScroll: true });
    } else if (event.key === 'Tab') this.#tab(event, Number(event.target.dataset['column']));
  }

  /** The fields that scrolled away have no element, so Tab is ours. */
  #tab(event: KeyboardEvent, column: number): void {
    const step = event.shiftKey ? -1 : 1;
    let next = column + step;
    while (this.#table.columns[next] && !canFilter(this.#table.columns[next])) next += step;
    if (!this.#table.columns[next]) return;
    event.preventDefault();
    this.focus(next);
  }
}

function columnOf(target: EventTarget | null): number | undefined {
  const column = target instanceof HTMLInputElement ? target.dataset['column'] : undefined;
  return column === undefined ? undefined : Number(column);
}
