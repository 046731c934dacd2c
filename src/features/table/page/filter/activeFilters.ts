import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { keepFocus } from '../../../common/page/keyboard.ts';
import type { Condition } from '../../../../model/list/condition.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { TableQuery } from '../../tableProtocol.ts';
import { tableWords } from '../tableWords.ts';

export interface ChipActions {
  readonly removeFilter: (columnName: string) => void;
  /** `text` is null for empty values. */
  readonly editFilter: (columnName: string, text: string | null) => void;
  readonly removeCondition: (index: number) => void;
  readonly editCondition: (index: number) => void;
  readonly conditionText: (condition: Condition) => string;
  /** The filter input, shown after the chips. */
  readonly input: Element;
  /** Display text of a filter's value. */
  readonly labelOf: (columnName: string, value: string) => string;
  /** Text as shown in the column's cells. */
  readonly textOf: (value: string, column: Column) => string;
  readonly removeQuery: () => void;
  readonly removeFind: () => void;
  readonly editQuery: () => void;
  readonly clearAll: () => void;
  /** Absent if the table is embedded in another page. */
  readonly saveSearch?: () => void;
  /** Receives focus when the pressed button is removed. */
  readonly leave: () => void;
}

/** The active filters, each with a remove button. */
export class FilterChips {
  readonly element = document.createElement('div');
  readonly #actions: ChipActions;
  #query: TableQuery | undefined;
  #columns: readonly Column[] | undefined;
  #labels: unknown;
  #isAdding = false;

  constructor(actions: ChipActions) {
    this.#actions = actions;
    this.element.className = 'chips';
    this.element.setAttribute('role', 'group');
    this.element.ariaLabel = tableWords.activeFilters;
  }

