import { keepTextKey } from '../../common/keyboard.ts';
import { errorMessage } from '../../../protocol/channel.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import type { ColumnPositions } from '../grid/columnPositions.ts';
import { ColumnStrip, type ColumnSlot } from '../grid/columnStrip.ts';
import { tableWords } from '../tableWords.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';

/** Until the person has stopped typing. */
const pauseMs = 500;

/** The row under the header: a field for every data column, for the value that it must equal. */
export class FilterRow {
  readonly #strip: ColumnStrip<FilterSlot>;
  readonly #element: HTMLElement;
  readonly #table: TableModel;
  readonly #grid: GridView;
  readonly #onChange: () => void;

  constructor(
    table: TableModel,
    grid: GridView,
    { isShown, onChange, notify }: { isShown: boolean; onChange: () => void; notify: (text: string) => void },
  ) {
    this.#table = table;
    this.#grid = grid;
    this.#onChange = onChange;
    const filter = async (columnName: string, text: string): Promise<void> => {
      if (text === '') return table.filter(columnName, undefined);
      await table.filterByText(columnName, text).catch((error: unknown) => notify(errorMessage(error)));
    };
    this.#strip = new ColumnStrip(() => new FilterSlot(filter));
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
    const { filters = {} } = this.#table.query;
    this.#strip.fit(positions);
    const labelOf = (columnName: string): string | null | undefined => {
      const value = Object.hasOwn(filters, columnName) ? filters[columnName] : undefined;
      return value && this.#table.filterLabel(columnName, value);
    };
    this.#strip.each((slot) => slot.show(positions.columns[slot.column], labelOf));
  }

  #key(event: KeyboardEvent): void {
    keepTextKey(event);
    if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') {
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

export function canFilter(shown: VisibleColumn | undefined): boolean {
  if (!shown) return false;
  const { isData, isSearchable, columnName } = shown.column;
  return isData && isSearchable && columnName !== undefined;
}

/** The field of one column in the filter row, used for one column after another. */
class FilterSlot implements ColumnSlot {
  readonly element = document.createElement('div');
  readonly input = document.createElement('input');
  column = -1;
  #columnName = '';
  /** What the host is asked about. */
  #asked: string | undefined;

  constructor(filter: (columnName: string, text: string) => Promise<void>) {
    this.element.className = 'cell filter';
    this.element.setAttribute('role', 'gridcell');
    this.input.spellcheck = false;
    this.input.dir = 'auto';
    this.input.tabIndex = -1;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const apply = (): void => {
      clearTimeout(waiting);
      const { value, defaultValue } = this.input;
      if (value === defaultValue || value === this.#asked) return;
      this.#asked = value;
      void filter(this.#columnName, value).finally(() => (this.#asked = undefined));
    };
    this.input.addEventListener('change', apply);
    this.input.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(apply, pauseMs);
    });
    this.element.append(this.input);
  }

  setColumn(column: number, width: number): void {
    this.column = column;
    this.element.ariaColIndex = String(column + 1);
    this.element.style.width = `${width}px`;
  }

  show(shown: VisibleColumn | undefined, labelOf: (columnName: string) => string | null | undefined): void {
    this.input.hidden = !canFilter(shown);
    if (!shown) return;
    const { column } = shown;
    const columnName = column.columnName ?? '';
    const value = labelOf(columnName);
    this.input.ariaLabel = tableWords.filterColumn(column.label);
    this.input.placeholder = value === null ? tableWords.isEmpty : '';
    this.input.dataset['column'] = String(this.column);
    // what is being typed stays, and nothing else that is not asked for
    const isSame = this.#columnName === columnName && this.input.defaultValue === (value ?? '');
    this.#columnName = columnName;
    if (isSame && (this.#asked !== undefined || this.input.matches(':focus'))) return;
    this.input.defaultValue = value ?? '';
    this.input.value = value ?? '';
  }
}
