import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { keepFocus } from '../../common/page/keyboard.ts';
import type { ActiveCell } from './grid/gridKeys.ts';
import type { SelectedCells } from './range/rangeParts.ts';
import type { RowsFailure } from './rows/rowSource.ts';
import type { FilterStatus } from '../tableProtocol.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { ignoredFilter } from '../../../model/list/ignoredFilter.ts';

const noticeStays = 10_000;

/** Visible rows; undefined if there are none, for example if only the chart is shown. */
type ShownRows = { readonly first: number; readonly last: number } | undefined;

export interface StatusLineOptions {
  readonly shown: () => ShownRows;
  readonly active: () => ActiveCell;
  /** Description of the selected rows or cells. */
  readonly selection: () => SelectedCells;
  /** Sums of the selection; empty if there is nothing to sum. */
  readonly sums: () => string;
  /** True if there are sums by column to show. */
  readonly hasSums: (sums: string) => boolean;
  readonly showSums: () => void;
  readonly retry: () => void;
  readonly stopFilter: () => void;
  readonly continueFilter: () => void;
  /** Applies the filters locally that the service ignored. */
  readonly filterHere: () => void;
  readonly setToken: () => void;
  readonly selectAll: () => void;
  /** Shows or hides the list of unsaved records. */
  readonly toggleUnresolved: () => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly compareChanges: () => void;
  readonly savePlan: () => void;
  /** Receives focus when the pressed button is removed. */
  readonly leave: () => void;
}

interface StatusState {
  readonly shown: string;
  readonly isLoading: boolean;
  readonly selection: SelectedCells;
  readonly sums: string;
  readonly hasSums: boolean;
  /** The last transient message. */
  readonly notice: string;
  /** Reason why the active cell can't be edited or was rejected. */
  readonly reason: string;
  readonly failure: RowsFailure | undefined;
  readonly filtered: FilterStatus | null;
  /** Warning that the service ignored a part of the query. */
  readonly filterNotice: string;
  /** Label of the Select All button; empty for no button. */
  readonly selectAll: string;
  /** Number of unsaved records and rejected texts; empty for none. */
  readonly unresolved: string;
  /** Summary of staged changes; empty for none. */
  readonly changes: string;
  readonly maySave: boolean;
}

/** The status line below the grid: rows shown, selection and errors. */
export class StatusLine {
  readonly element = document.createElement('div');
  readonly #table: TableModel;
  readonly #options: StatusLineOptions;
  #notice = '';
  #reason: { readonly cell: string; readonly text: string } | undefined;
  #noticeEnds: ReturnType<typeof setTimeout> | undefined;
  #last = '';

  constructor(table: TableModel, options: StatusLineOptions) {
    this.#table = table;
    this.#options = options;
    this.element.className = 'statusline';
  }

