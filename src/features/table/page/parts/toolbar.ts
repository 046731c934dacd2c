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
  /** From the search box to the first row. */
  readonly goToFirst: () => void;
}

const pauseInTyping = 250;
/** Of a button, with the gap beside it, and of what stands around its name. */
const buttonWidth = 28;
const nameMargin = 6;
/** On both sides of the row. */
const padding = 16;
/** The least that the search box keeps for itself, with the gap beside it. */
const searchWidth = 148;

/**
 * The row of buttons above the grid, and the search box. The buttons bear their names where there is room for all of them,
 * and only their icons elsewhere; those that do not fit into the row even so are in a menu, with what is seldom used.
 */
export class Toolbar {
  readonly element = document.createElement('div');
  readonly #stop = new RovingTabindex(this.element);
  readonly #actions: ToolbarActions;
  readonly #menu: ContextMenu;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #state: ToolbarState | undefined;
  #shown = '';
  /** Until it is measured, that of the window. */
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
    if (key === this.#shown) return; // it is called with every page of rows
    this.#shown = key;
    this.#state = state;
    this.#render();
    // the box is written only when the search came from elsewhere: what is being typed stays
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
    // with those that rows and a selection may bring: nothing moves when they come
    const names = new Set([...offered.map(({ name }) => name), tableWords.hideDeleted]);
    const named = [...names].reduce((sum, name) => sum + buttonWidth + nameMargin + measureText(name, false), 0);
    const isNamed = named <= room;
    const buttons = offered.filter(({ needsSelection }) => !needsSelection || this.#state?.hasSelection);
    const shown = isNamed ? buttons.length : Math.max(0, Math.min(buttons.length, Math.floor(room / buttonWidth)));
    const more: ToolButton = {
      name: tableWords.more,
      icon: 'ellipsis',
      act: (button) => this.#openMenu(button, [...buttons.slice(shown), ...seldomUsed(this.#actions)]),
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
    const typed = (event: Event): void => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => search(event.target as HTMLInputElement), pauseInTyping);
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
        event.preventDefault(); // it would scroll the rows
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

/** What the buttons of the tool bar depend on. */
interface ToolState {
  /** What the host offers and the connection allows. */
  readonly offers: ReadonlySet<RecordCommand>;
  readonly hasSelection: boolean;
  /** Cells were changed and not saved. */
  readonly hasStaged: boolean;
  /** Why none of what is selected may be edited, and why none may be deleted. */
  readonly whyNotEdit: string | undefined;
  readonly whyNotDelete: string | undefined;
  /** Undefined where no record is deleted. */
  readonly hidesDeleted: boolean | undefined;
  readonly isPreviewing: boolean;
  readonly isFiltering: boolean;
  /** Null when the list view is no chart. */
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
  /** Gets the button that was pressed, or the one that led to it. */
  readonly act: (button: HTMLElement) => void;
  /** Of a button that turns something on and off. */
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  /** Why it is off, where that is not to be seen. */
  readonly why?: string;
  /** There is nothing that it could be done with as long as no row is selected. */
  readonly needsSelection?: true;
}

/** In their order; those at the end are the first to go into the menu when there is no room. */
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

/** In the menu alone. */
function seldomUsed({ editQuery }: ToolActions): readonly ToolButton[] {
  return [{ name: tableWords.editQuery, icon: 'json', act: editQuery }];
}

function chartButtons(chart: ChartState, { showHalf, exportChart }: ToolActions): readonly ToolButton[] {
  return [
    { name: tableWords.showTable, icon: 'table', act: () => showHalf('table'), isPressed: chart.isTableShown },
    { name: tableWords.showChart, icon: 'graph', act: () => showHalf('chart'), isPressed: chart.isChartShown },
    { name: tableWords.exportChart, icon: 'device-camera', act: exportChart, isOff: !chart.canExport },
  ];
}
