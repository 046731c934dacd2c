import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { BulkColumn, BulkFilter, BulkHost, BulkRow, BulkSort, BulkState } from '../../protocol/bulkProtocol.ts';
import { narrow, oneLine, rowHeight } from '../common/rowHeight.ts';
import { stateLabel } from './bulkWords.ts';

/** Beyond what is seen, so that a short way needs no waiting. */
const margin = 20;

/** The records of a run. Only those on the screen are in the page, and only they are asked for. */
export class RecordList {
  readonly element = document.createElement('div');
  /** All that a row has only room for the beginning of, for the one that the keyboard is on. */
  readonly detail = document.createElement('p');
  readonly #host: BulkHost;
  readonly #space = document.createElement('div');
  readonly #rows = document.createElement('div');
  readonly #table = document.createElement('div');
  readonly #header = document.createElement('div');
  #state: BulkState | undefined;
  #filter: BulkFilter = 'all';
  #sort: BulkSort | undefined;
  #shown: { readonly key: string; readonly from: number; readonly rows: readonly BulkRow[] } | undefined;
  #total = 0;
  #isAsking = false;

  constructor(host: BulkHost) {
    this.#host = host;
    this.element.className = 'list';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', t('Records'));
    this.#table.setAttribute('role', 'table');
    this.#table.setAttribute('aria-label', t('Records'));
    this.#header.className = 'header table-header';
    this.#header.setAttribute('role', 'rowgroup');
    this.#paintHeader();
    this.#space.className = 'space';
    this.#space.setAttribute('role', 'rowgroup');
    this.#rows.className = 'rows';
    this.#rows.setAttribute('role', 'presentation');
    this.#space.append(this.#rows);
    this.#table.append(this.#header, this.#space);
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
    narrow.addEventListener('change', () => this.#paint());
  }

  get #rowHeight(): number {
    return this.#state?.kind === 'delete' ? oneLine : rowHeight();
  }

