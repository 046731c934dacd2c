import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { Popover } from '../parts/popover.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import { formatNumber } from '../../../../model/formatNumber.ts';
import { orderedColumns, visibility } from '../../../../model/list/columnOrder.ts';
import { withPinned, withMoved, withVisibility } from './columnLayout.ts';

/** Max columns listed; others are found by typing a part of the name. */
const maxListed = 200;

/** Shows, hides, pins and moves columns. */
export class ColumnsPanel {
  readonly #popover: Popover;
  readonly #table: TableModel;
  #filter = '';

  constructor(popover: Popover, table: TableModel) {
    this.#popover = popover;
    this.#table = table;
  }

  toggle(anchor: Element | null): void {
    this.#filter = '';
    this.#popover.toggle(tableWords.columns, anchor, () => this.#content());
  }

  #content(): TemplateResult {
    const { source, layout } = this.#table;
    const ordered = orderedColumns(source.columns, layout).filter(({ isAccess }) => !isAccess);
    const isShown = visibility(source.columns, layout);
    const filter = this.#filter.toLowerCase();
    const isFound = ({ label, name }: Column): boolean => `${label} ${name}`.toLowerCase().includes(filter);
    const found = ordered.filter(isFound);
    const access = source.access.filter(isFound);
    const listed = found.slice(0, maxListed);
    const typed = (event: Event): void => {
      this.#filter = (event.target as HTMLInputElement).value;
      this.#popover.update();
    };
    return html`
      <input
        type="search"
        aria-label=${tableWords.findColumn}
        placeholder=${tableWords.findColumn}
        .value=${this.#filter}
        @input=${typed}
      />
      <ul class="columns">
        ${repeat(
          listed,
          ({ key }) => key,
          (column) => this.#item(column, ordered, isShown(column)),
        )}
      </ul>
      ${found.length > listed.length ? html`<p>${tableWords.moreColumns(formatNumber(found.length - listed.length))}</p>` : nothing}
      ${
        access.length === 0
          ? nothing
          : html`<h3 id="access">${tableWords.access}</h3>
              <ul class="columns" aria-labelledby="access">
                ${access.map((column) => html`<li data-column=${column.key}>${this.#check(column, layout?.shown.includes(column.key) === true)}</li>`)}
              </ul>`
      }
      <div class="actions">
        <button type="button" class="plain second" @click=${() => this.#set(null)}>${tableWords.resetColumns}</button>
      </div>
    `;
  }

  #item(column: Column, ordered: readonly Column[], isShown: boolean): TemplateResult {
    const { layout } = this.#table;
    const shown = this.#table.columns.find((one) => one.column === column);
    const isPinned = shown?.isPinned ?? layout?.pinned.includes(column.key) ?? false;
    const index = ordered.indexOf(column);
    return html`<li data-column=${column.key}>
      ${this.#check(column, isShown)}
      ${small(
        isPinned ? tableWords.unpin(column.label) : tableWords.pin(column.label),
        isPinned ? 'pinned' : 'pin',
        () => this.#set(withPinned(layout, column, !isPinned)),
        false,
      )}
      ${small(tableWords.moveUp(column.label), 'arrow-up', () => this.#move(column, ordered[index - 1], 'up'), index === 0)}
      ${small(
        tableWords.moveDown(column.label),
        'arrow-down',
        () => this.#move(column, ordered[index + 2], 'down'),
        index === ordered.length - 1,
      )}
    </li>`;
  }

  #check(column: Column, isShown: boolean): TemplateResult {
    const { layout, source } = this.#table;
    const check = (event: Event): void =>
      this.#set(withVisibility(layout, column, (event.target as HTMLInputElement).checked, source.access));
    return html`<label dir="auto"
      ><input type="checkbox" .checked=${isShown} @change=${check} /><span>${column.label}</span></label
    >`;
  }

  #move(column: Column, before: Column | undefined, way: 'up' | 'down'): void {
    this.#set(withMoved(this.#table.layout, this.#table.source.columns, column, before));
    // moving the line in the DOM loses focus; at the end of the list only the opposite button is enabled
    const line = this.#popover.element.querySelector(`[data-column="${CSS.escape(column.key)}"]`);
    const on = line?.querySelector<HTMLElement>(`button:enabled:has(.codicon-arrow-${way})`);
    (on ?? line?.querySelector<HTMLElement>('button:enabled:has([class*=codicon-arrow])'))?.focus();
  }

  #set(layout: Parameters<TableModel['setLayout']>[0]): void {
    this.#table.setLayout(layout);
    this.#popover.update();
  }
}

function small(name: string, icon: string, act: () => void, isOff: boolean): TemplateResult {
  return html`<button class="tool" type="button" title=${name} aria-label=${name} ?disabled=${isOff} @click=${act}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}
