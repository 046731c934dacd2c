import { render, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

/** What a list shows now, and whom it asks for it. */
export interface ListContent<Row> {
  /** Another one means that what is shown is old. */
  readonly version: string;
  readonly ask: (from: number, count: number) => Promise<{ readonly total: number; readonly rows: readonly Row[] }>;
  /** Tells a row from the others, so that the keyboard stays on it while they move past it. */
  readonly keyOf: (row: Row, at: number) => unknown;
  readonly row: (row: Row, at: number) => TemplateResult;
  /** A row has one line however little room there is. */
  readonly isOneLine?: boolean;
}

/** As `recordList.css` has it: where there is no room beside it, what changes stands below the name of its record. */
const narrow = window.matchMedia('(width < 520px)');
const oneLine = 28;
const twoLines = 48;
/** Beyond what is seen, so that a short way needs no waiting. */
const margin = 20;
/** Browsers end an element somewhere above that; a longer list moves by more than a row for each row that is scrolled. */
const tallest = 15_000_000;

/** A table of any length. Only the rows on the screen are in the page, and only they are asked for. */
export class WindowedList<Row> {
  readonly element = document.createElement('div');
  readonly header = document.createElement('div');
  /** All that a row has only room for the beginning of, for the one that the keyboard is on. */
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
      this.#tellDetail();
      (target as Element).closest('.rows .row')?.scrollIntoView({ block: 'nearest' });
    });
    this.element.addEventListener('focusout', () => (this.detail.hidden = true));
    this.element.addEventListener('scroll', () => void this.fill());
    new ResizeObserver(() => void this.fill()).observe(this.element);
    narrow.addEventListener('change', () => this.#paint());
  }

  /** Asks for what is on the screen, once at a time: what changes meanwhile is asked for when the answer is there. */
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
      // the host is gone, or will tell a new state
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

  /** Where the rows stand in the space that stands for all of them. */
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
    this.#tellDetail();
  }

  #tellDetail(): void {
    const row = document.activeElement?.closest('.rows .row');
    const cells = [...(row?.querySelectorAll('[role=cell][title]') ?? [])];
    const texts = cells.map((cell) => cell.getAttribute('title') ?? '').filter((text) => text !== '');
    this.detail.textContent = texts.join('\n');
    this.detail.hidden = !row || !this.element.contains(row);
  }
}