  /** `isAdding` shows the filter input even if there are no filters yet. */
  show(query: TableQuery, columns: readonly Column[], valueLabels: unknown, isAdding: boolean): void {
    // this is called for every page of rows
    const isSame = query === this.#query && columns === this.#columns && isAdding === this.#isAdding;
    if (isSame && valueLabels === this.#labels) return;
    this.#isAdding = isAdding;
    this.#labels = valueLabels;
    this.#query = query;
    this.#columns = columns;
    const filters = query.rawQ === undefined ? Object.entries(query.filters ?? {}) : [];
    const byName = new Map(columns.map((column) => [column.columnName, column]));
    const chips = filters.map(([columnName, value]) => {
      const column = byName.get(columnName);
      const text = value && filterText(columnName, value, column, this.#actions);
      const edit = column && ((): void => this.#actions.editFilter(columnName, text || null));
      return chip(
        tableWords.filterChip(column?.label ?? columnName, text),
        () => this.#actions.removeFilter(columnName),
        edit,
      );
    });
    for (const [index, condition] of (query.rawQ === undefined ? (query.conditions ?? []) : []).entries())
      chips.push(
        chip(
          this.#actions.conditionText(condition),
          () => this.#actions.removeCondition(index),
          () => this.#actions.editCondition(index),
        ),
      );
    if (query.rawQ !== undefined)
      chips.push(chip(tableWords.queryChip, this.#actions.removeQuery, this.#actions.editQuery));
    if (query.find)
      chips.push(chip(tableWords.findChip(query.find), this.#actions.removeFind, this.#actions.editQuery));
    const clear = html`<button type="button" class="linklike" @click=${this.#actions.clearAll}>
      ${tableWords.clearAll}
    </button>`;
    const { saveSearch, input } = this.#actions;
    const save =
      saveSearch && chips.length > 0
        ? html`<button type="button" class="linklike" @click=${saveSearch}>${tableWords.saveSearch}</button>`
        : nothing;
    const write = (): void => {
      this.element.hidden = chips.length === 0 && !isAdding;
      render(html`${chips}${input}${chips.length > 1 ? clear : nothing}${save}`, this.element);
    };
    keepFocus(this.element, write, this.#actions.leave);
  }
}

/** Values without a label from the service are formatted as in the cells. */
function filterText(
  columnName: string,
  value: string,
  column: Column | undefined,
  { labelOf, textOf }: Pick<ChipActions, 'labelOf' | 'textOf'>,
): string {
  const label = labelOf(columnName, value);
  return column && label === value ? textOf(value, column) : label;
}

function chip(text: string, remove: () => void, edit?: () => void): TemplateResult {
  const name = tableWords.removeFilter(text);
  const what = edit
    ? html`<button type="button" class="linklike what" dir="auto" title=${tableWords.editFilter(text)} @click=${edit}>
        ${text}
      </button>`
    : html`<span class="what" dir="auto" title=${text}>${text}</span>`;
  const byKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Delete' || key === 'Backspace') remove();
  };
  return html`<span class="chip" @keydown=${byKey}
    >${what}<button type="button" class="tool" title=${name} aria-label=${name} @click=${remove}>
      <span class="codicon codicon-close" aria-hidden="true"></span></button
  ></span>`;
}

export interface EmptyActions {
  readonly conditionText: ChipActions['conditionText'];
  readonly labelOf: ChipActions['labelOf'];
  readonly textOf: ChipActions['textOf'];
  readonly clear: () => void;
  /** Applies the equalities locally. */
  readonly filterHere: () => void;
  /** Searches all records of the connection. */
  readonly searchRecords: (words: string) => void;
}

/** Shown instead of rows if there are none: names the query and suggests next steps. */
export class EmptyNotice {
  readonly element = document.createElement('div');
  readonly #actions: EmptyActions;

  constructor(actions: EmptyActions) {
    this.#actions = actions;
    this.element.className = 'nothing empty';
    this.element.hidden = true;
  }

  show(isEmpty: boolean, query: TableQuery, columns: readonly Column[]): void {
    this.element.hidden = !isEmpty;
    if (!isEmpty) return;
    const { asked, words, clear } = narrowing(query, columns, this.#actions);
    const { searchRecords, filterHere, clear: clearAll } = this.#actions;
    const isSent = query.filters !== undefined && query.rawQ === undefined && !query.find;
    render(
      html`<p dir="auto">
          ${asked.length > 0 ? tableWords.nothingFound(tableWords.list(asked)) : tableWords.nothingHere}
        </p>
        ${
          words === ''
            ? nothing
            : html`<button type="button" class="plain" @click=${() => searchRecords(words)}>
                ${tableWords.searchRecordsFor(words)}
              </button>`
        }
        ${
          isSent
            ? html`<button type="button" class="plain" title=${tableWords.filterHereHint} @click=${filterHere}>
                ${tableWords.filterHere}
              </button>`
            : nothing
        }
        ${asked.length > 0 ? html`<button type="button" class="plain" @click=${clearAll}>${clear}</button>` : nothing}`,
      this.element,
    );
  }
}

/** The active filters as parts of a sentence, and the words in them that can be searched for elsewhere. */
export function narrowing(
  { search = '', filters = {}, conditions = [], rawQ, find }: TableQuery,
  columns: readonly Column[],
  actions: Pick<ChipActions, 'labelOf' | 'textOf' | 'conditionText'>,
): { readonly asked: readonly string[]; readonly words: string; readonly clear: string } {
  if (find) return { asked: [`“${tableWords.findChip(find)}”`], words: '', clear: tableWords.clearFilters };
  const parts = rawQ === undefined ? Object.entries(filters) : [];
  const filtered = parts.map(([columnName, value]) => {
    const column = columns.find((one) => one.columnName === columnName);
    const shown = value && filterText(columnName, value, column, actions);
    // without a column the value is a code, which a search wouldn't find
    const word = column && value ? actions.labelOf(columnName, value) : '';
    return { said: tableWords.filterChip(column?.label ?? columnName, shown), word };
  });
  const decided = rawQ === undefined ? conditions.map((condition) => `“${actions.conditionText(condition)}”`) : [];
  const isNarrowed = filtered.length + decided.length > 0 || rawQ !== undefined;
  return {
    asked: [
      ...(search ? [tableWords.theSearch(search)] : []),
      ...filtered.map(({ said }) => `“${said}”`),
      ...decided,
      ...(rawQ === undefined ? [] : [tableWords.theQuery]),
    ],
    words: [search.trim(), ...filtered.map(({ word }) => word)]
      .filter((word) => word !== '')
      .join(' ')
      .slice(0, 1_000),
    clear: !isNarrowed ? tableWords.clearSearch : search ? tableWords.clearBoth : tableWords.clearFilters,
  };
}
