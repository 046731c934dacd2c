import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { QueryRemark } from '../../../../model/list/recordQuery.ts';
import { errorMessage } from '../../../common/channel.ts';
import type { Popover } from '../parts/popover.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import { type Completion, completeName } from './completeName.ts';
import type { TableFind, TableQuery } from '../../tableProtocol.ts';

export interface QueryPanelActions {
  readonly check: (text: string) => Promise<QueryRemark | null>;
  /** Returns a query equivalent to the filters, as a starting point. */
  readonly textOf: (filters: NonNullable<TableQuery['filters']>) => Promise<string>;
  readonly copyAsCurl: (rawQ: string | undefined) => void;
}

const pauseInTyping = 300;

/** Editor for the list's raw query, with completion of column names. */
export class QueryPanel {
  readonly #popover: Popover;
  readonly #table: TableModel;
  readonly #actions: QueryPanelActions;
  #text = '';
  #remark: QueryRemark | null = null;
  #completion: Completion | undefined;
  #chosen = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #presses = 0;

  constructor(popover: Popover, table: TableModel, actions: QueryPanelActions) {
    this.#popover = popover;
    this.#table = table;
    this.#actions = actions;
  }

  async toggle(anchor: Element | null): Promise<void> {
    clearTimeout(this.#typing);
    if (this.#popover.title === tableWords.editQuery) return this.#popover.close();
    const { rawQ, filters = {} } = this.#table.query;
    const [press, shown] = [++this.#presses, this.#popover.title];
    // on failure, start with an empty text
    const text = rawQ ?? (await this.#actions.textOf(filters).catch(() => ''));
    // pressed again, or another panel was opened or closed since
    if (press !== this.#presses || this.#popover.title !== shown) return;
    this.#text = text;
    this.#remark = null;
    this.#completion = undefined;
    this.#popover.open(tableWords.editQuery, anchor, () => this.#content());
  }

  #content(): TemplateResult {
    const isEmpty = this.#text.trim() === '';
    return html`
      <p class="hint">${tableWords.queryHint}</p>
      <textarea
        class="query"
        rows="7"
        spellcheck="false"
        aria-label=${tableWords.query}
        aria-describedby="query-remark"
        aria-autocomplete="list"
        aria-controls="query-names"
        aria-activedescendant=${this.#completion ? `query-name-${this.#chosen}` : nothing}
        .value=${this.#text}
        @input=${(event: Event) => this.#typed(event.target as HTMLTextAreaElement)}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
      ></textarea>
      <ul id="query-names" class="names" role="listbox" aria-label=${tableWords.columns} ?hidden=${!this.#completion}>
        ${this.#completion?.names.map((name, index) => this.#option(name, index))}
      </ul>
      <p id="query-remark" class=${this.#canBeSent ? 'hint' : 'problem'} aria-live="polite">${this.#remark?.text}</p>
      <div class="actions">
        <button type="button" class="plain" ?disabled=${!this.#canBeSent} @click=${() => void this.#apply()}>
          ${tableWords.apply}
        </button>
        <button type="button" class="plain second" @click=${() => this.#remove()}>${tableWords.removeQuery}</button>
        <button
          type="button"
          class="plain second"
          @click=${() => this.#actions.copyAsCurl(isEmpty ? undefined : this.#text)}
        >
          ${tableWords.copyAsCurl}
        </button>
      </div>
      ${findFields(this.#table.query.find, (find) => {
        this.#table.change({ find });
        this.#popover.close();
      })}
    `;
  }

  get #canBeSent(): boolean {
    return this.#remark?.canBeSent !== false;
  }

  #option(name: string, index: number): TemplateResult {
    const press = (event: Event): void => {
      event.preventDefault(); // keep focus in the text
      this.#insertName(name);
    };
    const isChosen = String(index === this.#chosen);
    return html`<li role="option" id="query-name-${index}" aria-selected=${isChosen} @pointerdown=${press}>
      ${name}
    </li>`;
  }

  #typed(area: HTMLTextAreaElement): void {
    this.#text = area.value;
    const names = this.#table.source.columns.flatMap(({ columnName }) => columnName ?? []);
    this.#completion = completeName(area.value, area.selectionStart, names);
    this.#chosen = 0;
    this.#popover.update();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#check(), pauseInTyping);
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.stopPropagation();
      void this.#apply();
      return;
    }
    const completion = this.#completion;
    if (!completion) return;
    const { length } = completion.names;
    if (event.key === 'ArrowDown') this.#chosen = (this.#chosen + 1) % length;
    else if (event.key === 'ArrowUp') this.#chosen = (this.#chosen + length - 1) % length;
    else if (event.key === 'Enter' || event.key === 'Tab') this.#insertName(completion.names[this.#chosen] ?? '');
    else if (event.key === 'Escape') this.#completion = undefined;
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.#popover.update();
  }

  #insertName(name: string): void {
    const completion = this.#completion;
    const area = this.#popover.element.querySelector('textarea');
    if (!completion || !area) return;
    area.setRangeText(name, completion.from, completion.to, 'end');
    this.#text = area.value;
    this.#completion = undefined;
    this.#popover.update();
    area.focus();
    void this.#check();
  }

  /** Returns whether the text can be sent; also false if the text changed during the check. */
  async #check(): Promise<boolean> {
    const text = this.#text;
    const failed = (error: unknown): QueryRemark => ({ text: errorMessage(error), canBeSent: false });
    const remark = text.trim() === '' ? null : await this.#actions.check(text).catch(failed);
    if (text !== this.#text) return false;
    this.#remark = remark;
    this.#popover.update();
    return this.#canBeSent;
  }

  async #apply(): Promise<void> {
    if (!(await this.#check())) return;
    this.#table.change({ rawQ: this.#text.trim() === '' ? undefined : this.#text });
    this.#popover.close();
  }

  #remove(): void {
    this.#table.change({ rawQ: undefined });
    this.#popover.close();
  }
}

/** Searches that the service offers besides its lists, one at a time. */
function findFields(current: TableFind | undefined, find: (wanted: TableFind) => void): TemplateResult {
  const text = (form: HTMLFormElement, name: string): string =>
    form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim() ?? '';
  const submit =
    (wanted: (form: HTMLFormElement) => TableFind | undefined) =>
    (event: SubmitEvent): void => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      const what = wanted(form);
      if (what) find(what);
      else form.querySelector('input')?.focus();
    };
  const category = submit((form) => {
    const value = text(form, 'category');
    return value === '' ? undefined : { kind: 'category', category: value };
  });
  const criteria = submit((form) => {
    const value = text(form, 'criteria');
    return value === '' ? undefined : { kind: 'criteria', criteria: value };
  });
  const entry = submit((form) => {
    const [url, type] = [text(form, 'url'), text(form, 'type')];
    return url === '' || type === '' ? undefined : { kind: 'entry', url, type };
  });
  return html`<h3>${tableWords.findBy}</h3>
    <p class="hint">${tableWords.findHint}</p>
    <form class="find" @submit=${category}>
      ${field('category', tableWords.category, current?.kind === 'category' ? current.category : '')}
      <button type="submit" class="plain second" aria-label=${tableWords.findByCategory}>${tableWords.find}</button>
    </form>
    <form class="find" @submit=${criteria}>
      ${field('criteria', tableWords.searchCriteria, current?.kind === 'criteria' ? current.criteria : '')}
      <button type="submit" class="plain second" aria-label=${tableWords.findByCriteria}>${tableWords.find}</button>
    </form>
    <form class="find" @submit=${entry}>
      ${field('url', tableWords.entryUrl, current?.kind === 'entry' ? current.url : '')}
      ${field('type', tableWords.entryType, current?.kind === 'entry' ? current.type : '')}
      <button type="submit" class="plain second" aria-label=${tableWords.findEntry}>${tableWords.find}</button>
    </form>`;
}

function field(name: string, label: string, value: string): TemplateResult {
  return html`<label
    >${label}<input name=${name} autocomplete="off" spellcheck="false" maxlength="1000" .defaultValue=${value}
  /></label>`;
}
