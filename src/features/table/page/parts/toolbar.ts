import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { RovingTabindex, keepTextKey } from '../../../common/page/keyboard.ts';
import { measureText } from '../columns/textMeasure.ts';
import { tableWords } from '../tableWords.ts';
import type { ContextMenu } from './contextMenu.ts';
import type { ChartState } from '../chart/chartPane.ts';
import type { RecordCommand } from '../../tableProtocol.ts';

export interface ToolbarState extends ToolState {
  readonly search: string;
}

export interface ToolbarActions extends ToolActions {
  readonly search: (text: string) => void;
  /** Moves focus from the search box to the first row. */
  readonly goToFirst: () => void;
}

const pauseInTyping = 250;
/** Width of a button including its gap, and of the margin around its name. */
const buttonWidth = 28;
const nameMargin = 6;
/** Total padding on both sides of the row. */
const padding = 16;
/** Min width of the search box, including its gap. */
const searchWidth = 148;

/**
 * Toolbar above the grid with buttons and the search box. Buttons show their names if all fit, otherwise only icons.
 * Those that still don't fit go into an overflow menu, with rarely used ones.
 */
export class Toolbar {
  readonly element = document.createElement('div');
  readonly #stop = new RovingTabindex(this.element);
  readonly #actions: ToolbarActions;
  readonly #menu: ContextMenu;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #state: ToolbarState | undefined;
  #shown = '';
  /** The window's width until measured. */
  #width = window.innerWidth - padding;

