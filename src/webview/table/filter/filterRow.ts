import { keepTextKey } from '../../common/textKeys.ts';
import type { ShownColumn } from '../columns/arrange.ts';
import type { ColumnPlaces } from '../grid/columnPlaces.ts';
import { ColumnStrip } from '../grid/columnStrip.ts';
import { words } from '../words.ts';
import { canFilter, FilterSlot } from './filterSlot.ts';

export interface FilterRowActions {
  /** Undefined takes the filter of a column away. */
  readonly filter: (columnName: string, value: string | undefined) => void;
  /** Brings the field of a column on the screen and focuses it. */
  readonly reveal: (column: number) => void;
  /** Gives the keyboard back to the grid. */
  readonly leave: () => void;
}

/** The row under the header: a field for every data column, for the value that it must equal. */
export class FilterRow {
  readonly #strip: ColumnStrip<FilterSlot>;
  readonly #actions: FilterRowActions;
  readonly element: HTMLElement;
  #columns: readonly ShownColumn[] = [];

  constructor(actions: FilterRowActions) {
    this.#actions = actions;
    this.#strip = new ColumnStrip(() => new FilterSlot(actions.filter));
    this.element = this.#strip.element;
    this.element.className = 'row filters';
    this.element.hidden = true;
    this.element.ariaLabel = words.filter;
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  paint(places: ColumnPlaces, filters: Readonly<Record<string, string | null>>): void {
    if (this.element.hidden) return;
    this.#columns = places.columns;
    this.#strip.fit(places);
    this.#strip.each((slot) => slot.show(places.columns[slot.column], filters));
  }

  focus(column: number): void {
    this.#strip.at(column)?.input.focus();
  }

  #key(event: KeyboardEvent): void {
    keepTextKey(event);
    if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') {
      if (event.key === 'Escape') event.target.value = event.target.defaultValue;
      event.stopPropagation();
      event.preventDefault();
      event.target.blur();
      this.#actions.leave();
    } else if (event.key === 'Tab') this.#tab(event, Number(event.target.dataset['column']));
  }

  /** The fields that scrolled away have no element, so Tab is ours. */
  #tab(event: KeyboardEvent, column: number): void {
    const step = event.shiftKey ? -1 : 1;
    let next = column + step;
    while (this.#columns[next] && !canFilter(this.#columns[next])) next += step;
    if (!this.#columns[next]) return;
    event.preventDefault();
    this.#actions.reveal(next);
  }
}
