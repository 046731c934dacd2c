import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { mostSortedByText } from '../../model/bulk/bulkLedger.ts';
import type { BulkColumn, BulkFilter, BulkHost, BulkRow, BulkSort, BulkState } from '../../protocol/bulkProtocol.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { type ListContent, WindowedList } from '../common/windowedList.ts';
import { stateLabel } from './bulkWords.ts';

/** The records of a run. */
export class RecordList {
  readonly #host: BulkHost;
  readonly #list: WindowedList<BulkRow>;
  #state: BulkState | undefined;
  #filter: BulkFilter = 'all';
  #sort: BulkSort | undefined;

  constructor(host: BulkHost) {
    this.#host = host;
    this.#list = new WindowedList(t('Records'), () => this.#content);
    this.#paintHeader();
  }

  get element(): HTMLElement {
    return this.#list.element;
  }

  get detail(): HTMLElement {
    return this.#list.detail;
  }

  show(state: BulkState, filter: BulkFilter): void {
    if (filter !== this.#filter) this.element.scrollTop = 0;
    this.element.classList.toggle('started', state.step === 'run');
    this.element.classList.toggle('deletes', state.kind === 'delete');
    if (state.step !== this.#state?.step) this.#sort = undefined;
    this.#state = state;
    this.#filter = filter;
    this.#paintHeader();
    void this.#list.fill();
  }

  /** Up, down, and as it was. The host has all of them, and sorts them. */
  #sortBy(by: BulkColumn): void {
    const { by: before, isDescending = false } = this.#sort ?? {};
    this.#sort = before !== by ? { by, isDescending: false } : isDescending ? undefined : { by, isDescending: true };
    this.element.scrollTop = 0;
    this.#paintHeader();
    void this.#list.fill();
  }

  get #content(): ListContent<BulkRow> | undefined {
    const state = this.#state;
    if (!state) return undefined;
    const filter = this.#filter;
    const sort = this.#sort;
    return {
      version: `${state.step} ${state.run?.id ?? ''} ${state.version} ${filter} ${sort?.by} ${sort?.isDescending}`,
      ask: (from, count) => this.#host.call.rows({ filter, from, count, ...(sort && { sort }) }),
      keyOf: ({ id }) => id,
      row: (row, at) => this.#row(row, at, state),
      isOneLine: state.kind === 'delete',
    };
  }

  #row(row: BulkRow, position: number, state: BulkState): TemplateResult {
    const name = row.name === '' ? t('Record {0}', row.id) : row.name;
    // what a plan says that it was belongs to the values, which have more room
    const since = state.step === 'preview' && (row.state === 'waiting' || row.state === 'changed') ? row.why : null;
    const words = [stateLabel(row, state), since === null ? row.why : null].filter((word) => word !== null).join(': ');
    const canDrop = state.step === 'preview' && ['waiting', 'dropped', 'changed'].includes(row.state);
    const changes = row.cells.map(
      ({ label, before, after }) => `${label}: ${before || t('(empty)')} → ${after || t('(empty)')}`,
    );
    const beside = since === null ? [] : [since];
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
      <span role="cell" class="what" title=${[...changes, ...beside].join('\n')}
        >${row.cells.map(
          ({ label, before, after }, index) =>
            html`${index > 0 ? ' · ' : ''}${label}: <span class="before">${before || t('(empty)')}</span> →
              <span class="after">${after || t('(empty)')}</span>`,
        )}${since === null ? nothing : html` · ${since}`}</span
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
      this.#list.header,
    );
  }

  #columnHeader(column: BulkColumn, label: string): TemplateResult {
    const isTooMany = column !== 'outcome' && (this.#state?.records ?? 0) > mostSortedByText;
    const words = isTooMany
      ? t('More than {0} records can be sorted by their outcome only.', formatNumber(mostSortedByText))
      : t('Sort by {0}', label);
    const direction = this.#sort?.by === column ? (this.#sort.isDescending ? 'descending' : 'ascending') : undefined;
    return html`<span role="columnheader" class=${column === 'change' ? 'what' : ''} aria-sort=${direction ?? 'none'}
      ><button
        type="button"
        class="sort"
        title=${words}
        aria-disabled=${isTooMany}
        @click=${() => isTooMany || this.#sortBy(column)}
      >
        ${label}${
          direction === undefined
            ? nothing
            : html`<span class="codicon codicon-arrow-${direction === 'ascending' ? 'up' : 'down'}"></span>`
        }
      </button></span
    >`;
  }
}