  show(state: BulkState, filter: BulkFilter): void {
    if (filter !== this.#filter) this.element.scrollTop = 0;
    this.element.classList.toggle('started', state.step === 'run');
    this.element.classList.toggle('deletes', state.kind === 'delete');
    if (state.step !== this.#state?.step) this.#sort = undefined;
    this.#state = state;
    this.#filter = filter;
    this.#paintHeader();
    void this.#fill();
  }

  /** Up, down, and as it was. The host has all of them, and sorts them. */
  #sortBy(by: BulkColumn): void {
    const { by: before, isDescending = false } = this.#sort ?? {};
    this.#sort = before !== by ? { by, isDescending: false } : isDescending ? undefined : { by, isDescending: true };
    this.element.scrollTop = 0;
    this.#paintHeader();
    void this.#fill();
  }

  /** Asks for what is on the screen, once at a time: what changes meanwhile is asked for when the answer is there. */
  async #fill(): Promise<void> {
    if (this.#isAsking || !this.#state) return;
    this.#isAsking = true;
    try {
      for (let wanted = this.#wanted(); wanted; wanted = this.#wanted()) {
        const { total, rows } = await this.#host.call.rows({
          filter: this.#filter,
          from: wanted.from,
          count: wanted.count,
          ...(wanted.sort && { sort: wanted.sort }),
        });
        this.#total = total;
        this.#shown = { key: wanted.key, from: wanted.from, rows };
        this.#paint();
      }
    } catch {
      // the host is gone, or will tell a new state
    } finally {
      this.#isAsking = false;
    }
  }

  #wanted(): { key: string; from: number; count: number; sort: BulkSort | undefined } | undefined {
    if (!this.#state || !this.element.isConnected) return undefined;
    const height = this.#rowHeight;
    const first = Math.floor(this.element.scrollTop / height);
    const visible = Math.ceil(Math.max(this.element.clientHeight, height) / height) + 1;
    const sort = this.#sort;
    const { step, run, version } = this.#state;
    const key = `${step} ${run?.id ?? ''} ${version} ${this.#filter} ${sort?.by} ${sort?.isDescending}`;
    const { from, rows } = this.#shown ?? { from: 0, rows: [] };
    const end = Math.min(first + visible, this.#total);
    const isThere = this.#shown?.key === key && first >= from && end <= from + rows.length;
    if (isThere) return undefined;
    return { key, from: Math.max(0, first - margin), count: Math.min(visible + margin * 2, 500), sort };
  }

  #paint(): void {
    const state = this.#state;
    const { from, rows } = this.#shown ?? { from: 0, rows: [] };
    if (!state) return;
    this.#space.style.height = `${this.#total * this.#rowHeight}px`;
    this.#rows.style.transform = `translateY(${from * this.#rowHeight}px)`;
    this.#table.setAttribute('aria-rowcount', String(this.#total + 1));
    // by id: the keyboard stays on its record while the others move past it
    render(
      repeat(
        rows,
        ({ id }) => id,
        (row, index) => this.#row(row, from + index, state),
      ),
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

  #row(row: BulkRow, position: number, state: BulkState): TemplateResult {
    const name = row.name === '' ? t('Record {0}', row.id) : row.name;
    const words = [stateLabel(row, state), row.why].filter((word) => word !== null).join(': ');
    const canDrop = state.step === 'preview' && ['waiting', 'dropped', 'changed'].includes(row.state);
    const changes = row.cells.map(
      ({ label, before, after }) => `${label}: ${before || t('(empty)')} → ${after || t('(empty)')}`,
    );
    const isExplained = row.cells.length === 0;
    return html`<div
      class="row ${row.state} ${isExplained ? 'explained' : ''}"
      role="row"
      aria-rowindex=${position + 2}
    >
      <span role="cell" class="use"
        >${
          canDrop
            ? html`<input
                type="checkbox"
                aria-label=${t('Include {0}', name)}
                .checked=${row.state === 'waiting'}
                @change=${(event: Event) => this.#host.tell.drop({ ids: [row.id], isDropped: !(event.target as HTMLInputElement).checked })}
              />`
            : nothing
        }</span
      >
      <span role="cell" class="name" title="${name} (${row.id})"
        >${
          row.canOpen
            ? html`<button type="button" class="link" @click=${() => this.#host.tell.openRecord({ id: row.id })}>
                ${name}
              </button>`
            : // the keyboard gets to every row, for what it has no room for
              html`<span tabindex="0">${name}</span>`
        }</span
      >
      <span role="cell" class="what" title=${changes.join('\n')}
        >${row.cells.map(
          ({ label, before, after }, index) =>
            html`${index > 0 ? ' · ' : ''}${label}: <span class="before">${before || t('(empty)')}</span> →
              <span class="after">${after || t('(empty)')}</span>`,
        )}</span
      >
      <span role="cell" class="outcome" title=${words}>${words}</span>
    </div>`;
  }

  #paintHeader(): void {
    render(
      html`<div class="row" role="row" aria-rowindex="1">
        <span role="columnheader" class="use"><span class="unseen">${t('Include')}</span></span>
        ${this.#columnHeader('record', t('Record'))} ${this.#columnHeader('change', t('Change'))}
        ${this.#columnHeader('outcome', t('Outcome'))}
      </div>`,
      this.#header,
    );
  }

  #columnHeader(column: BulkColumn, label: string): TemplateResult {
    const direction = this.#sort?.by === column ? (this.#sort.isDescending ? 'descending' : 'ascending') : undefined;
    return html`<span role="columnheader" class=${column === 'change' ? 'what' : ''} aria-sort=${direction ?? 'none'}
      ><button type="button" class="sort" title=${t('Sort by {0}', label)} @click=${() => this.#sortBy(column)}>
        ${label}${
          direction === undefined
            ? nothing
            : html`<span class="codicon codicon-arrow-${direction === 'ascending' ? 'up' : 'down'}"></span>`
        }
      </button></span
    >`;
  }
}
