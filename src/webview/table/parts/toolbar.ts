import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { ChartState } from '../../chart/chartPane.ts';
import { keepTextKey } from '../../common/textKeys.ts';
import type { RecordCommand } from '../../../protocol/table.ts';
import { words } from '../words.ts';

/** What the tool bar shows and does. */
export interface ToolbarState {
  /** What the host offers and the connection allows. */
  readonly offers: ReadonlySet<RecordCommand>;
  readonly search: string;
  readonly hasSelection: boolean;
  readonly isPreviewing: boolean;
  readonly isFiltering: boolean;
  /** Null when the list view is no chart. */
  readonly chart: ChartState | null;
}

export interface ToolbarActions {
  readonly refresh: () => void;
  readonly columns: (button: Element) => void;
  readonly filter: () => void;
  readonly exportRecords: () => void;
  readonly addRecord: () => void;
  readonly editSelected: () => void;
  readonly deleteSelected: () => void;
  readonly preview: () => void;
  readonly editQuery: (button: Element) => void;
  readonly showHalf: (half: 'table' | 'chart') => void;
  readonly exportChart: (button: Element) => void;
  readonly search: (text: string) => void;
  /** From the search box into the grid. */
  readonly leave: () => void;
}

const pauseInTyping = 250;

/** The row of buttons above the grid, and the search box. */
export class Toolbar {
  readonly element = document.createElement('div');
  readonly #actions: ToolbarActions;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #shown = '';

  constructor(actions: ToolbarActions) {
    this.#actions = actions;
    this.element.className = 'toolbar';
    this.element.setAttribute('role', 'toolbar');
    this.element.ariaLabel = words.toolbar;
  }

  show(state: ToolbarState): void {
    const key = JSON.stringify(state);
    if (key === this.#shown) return; // it is called with every page of rows
    this.#shown = key;
    const { offers, hasSelection } = state;
    const actions = this.#actions;
    const button = (
      name: string,
      icon: string,
      act: (button: Element) => void,
      more: { pressed?: boolean; off?: boolean } = {},
    ) => toolButton(name, icon, act, more.pressed, more.off ?? false);
    render(
      html`
        ${this.#searchBox()}
        <div class="buttons">
          ${
            state.chart
              ? html`${button(words.showTable, 'table', () => actions.showHalf('table'), { pressed: state.chart.isTableShown })}
                ${button(words.showChart, 'graph', () => actions.showHalf('chart'), { pressed: state.chart.isChartShown })}
                ${button(words.exportChart, 'device-camera', actions.exportChart, { off: !state.chart.canExport })}`
              : nothing
          }
          ${button(words.refresh, 'refresh', actions.refresh)}
          ${button(words.columns, 'split-horizontal', actions.columns)}
          ${button(words.filter, 'filter', actions.filter, { pressed: state.isFiltering })}
          ${button(words.editQuery, 'json', actions.editQuery)}
          ${button(words.preview, 'open-preview', actions.preview, { pressed: state.isPreviewing })}
          ${offers.has('exportRecords') ? button(words.exportRecords, 'export', actions.exportRecords) : nothing}
          ${offers.has('addRecord') ? button(words.addRecord, 'add', actions.addRecord) : nothing}
          ${offers.has('editRecords') ? button(words.editSelected, 'edit', actions.editSelected, { off: !hasSelection }) : nothing}
          ${offers.has('deleteRecords') ? button(words.deleteSelected, 'trash', actions.deleteSelected, { off: !hasSelection }) : nothing}
        </div>
      `,
      this.element,
    );
    // the box is written only when the search came from elsewhere: what is being typed stays
    const box = this.element.querySelector('input');
    if (box && !box.matches(':focus') && box.value !== state.search) box.value = state.search;
  }

  focusSearch(): void {
    const box = this.element.querySelector('input');
    box?.focus();
    box?.select();
  }

  #searchBox(): TemplateResult {
    const typed = (event: Event): void => {
      clearTimeout(this.#typing);
      const { value } = event.target as HTMLInputElement;
      this.#typing = setTimeout(() => this.#actions.search(value), pauseInTyping);
    };
    const pressed = (event: KeyboardEvent): void => {
      keepTextKey(event);
      if (event.isComposing) return;
      const box = event.target as HTMLInputElement;
      if (event.key === 'Enter') {
        clearTimeout(this.#typing);
        this.#actions.search(box.value);
      }
      if (event.key === 'ArrowDown') this.#actions.leave();
      if (event.key === 'Escape' && box.value !== '') {
        clearTimeout(this.#typing);
        box.value = '';
        this.#actions.search('');
        event.stopPropagation();
      }
    };
    return html`<label class="search">
      <span class="codicon codicon-search" aria-hidden="true"></span>
      <input
        type="search"
        aria-label=${words.search}
        placeholder=${words.search}
        spellcheck="false"
        @input=${typed}
        @keydown=${pressed}
      />
    </label>`;
  }
}

function toolButton(
  name: string,
  icon: string,
  act: (button: Element) => void,
  isPressed: boolean | undefined,
  isOff: boolean,
): TemplateResult {
  return html`<button
    class="tool"
    type="button"
    title=${name}
    aria-label=${name}
    aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    ?disabled=${isOff}
    @click=${(event: Event) => act(event.currentTarget as Element)}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}
