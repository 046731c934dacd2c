import type { CellFormatter } from '../cellFormatter.ts';
import type { GridView } from '../grid/gridView.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { CellEditing } from './cellEditing.ts';
import { ConflictBar } from './conflictBar.ts';
import type { RefusedText } from './refusedCells.ts';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { formatNumber } from '../../../../model/formatNumber.ts';
import { keepFocus } from '../../../common/page/keyboard.ts';
import type { UnresolvedCell, UnresolvedRecord } from './unresolved.ts';

export interface SaveProblemsOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly editing: CellEditing;
  readonly formatter: Pick<CellFormatter, 'textOf'>;
  readonly open: (id: string) => void;
  readonly notify: (text: string) => void;
  readonly leave: () => void;
}

/** Shows cells that were not saved: a list of all of them, and the conflict choice at the cell. */
export class SaveProblems {
  readonly #options: SaveProblemsOptions;
  readonly #list: UnresolvedList;
  readonly #bar: ConflictBar;
  /** Rejected texts from before the current save. */
  #noted: readonly RefusedText[] = [];

  constructor(options: SaveProblemsOptions) {
    this.#options = options;
    const { table, grid, editing, open, leave } = options;
    this.#bar = new ConflictBar(leave);
    this.#list = new UnresolvedList(table, {
      goTo: (id, key) => {
        const column = table.columns.findIndex((shown) => shown.column.key === key);
        grid.setActive({ row: table.indexOf(id), column: column < 0 ? grid.active.column : column });
        leave();
      },
      open,
      resolve: (id, columns, keep) => editing.staging.resolve(id, columns, keep),
      textOf: (value, key) => this.#textOf(value, key),
      leave,
    });
  }

  get list(): HTMLElement {
    return this.#list.element;
  }

  get bar(): HTMLElement {
    return this.#bar.element;
  }

  show(): void {
    this.#list.show();
  }

  toggle(): void {
    this.#list.toggle();
  }

  /** Offers the conflict choice if someone else changed the active cell, too. */
  follow(): void {
    const { table, grid, editing } = this.#options;
    const { active, element } = grid;
    const column = table.columns[active.column];
    const found = editing.isOpen ? undefined : editing.staging.conflict(table.row(active.row), column);
    const textOf = (value: string | null): string | null => this.#textOf(value, column?.column.key);
    this.#bar.show(
      found && { ...found, mine: textOf(found.mine), theirs: textOf(found.theirs) },
      found && grid.cellElement(active)?.getBoundingClientRect(),
      found && element.getBoundingClientRect(),
    );
  }

  beginSave(): void {
    this.#noted = this.#options.table.refusedCells.all;
  }

  /** Clears the problems from before the save, and lists the cells that it couldn't save. */
  showAfterSave(): void {
    const { table, notify } = this.#options;
    const { all } = table.refusedCells;
    const left = all.filter((text) => !this.#noted.includes(text));
    if (left.length < all.length) table.refuse(left);
    const { length } = table.unresolved;
    if (length === 0) return;
    notify(tableWords.recordsNotSaved(length));
    this.#list.open();
  }

  /** Display text of a column's value. */
  #textOf(value: string | null, key: string | undefined): string | null {
    const { table, formatter } = this.#options;
    const column = table.source.columns.find((one) => one.key === key);
    return value && column ? formatter.textOf(value, column) : value;
  }
}

/** Max records listed. */
const max = 200;

interface UnresolvedActions {
  readonly goTo: (id: string, column: string) => void;
  readonly open: (id: string) => void;
  readonly resolve: (id: string, columns: readonly string[], keep: 'mine' | 'theirs') => void;
  /** Display text of a column's value. */
  readonly textOf: (value: string | null, column: string) => string | null;
  /** Receives focus when the list closes. */
  readonly leave: () => void;
}

/** List below the rows: every record that was not saved or that someone else changed, with the available actions. */
class UnresolvedList {
  readonly element = document.createElement('section');
  readonly #table: TableModel;
  readonly #actions: UnresolvedActions;
  #isOpen = false;
  #last = '';