  constructor(actions: ToolbarActions, menu: ContextMenu) {
    this.#actions = actions;
    this.#menu = menu;
    this.element.className = 'toolbar';
    this.element.setAttribute('role', 'toolbar');
    this.element.ariaLabel = tableWords.toolbar;
    new ResizeObserver(([entry]) => this.#fit(entry?.contentRect.width ?? 0)).observe(this.element);
  }

  show(state: ToolbarState): void {
    const key = JSON.stringify(state);
    if (key === this.#shown) return; // this is called for every page of rows
    this.#shown = key;
    this.#state = state;
    this.#render();
    // update the box only if the search came from elsewhere, and never while the user types
    const box = this.element.querySelector('input');
    if (box && !box.matches(':focus') && box.value !== state.search) box.value = state.search;
  }

  focusSearch(): void {
    const box = this.element.querySelector('input');
    box?.focus();
    box?.select();
  }

  #fit(width: number): void {
    this.#width = width;
    this.#render();
  }

  #render(): void {
    if (!this.#state) return;
    const offered = toolButtons(this.#state, this.#actions);
    const room = this.#width - searchWidth - buttonWidth;
    // include buttons that rows or a selection may add, so that nothing shifts when they appear
    const names = new Set([...offered.map(({ name }) => name), tableWords.hideDeleted]);
    const named = [...names].reduce((sum, name) => sum + buttonWidth + nameMargin + measureText(name, false), 0);
    const isNamed = named <= room;
    const buttons = offered.filter(({ needsSelection }) => !needsSelection || this.#state?.hasSelection);
    const shown = isNamed ? buttons.length : Math.max(0, Math.min(buttons.length, Math.floor(room / buttonWidth)));
    const more: ToolButton = {
      name: tableWords.more,
      icon: 'ellipsis',
      act: (button) => this.#openMenu(button, [...buttons.slice(shown), ...overflowButtons(this.#actions)]),
    };
    render(
      html`
        ${this.#searchBox()}
        <div class="buttons">
          ${buttons.slice(0, shown).map((button) => toolButton(button, isNamed))}${toolButton(more, false, 'menu')}
        </div>
      `,
      this.element,
    );
    this.#stop.settle();
  }

  #openMenu(button: HTMLElement, buttons: readonly ToolButton[]): void {
    const { left, bottom } = button.getBoundingClientRect();
    const items = buttons.map(({ name, act, isPressed, isOff }) => ({
      title: name,
      act: () => act(button),
      ...(isPressed !== undefined && { isOn: isPressed }),
      ...(isOff !== undefined && { isOff }),
    }));
    this.#menu.open(tableWords.more, items, left, bottom, () => button.focus());
  }

  #searchBox(): TemplateResult {
    // search immediately for the first key after a pause, then once typing pauses
    const typed = (event: Event): void => {
      const box = event.target as HTMLInputElement;
      const isFirst = this.#typing === undefined;
      if (isFirst) search(box);
      const sent = isFirst ? box.value : undefined;
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => {
        this.#typing = undefined;
        if (box.value !== sent) search(box);
      }, pauseInTyping);
    };
    const search = ({ value }: HTMLInputElement): void => {
      clearTimeout(this.#typing);
      this.#typing = undefined;
      this.#actions.search(value);
    };
    const pressed = (event: KeyboardEvent): void => {
      keepTextKey(event);
      if (event.isComposing) return;
      const box = event.target as HTMLInputElement;
      if (event.key === 'Enter') search(box);
      if (event.key === 'ArrowDown') {
        event.preventDefault(); // keep the key from scrolling the rows
        if (this.#typing) search(box);
        this.#actions.goToFirst();
      }
      if (event.key === 'Escape' && box.value !== '') {
        box.value = '';
        search(box);
        event.stopPropagation();
      }
    };
    return html`<label class="search">
      <span class="codicon codicon-search" aria-hidden="true"></span>
      <input
        type="search"
        aria-label=${tableWords.search}
        placeholder=${tableWords.search}
        spellcheck="false"
        @input=${typed}
        @keydown=${pressed}
      />
    </label>`;
  }
}

function toolButton(
  { name, icon, act, isPressed, isOff, why }: ToolButton,
  isNamed: boolean,
  popup?: 'menu',
): TemplateResult {
  return html`<button
    class="tool"
    type="button"
    title=${why === undefined ? name : `${name}: ${why}`}
    aria-label=${name}
    aria-description=${why ?? nothing}
    aria-haspopup=${popup ?? nothing}
    aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    ?disabled=${isOff ?? false}
    @click=${(event: Event) => act(event.currentTarget as HTMLElement)}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>${isNamed ? html`<span>${name}</span>` : nothing}
  </button>`;
}

/** State that the toolbar's buttons depend on. */
interface ToolState {
  /** Commands that the host offers and the connection allows. */
  readonly offers: ReadonlySet<RecordCommand>;
  readonly hasSelection: boolean;
  /** True if there are staged changes. */
  readonly hasStaged: boolean;
  /** Reasons why none of the selected records can be edited or deleted. */
  readonly whyNotEdit: string | undefined;
  readonly whyNotDelete: string | undefined;
  /** Undefined if no record is deleted. */
  readonly hidesDeleted: boolean | undefined;
  readonly isPreviewing: boolean;
  readonly isFiltering: boolean;
  /** Null if the list view is not a chart. */
  readonly chart: ChartState | null;
}

interface ToolActions {
  readonly refresh: () => void;
  readonly columns: (button: HTMLElement) => void;
  readonly filter: () => void;
  readonly exportRecords: () => void;
  readonly addRecord: () => void;
  readonly editSelected: () => void;
  readonly deleteSelected: () => void;
  readonly preview: () => void;
  readonly openAsTable: () => void;
  readonly saveCells: () => void;
  readonly toggleDeleted: () => void;
  readonly editQuery: (button: HTMLElement) => void;
  readonly showHalf: (half: 'table' | 'chart') => void;
  readonly exportChart: (button: HTMLElement) => void;
}

interface ToolButton {
  readonly name: string;
  readonly icon: string;
  /** Receives the pressed button, or the one that opened the menu. */
  readonly act: (button: HTMLElement) => void;
  /** State of a toggle button. */
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  /** Reason why it is disabled, if that is not obvious. */
  readonly why?: string;
  /** Disabled while no row is selected. */
  readonly needsSelection?: true;
}

/** Buttons in order; the last ones are the first to move into the overflow menu. */
function toolButtons(state: ToolState, actions: ToolActions): readonly ToolButton[] {
  const { offers, chart } = state;
  const ofRecords: readonly (ToolButton & { readonly needs: RecordCommand })[] = [
    { needs: 'openAsTable', name: tableWords.openAsTable, icon: 'table', act: actions.openAsTable },
    {
      needs: 'saveCells',
      name: tableWords.saveCells,
      icon: 'save',
      act: actions.saveCells,
      isOff: !state.hasStaged,
    },
    { needs: 'exportRecords', name: tableWords.exportRecords, icon: 'export', act: actions.exportRecords },
    { needs: 'addRecord', name: tableWords.addRecord, icon: 'add', act: actions.addRecord },
    {
      needs: 'editRecords',
      name: tableWords.editSelected,
      icon: 'edit',
      act: actions.editSelected,
      needsSelection: true,
      isOff: state.whyNotEdit !== undefined,
      ...(state.whyNotEdit !== undefined && { why: state.whyNotEdit }),
    },
    {
      needs: 'deleteRecords',
      name: tableWords.deleteSelected,
      icon: 'trash',
      act: actions.deleteSelected,
      needsSelection: true,
      isOff: state.whyNotDelete !== undefined,
      ...(state.whyNotDelete !== undefined && { why: state.whyNotDelete }),
    },
  ];
  return [
    ...(chart ? chartButtons(chart, actions) : []),
    { name: tableWords.refresh, icon: 'refresh', act: actions.refresh },
    { name: tableWords.columns, icon: 'split-horizontal', act: actions.columns },
    { name: tableWords.filter, icon: 'filter', act: actions.filter, isPressed: state.isFiltering },
    { name: tableWords.preview, icon: 'open-preview', act: actions.preview, isPressed: state.isPreviewing },
    ...ofRecords.filter(({ needs }) => offers.has(needs)),
    ...(state.hidesDeleted === undefined
      ? []
      : [
          {
            name: tableWords.hideDeleted,
            icon: 'eye-closed',
            act: actions.toggleDeleted,
            isPressed: state.hidesDeleted,
          },
        ]),
  ];
}

/** Actions shown only in the overflow menu. */
function overflowButtons({ editQuery }: ToolActions): readonly ToolButton[] {
  return [{ name: tableWords.editQuery, icon: 'json', act: editQuery }];
}

function chartButtons(chart: ChartState, { showHalf, exportChart }: ToolActions): readonly ToolButton[] {
  return [
    { name: tableWords.showTable, icon: 'table', act: () => showHalf('table'), isPressed: chart.isTableShown },
    { name: tableWords.showChart, icon: 'graph', act: () => showHalf('chart'), isPressed: chart.isChartShown },
    { name: tableWords.exportChart, icon: 'device-camera', act: exportChart, isOff: !chart.canExport },
  ];
}
