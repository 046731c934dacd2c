import { render, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

/** Content of a list, and how to request it. */
export interface ListContent<Row> {
  /** A different version means that the rows are stale. */
  readonly version: string;
  readonly ask: (from: number, count: number) => Promise<{ readonly total: number; readonly rows: readonly Row[] }>;
  /** Identifies a row, so that focus stays on it while rows scroll. */
  readonly keyOf: (row: Row, at: number) => unknown;
  readonly row: (row: Row, at: number) => TemplateResult;
  /** True if a row has one line at any width. */
  readonly isOneLine?: boolean;
}

/** Matches `recordList.css`: in a narrow list, the change is shown below the record's name. */
const narrow = window.matchMedia('(width < 520px)');
const oneLine = 28;
const twoLines = 48;
/** Rows rendered beyond the viewport, so that short scrolls don't wait. */
const margin = 20;
/** Browsers limit the height of an element; a longer list is scaled and scrolls by more than one row per row height. */
const tallest = 15_000_000;

/** Virtualized table of any length: only visible rows are requested and rendered. */
export class WindowedList<Row> {
  readonly element = document.createElement('div');
  readonly header = document.createElement('div');
  /** Full text of the focused row, which the row itself may truncate. */
  readonly detail = document.createElement('p');
  readonly #content: () => ListContent<Row> | undefined;
  readonly #space = document.createElement('div');
  readonly #rows = document.createElement('div');
  readonly #table = document.createElement('div');
  #shown: { readonly version: string; readonly from: number; readonly rows: readonly Row[] } | undefined;
  #total = 0;
  #isAsking = false;

  /** `content` is undefined as long as there is nothing to show. */
  constructor(label: string, content: () => ListContent<Row> | undefined) {
    this.#content = content;
    this.element.className = 'list';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', label);
    this.#table.setAttribute('role', 'table');
    this.#table.setAttribute('aria-label', label);
    this.header.className = 'header table-header';
    this.header.setAttribute('role', 'rowgroup');
    this.#space.className = 'space';
    this.#space.setAttribute('role', 'rowgroup');
    this.#rows.className = 'rows';
    this.#rows.setAttribute('role', 'presentation');
    this.#space.append(this.#rows);
    this.#table.append(this.header, this.#space);
    this.element.append(this.#table);
    this.detail.className = 'detail';
    this.detail.hidden = true;
    this.element.addEventListener('focusin', ({ target }) => {
      this.#showDetail();
      (target as Element).closest('.rows .row')?.scrollIntoView({ block: 'nearest' });
    });
    this.element.addEventListener('focusout', () => (this.detail.hidden = true));
    this.element.addEventListener('scroll', () => void this.fill());
    new ResizeObserver(() => void this.fill()).observe(this.element);
    narrow.addEventListener('change', () => this.#paint());
  }

  /** Requests the visible rows, one request at a time; later changes are requested when the response arrives. */
  async fill(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (let wanted = this.#wanted(); wanted; wanted = this.#wanted()) {
        const { version, from, count, ask } = wanted;
        const { total, rows } = await ask(from, count);
        this.#total = total;
        this.#shown = { version, from, rows };
        this.#paint();
      }
      this.#place();
    } catch {
      // the host is disconnected, or will send a new state
    } finally {
      this.#isAsking = false;
    }
  }

  #wanted(): (Pick<ListContent<Row>, 'version' | 'ask'> & { from: number; count: number }) | undefined {
    const content = this.element.isConnected ? this.#content() : undefined;
    if (!content) return undefined;
    const { version, ask } = content;
    const { first, visible } = this.#onScreen;
    const { from, rows } = this.#shown ?? { from: 0, rows: [] };
    const end = Math.min(first + visible, this.#total);
    if (this.#shown?.version === version && first >= from && end <= from + rows.length) return undefined;
    return { version, ask, from: Math.max(0, first - margin), count: Math.min(visible + margin * 2, 500) };
  }

  get #rowHeight(): number {
    return narrow.matches && this.#content()?.isOneLine !== true ? twoLines : oneLine;
  }

  get #onScreen(): { readonly first: number; readonly visible: number; readonly isScaled: boolean } {
    const { scrollTop, clientHeight } = this.element;
    const height = this.#rowHeight;
    const visible = Math.ceil(Math.max(clientHeight, height) / height) + 1;
    const isScaled = this.#total * height > tallest;
    const share = scrollTop / Math.max(1, tallest - clientHeight);
    const first = isScaled ? Math.round(share * (this.#total - visible + 2)) : Math.floor(scrollTop / height);
    return { first, visible, isScaled };
  }

  /** Positions the rows within the scroll height of the whole list. */
  #place(): void {
    const { from } = this.#shown ?? { from: 0 };
    const { first, isScaled } = this.#onScreen;
    const height = this.#rowHeight;
    const top = isScaled ? this.element.scrollTop - (first - from) * height : from * height;
    this.#rows.style.transform = `translateY(${top}px)`;
  }

  #paint(): void {
    const content = this.#content();
    const { from, rows } = this.#shown ?? { from: 0, rows: [] };
    if (!content) return;
    this.#space.style.height = `${Math.min(this.#total * this.#rowHeight, tallest)}px`;
    this.#place();
    this.#table.setAttribute('aria-rowcount', String(this.#total + 1));
    const templates = repeat(
      rows,
      (row, index) => content.keyOf(row, from + index),
      (row, index) => content.row(row, from + index),
    );
    render(templates, this.#rows);
    this.#showDetail();
  }

  #showDetail(): void {
    const row = document.activeElement?.closest('.rows .row');
    const cells = [...(row?.querySelectorAll('[role=cell][title]') ?? [])];
    const texts = cells.map((cell) => cell.getAttribute('title') ?? '').filter((text) => text !== '');
    this.detail.textContent = texts.join('\n');
    this.detail.hidden = !row || !this.element.contains(row);
  }
}