  constructor(table: TableModel, actions: UnresolvedActions) {
    this.#table = table;
    this.#actions = actions;
    this.element.className = 'unresolved banner error';
    this.element.ariaLabel = tableWords.unresolvedTitle;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      actions.leave();
    });
  }

  open(): void {
    this.#isOpen = true;
    this.show();
  }

  /** Toggles the list from its button in the status line, and focuses it. */
  toggle(): void {
    this.#isOpen = !this.#isOpen;
    this.show();
    if (this.#isOpen) this.#focusFirst();
  }

  show(): void {
    const records = this.#table.unresolved;
    const { all: texts } = this.#table.refusedCells;
    this.#isOpen &&= records.length + texts.length > 0;
    const state = this.#isOpen ? JSON.stringify([records, texts]) : '';
    if (state === this.#last) return;
    this.#last = state;
    keepFocus(
      this.element,
      () => {
        this.element.hidden = !this.#isOpen;
        render(this.#isOpen ? this.#content(records, texts) : nothing, this.element);
      },
      () => this.#focusFirst(),
    );
  }

  #focusFirst(): void {
    const first = this.#isOpen ? this.element.querySelector<HTMLElement>('li button') : null;
    if (first) first.focus();
    else this.#actions.leave();
  }

  #content(records: readonly UnresolvedRecord[], texts: readonly RefusedText[]): TemplateResult {
    const more = records.length + texts.length - max;
    const close = (): void => {
      this.#isOpen = false;
      this.show();
    };
    return html`
      <header>
        <h2>${tableWords.unresolvedTitle}</h2>
        ${
          texts.length > 1
            ? html`<button type="button" class="linklike" @click=${() => this.#table.refuse([])}>
                ${tableWords.dismissAll}
              </button>`
            : nothing
        }
        <button type="button" class="tool" title=${tableWords.close} @click=${close}>
          <span class="codicon codicon-close" aria-hidden="true"></span>
        </button>
      </header>
      <ul>
        ${records.slice(0, max).map((record) => this.#record(record))}
        ${texts.slice(0, Math.max(0, max - records.length)).map((text) => this.#text(text))}
        ${more > 0 ? html`<li>${tableWords.moreRefused(formatNumber(more))}</li>` : nothing}
      </ul>
    `;
  }

  #record(record: UnresolvedRecord): TemplateResult {
    const { resolve, open } = this.#actions;
    const { id, cells, staged, isGone } = record;
    const conflicts = cells.flatMap(({ column, theirs }) => (theirs === undefined ? [] : [column]));
    const name = record.name || tableWords.recordNamed(id);
    const action = (title: string, act: () => void): TemplateResult =>
      html`<button type="button" class="linklike" aria-label=${`${title}, ${name}`} @click=${act}>${title}</button>`;
    return html`<li>
      ${this.#where(name, record.isShown ? id : undefined, cells[0]?.column)}
      <span class="reason" dir="auto">${[...new Set(cells.map((cell) => this.#reason(cell)))].join(' ')}</span>
      <span class="actions">
        ${
          conflicts.length > 0
            ? html`${action(tableWords.keepMineInAll, () => resolve(id, conflicts, 'mine'))}
              ${action(tableWords.takeTheirsInAll, () => resolve(id, conflicts, 'theirs'))}`
            : nothing
        }
        ${isGone ? nothing : action(tableWords.open, () => open(id))}
        ${action(tableWords.discard, () => resolve(id, staged, 'theirs'))}
      </span>
    </li>`;
  }

  #reason({ column, label, mine, theirs, problem = '', isOfRecord }: UnresolvedCell): string {
    const { textOf } = this.#actions;
    if (theirs !== undefined) return tableWords.yoursAndTheirs(label, textOf(mine, column), textOf(theirs, column));
    return isOfRecord ? problem : tableWords.problemOf(label, problem);
  }

  #text(text: RefusedText): TemplateResult {
    const { cell, row, label, why } = text;
    const dismiss = (): void => this.#table.refuse(this.#table.refusedCells.all.filter((one) => one !== text));
    const name = tableWords.cellOf(row, label);
    return html`<li>
      ${this.#where(name, cell?.id, cell?.column)}
      <span class="reason" dir="auto">${tableWords.notTaken(text.text, why)}</span>
      <span class="actions">
        <button type="button" class="linklike" aria-label=${`${tableWords.dismiss}, ${name}`} @click=${dismiss}>
          ${tableWords.dismiss}
        </button>
      </span>
    </li>`;
  }

  #where(name: string, id: string | undefined, column: string | undefined): TemplateResult {
    const { goTo } = this.#actions;
    if (id === undefined || column === undefined) return html`<span class="name" dir="auto">${name}</span>`;
    return html`<button type="button" class="linklike name" dir="auto" @click=${() => goTo(id, column)}>
      ${name}
    </button>`;
  }
}