  /** Shows a message for a while. */
  notify(text: string): void {
    this.#notice = text;
    clearTimeout(this.#noticeEnds);
    if (text !== '') this.#noticeEnds = setTimeout(() => this.notify(''), noticeStays);
    this.update();
  }

  /** Shows the reason why a cell keeps its value, as long as the cell is active. */
  explain(cell: ActiveCell, text: string): void {
    this.#reason = { cell: this.#nameOf(cell), text };
    this.update();
  }

  /** Identifies the cell by record id, because sorting moves rows. */
  #nameOf({ row, column }: ActiveCell): string {
    return JSON.stringify([this.#table.row(row)?.id ?? row, this.#table.columns[column]?.column.key]);
  }

  /**
   * The explanation of a cell is cleared when another cell becomes active; the service's message about its value comes
   * back with it.
   */
  #reasonAt(active: ActiveCell): string {
    if (this.#reason?.cell !== this.#nameOf(active)) this.#reason = undefined;
    const row = this.#table.row(active.row);
    const column = this.#table.columns[active.column];
    if (this.#reason || !row || !column) return this.#reason?.text ?? '';
    const refusal = this.#table.refusal(row, column);
    if (refusal) return tableWords.notTaken(refusal.text, refusal.why);
    return this.#table.staged(row, column)?.problem ?? '';
  }

  /** Writes only if the text changed: screen readers announce every write. */
  update(): void {
    const { shown, active, selection, sums, hasSums, leave } = this.#options;
    const line = sums();
    const said = {
      selection: selection(),
      sums: line,
      hasSums: hasSums(line),
      notice: this.#notice,
      reason: this.#reasonAt(active()),
    };
    const state = { ...statusState(this.#table, shown()), ...said };
    const key = JSON.stringify(state);
    if (key === this.#last) return;
    this.#last = key;
    keepFocus(this.element, () => this.#render(state), leave);
  }

  #filterButton(filtered: FilterStatus | null): TemplateResult | typeof nothing {
    const { stopFilter, continueFilter } = this.#options;
    if (!filtered || filtered.state === 'complete') return nothing;
    const isReading = filtered.state === 'reading';
    return html`<button type="button" class="plain" @click=${isReading ? stopFilter : continueFilter}>
      ${isReading ? tableWords.stopFilter : filtered.state === 'failed' ? tableWords.retry : tableWords.continueFilter}
    </button>`;
  }

  #render(state: StatusState): void {
    const { shown, isLoading, selection, sums, hasSums, notice, reason, failure, filtered, filterNotice, ...offered } =
      state;
    const { selectAll, unresolved, changes, maySave } = offered;
    const { retry, filterHere, setToken, showSums, toggleUnresolved, save, discard, compareChanges, savePlan } =
      this.#options;
    render(
      html`
        <div class="facts">
          <div role="status" class=${failure || filtered?.state === 'failed' ? 'failed' : ''}>
            <span class="range">${shown}</span>
            ${isLoading ? html`<span class="busy">${tableWords.loading}</span>` : nothing}
            ${filtered?.state === 'reading' ? nothing : filteredText(filtered)}
            ${
              selection.text
                ? html`<span class="chosen" title=${selection.text}
                    >${selection.text}${selection.corners ? html`<span class="unseen"> ${selection.corners}</span>` : nothing}</span
                  >`
                : nothing
            }
            ${sums ? html`<span class="chosen figures spare" title=${sums}>${figures(sums)}</span>` : nothing}
            ${notice ? html`<span class="notice long" title=${notice}>${notice}</span>` : nothing}
            ${reason && reason !== notice ? html`<span class="reason long" title=${reason}>${reason}</span>` : nothing}
            ${filterNotice ? html`<span class="notice long" title=${filterNotice}>${filterNotice}</span>` : nothing}
            ${
              failure
                ? html`<span class="failure"
                    ><span class="codicon codicon-error" aria-hidden="true"></span>${failure.message}</span
                  >`
                : nothing
            }
          </div>
          ${filtered?.state === 'reading' ? filteredText(filtered) : nothing} ${this.#filterButton(filtered)}
          ${
            filterNotice
              ? html`<button type="button" class="linklike" title=${tableWords.filterHereHint} @click=${filterHere}>
                  ${tableWords.filterHere}
                </button>`
              : nothing
          }
          ${failure ? html`<button type="button" class="plain" @click=${retry}>${tableWords.retry}</button>` : nothing}
          ${
            failure?.code === 'notSignedIn'
              ? html`<button type="button" class="plain" @click=${setToken}>${tableWords.setToken}</button>`
              : nothing
          }
          ${
            selectAll
              ? html`<button type="button" class="linklike spare" @click=${this.#options.selectAll}>
                  ${selectAll}
                </button>`
              : nothing
          }
          ${
            hasSums
              ? html`<button type="button" class="linklike" aria-haspopup="dialog" @click=${showSums}>
                  ${tableWords.allSums}
                </button>`
              : nothing
          }
        </div>
        ${
          unresolved || changes
            ? html`<div class="edits">
                ${
                  unresolved
                    ? html`<button
                        type="button"
                        class="linklike unresolved"
                        title=${unresolved}
                        @click=${toggleUnresolved}
                      >
                        ${unresolved}
                      </button>`
                    : nothing
                }
                ${
                  changes
                    ? html`<div class="changes" role="group" aria-label=${changes}>
                        <span class="long" title=${changes}>${changes}</span>
                        ${
                          maySave
                            ? html`<button type="button" class="linklike" @click=${save}>${tableWords.save}</button>`
                            : nothing
                        }
                        <button type="button" class="linklike" @click=${discard}>${tableWords.discard}</button>
                        <button type="button" class="linklike spare" @click=${compareChanges}>
                          ${tableWords.compareChanges}
                        </button>
                        <button type="button" class="linklike spare" @click=${savePlan}>${tableWords.savePlan}</button>
                      </div>`
                    : nothing
                }
              </div>`
            : nothing
        }
      `,
      this.element,
    );
  }
}

/** The line breaks between figures, not within them. */
function figures(sums: string): TemplateResult[] {
  return sums.split(/(?<= ·) /).map((figure) => html`<span>${figure}</span> `);
}

/** While it is read, the count isn't announced: it changes several times a second. */
function filteredText(filtered: FilterStatus | null): TemplateResult | typeof nothing {
  if (!filtered) return nothing;
  const { state, found, read, total, unread, why } = filtered;
  const text = state === 'complete' ? tableWords.filtered(found, read) : tableWords.filtering(found, read, total);
  const end = state === 'stopped' ? `${text}, ${tableWords.filterStopped}` : text;
  return html`<span class="filtered">${end}</span> ${
      unread === undefined ? nothing : html`<span class="notice long">${tableWords.filterUnread(unread)}</span>`
    }${
      why === undefined
        ? nothing
        : html`<span class="failure"><span class="codicon codicon-error" aria-hidden="true"></span>${why}</span>`
    }`;
}

/** Computes the status line of a table. */
function statusState(
  table: TableModel,
  shown: ShownRows,
): Omit<StatusState, 'selection' | 'sums' | 'hasSums' | 'notice' | 'reason'> {
  const { source, total, stagedCount } = table;
  const isSomeSelected = !table.selection.isEmpty && !table.selection.isAll;
  return {
    shown: shownText(table, shown),
    isLoading: source.isLoading,
    failure: source.failure,
    // nothing was read: the failure says why
    filtered: source.failure ? null : table.filterStatus,
    filterNotice: ignoredFilterText(table, shown),
    selectAll: isSomeSelected && total !== null && total > 1 ? tableWords.selectAllMatching(formatNumber(total)) : '',
    unresolved: tableWords.unresolved(table.unresolved.length, table.refusedCells.all.length),
    changes: stagedCount.cells === 0 ? '' : tableWords.changes(stagedCount.cells, stagedCount.records),
    maySave: table.whyNot('edit') === undefined,
  };
}

function ignoredFilterText(table: TableModel, shown: ShownRows): string {
  const { filters, rawQ, find } = table.query;
  if (!filters || rawQ !== undefined || find || !shown || table.source.isOfOtherQuery) return '';
  const rows = Array.from({ length: shown.last - shown.first + 1 }, (_, index) => table.row(shown.first + index) ?? []);
  const column = ignoredFilter(filters, table.source.columns, rows.flat());
  return column ? tableWords.ignoredFilters(column.label) : '';
}

/** If no rows are visible, shows their number. */
function shownText({ source, length, total }: TableModel, shown: ShownRows): string {
  if (length === 0) return source.wasAnswered && !source.isStale ? tableWords.noRecords : '';
  if (!shown) return total === null ? '' : tableWords.records(total);
  const { first, last } = shown;
  if (source.isCut) return tableWords.shownOfCut(first + 1, last + 1);
  return total === null ? tableWords.shownOfUnknown(first + 1, last + 1) : tableWords.shown(first + 1, last + 1, total);
}
