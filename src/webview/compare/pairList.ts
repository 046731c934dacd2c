import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { EntryFilter } from '../../model/compare/comparison.ts';
import type { CompareHost, CompareRow } from '../../protocol/compareProtocol.ts';
import { narrow, rowHeight } from '../common/rowHeight.ts';
import { changeWords, kindLabels } from './compareWords.ts';

/** Beyond what is seen, so that a short way needs no waiting. */
const margin = 20;
/** Browsers end an element somewhere above that; a longer list moves by more than a row for each row that is scrolled. */
const tallest = 15_000_000;

/** The records that differ. Only those on the screen are in the page, and only they are asked for. */
export class PairList {
  readonly element = document.createElement('div');
  /** All that a row has only room for the beginning of, for the one that the keyboard is on. */
  readonly detail = document.createElement('p');
  readonly #host: CompareHost;
  readonly #space = document.createElement('div');
  readonly #rows = document.createElement('div');
  readonly #table = document.createElement('div');
  #version = -1;
  #filter: EntryFilter = 'all';
  #shown: { readonly key: string; readonly from: number; readonly rows: readonly CompareRow[] } | undefined;
  #total = 0;
  #isAsking = false;

  constructor(host: CompareHost) {
    this.#host = host;
    this.element.className = 'list pairs';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', t('Differences'));
    this.#table.setAttribute('role', 'table');
    this.#table.setAttribute('aria-label', t('Differences'));
    const header = document.createElement('div');
    header.className = 'header table-header';
    header.setAttribute('role', 'rowgroup');
    render(
      html`<div class="row" role="row" aria-rowindex="1">
        <span role="columnheader">${t('Record')}</span>
        <span role="columnheader" class="what">${t('Here ↔ there')}</span>
        <span role="columnheader">${t('Result')}</span>
      </div>`,
      header,
    );
    this.#space.className = 'space';
    this.#space.setAttribute('role', 'rowgroup');
    this.#rows.className = 'rows';
    this.#rows.setAttribute('role', 'presentation');
    this.#space.append(this.#rows);
    this.#table.append(header, this.#space);
    this.element.append(this.#table);
    this.detail.className = 'detail';
    this.detail.hidden = true;
    this.element.addEventListener('focusin', ({ target }) => {
      this.#tellDetail();
      (target as Element).closest('.rows .row')?.scrollIntoView({ block: 'nearest' });
    });
    this.element.addEventListener('focusout', () => (this.detail.hidden = true));
    this.element.addEventListener('scroll', () => void this.#fill());
    new ResizeObserver(() => void this.#fill()).observe(this.element);
    narrow.addEventListener('change', () => this.#paint(this.#filter));
  }

  show(version: number, filter: EntryFilter): void {
    if (nameOf(filter) !== nameOf(this.#filter)) this.element.scrollTop = 0;
    this.#version = version;
    this.#filter = filter;
    void this.#fill();
  }

  /** Asks for what is on the screen, once at a time: what changes meanwhile is asked for when the answer is there. */
  async #fill(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (let wanted = this.#wanted(); wanted; wanted = this.#wanted()) {
        const { key, from, count, filter } = wanted;
        const { total, rows } = await this.#host.call.rows({ filter, from, count });
        this.#total = total;
        this.#shown = { key, from, rows };
        this.#paint(filter);
      }
      this.#place();
    } catch {
      // the host is gone, or will tell a new state
    } finally {
      this.#isAsking = false;
    }
  }

  #wanted(): { key: string; from: number; count: number; filter: EntryFilter } | undefined {
    if (!this.element.isConnected || this.#version < 0) return undefined;
    const { first, visible } = this.#onScreen;
    const filter = this.#filter;
    const key = `${this.#version} ${nameOf(filter)}`;
    const { from, rows } = this.#shown ?? { from: 0, rows: [] };
    const end = Math.min(first + visible, this.#total);
    if (this.#shown?.key === key && first >= from && end <= from + rows.length) return undefined;
    return { key, from: Math.max(0, first - margin), count: Math.min(visible + margin * 2, 500), filter };
  }

  get #onScreen(): { readonly first: number; readonly visible: number; readonly isScaled: boolean } {
    const { scrollTop, clientHeight } = this.element;
    const height = rowHeight();
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
    const top = isScaled ? this.element.scrollTop - (first - from) * rowHeight() : from * rowHeight();
    this.#rows.style.transform = `translateY(${top}px)`;
  }

  #paint(filter: EntryFilter): void {
    const { from, rows } = this.#shown ?? { from: 0, rows: [] };
    this.#space.style.height = `${Math.min(this.#total * rowHeight(), tallest)}px`;
    this.#place();
    this.#table.setAttribute('aria-rowcount', String(this.#total + 1));
    render(
      rows.map((row, index) => this.#row(row, from + index, filter)),
      this.#rows,
    );
    this.#tellDetail();
  }

  #tellDetail(): void {
    const row = document.activeElement?.closest('.rows .row');
    const cells = [...(row?.querySelectorAll('[role=cell][title]') ?? [])];
    const texts = cells.map((cell) => cell.getAttribute('title') ?? '').filter((text) => text !== '');
    this.detail.textContent = texts.join('\n');
    this.detail.hidden = !row || !this.element.contains(row);
  }

  #row(row: CompareRow, at: number, filter: EntryFilter): TemplateResult {
    const name = row.name === '' ? row.key : row.name;
    const words = changeWords(row);
    const open = (): void => {
      if (!row.times) this.#host.tell.openEntry({ filter, at });
    };
    return html`<div class="row ${row.kind}" role="row" aria-rowindex=${at + 2} @dblclick=${open}>
      <span role="cell" class="name" title=${name === row.key ? name : `${name} (${row.key})`}
        >${
          row.times
            ? // the keyboard gets to every row, for what it has no room for
              html`<span tabindex="0">${name}</span>`
            : html`<button type="button" class="link" @click=${open}>${name}</button>`
        }</span
      >
      <span role="cell" class="what" title=${words.join('\n')}
        >${words.map((word, index) => html`${index > 0 ? ' · ' : nothing}${word}`)}</span
      >
      <span role="cell" class="outcome" title=${kindLabels[row.kind]}>${kindLabels[row.kind]}</span>
    </div>`;
  }
}

function nameOf(filter: EntryFilter): string {
  return typeof filter === 'string' ? filter : `field ${filter.field}`;
}
