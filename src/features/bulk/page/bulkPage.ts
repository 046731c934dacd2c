import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type {
  BulkFilter,
  BulkHost,
  BulkState,
  ChangeInput,
  PlanState,
  BulkColumn,
  BulkRow,
  BulkSort,
} from '../bulkProtocol.ts';
import { keepFocus } from '../../common/page/keyboard.ts';
import { ChooseStep } from './chooseStep.ts';
import {
  cannotRestore,
  filterLabel,
  madeSentence,
  locationText,
  planSentence,
  runSentence,
  wayDescriptions,
  workWords,
  stateLabel,
} from './bulkWords.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { maxSortedByText } from '../../../model/bulk/bulkLedger.ts';
import { type ListContent, WindowedList } from '../../common/page/windowedList.ts';

/** Events without data. */
type PlainEvent =
  | 'back'
  | 'pause'
  | 'continue'
  | 'cancel'
  | 'resume'
  | 'retry'
  | 'retryUnclear'
  | 'undo'
  | 'report'
  | 'savePlan'
  | 'readAgain'
  | 'chooseConnection'
  | 'openText';

const previewFilters: readonly BulkFilter[] = ['all', 'change', 'changed', 'unchanged', 'refused', 'gone', 'skipped'];
/** Shown only if there are any: only plans and imports have them. */
const rareFilters: ReadonlySet<BulkFilter> = new Set(['changed', 'gone', 'skipped']);
const runFilters: readonly BulkFilter[] = ['all', 'done', 'failed', 'waiting', 'unchanged', 'left'];

/** Shows the current step and the available actions. */
export class BulkPage {
  readonly #root: HTMLElement;
  readonly #host: BulkHost;
  readonly #choose: ChooseStep;
  readonly #list: RecordList;
  #state: BulkState;
  #filter: BulkFilter = 'all';
  #typed = '';
  #problem: string | undefined;

  /** `keepDrafts` stores the drafts so that they survive a reload. */
  constructor(
    root: HTMLElement,
    state: BulkState,
    host: BulkHost,
    keepDrafts: (drafts: readonly ChangeInput[]) => void,
  ) {
    this.#root = root;
    this.#host = host;
    this.#state = state;
    this.#choose = new ChooseStep(
      host,
      (drafts) => {
        keepDrafts(drafts);
        host.notify.drafts([...drafts]);
      },
      () => {
        this.#problem = undefined;
        this.#show();
      },
    );
    this.#choose.drafts = state.drafts;
    this.#list = new RecordList(host);
    this.#show();
  }

  set state(state: BulkState) {
    if (state.step !== this.#state.step) {
      this.#filter = 'all';
      this.#typed = '';
      this.#problem = undefined;
    }
    this.#state = state;
    this.#show();
  }

  #show(): void {
    const state = this.#state;
    keepFocus(
      this.#root,
      () => this.#render(state),
      () => this.#focusNext(),
    );
    if (state.counts && state.step !== 'choose') this.#list.show(state, this.#filter);
  }

  /**
   * Moves focus when the pressed button was removed. Never to a button that starts or ends something: the key may be
   * held down.
   */
  #focusNext(): void {
    const [add, field, said] = ['.add:not([hidden]) select', '.change select', '[role=status]'].map((selector) =>
      this.#root.querySelector<HTMLElement>(selector),
    );
    (add ?? field ?? said)?.focus();
  }

  #render(state: BulkState): void {
    const problem = this.#problem ?? state.problem;
    render(
      html`<main>
        <header>
          <h1>${state.title}</h1>
          <p class="help">${locationText(state)}</p>
          ${state.plan?.isRead ? html`<p class="help">${madeSentence(state.plan)}</p>` : nothing}
        </header>
        <div class="bar">
          <p role="status" tabindex="-1" class="said ${problem === null ? '' : 'bad'}">
            ${problem ?? this.#statusText(state)}
          </p>
          <div class="buttons">${this.#buttons(state)}</div>
        </div>
        ${this.#step(state)}
      </main>`,
      this.#root,
    );
  }

  #step(state: BulkState): TemplateResult {
    if (state.step === 'choose') return state.plan ? html`` : this.#choose.view(state);
    if (state.step === 'working') {
      const { words = '', done = 0, total = null } = state.work ?? {};
      const figures =
        total === null
          ? done > 0
            ? formatNumber(done)
            : ''
          : t('{0} of {1}', formatNumber(done), formatNumber(total));
      return html`<div class="records">
        <div class="working">
          <label for="progress">${words}… ${figures}</label>
          ${bar(done, total)}
        </div>
        ${state.counts ? html`${this.#list.element} ${this.#list.detail}` : nothing}
      </div>`;
    }
    const isRun = state.step === 'run';
    return html`<div class="records">
      ${isRun ? this.#progress(state) : this.#explain(state)}
      <div class="filters" role="group" aria-label=${t('Show')}>
        ${filtersOf(state).map(
          (filter) =>
            html`<button
              type="button"
              class="tool"
              aria-pressed=${filter === this.#filter ? 'true' : 'false'}
              @click=${() => this.#filterBy(filter)}
            >
              ${filterLabel(filter, state)} (${formatNumber(shown(filter, state))})
            </button>`,
        )}
      </div>
      ${this.#list.element} ${this.#list.detail}
      ${isRun || state.way === null ? nothing : html`<p class="help">${wayDescriptions[state.way]}</p>`}
    </div>`;
  }

  #filterBy(filter: BulkFilter): void {
    this.#filter = filter;
    this.#show();
  }

  #explain(state: BulkState): TemplateResult {
    const waiting = state.counts?.waiting ?? 0;
    return html`<div class="explain">
      ${state.deletes > 0 ? html`<p class="remark warning">${cannotRestore()}</p>` : nothing}
      ${state.note === null ? nothing : html`<p class="remark warning">${state.note}</p>`}
      ${
        state.asksCount
          ? html`<div class="labeled">
              <label for="typed">${t('Type {0} to confirm', formatNumber(waiting))}</label>
              <input
                id="typed"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                .value=${live(this.#typed)}
                @input=${(event: Event) => {
                  this.#typed = (event.target as HTMLInputElement).value;
                  this.#show();
                }}
              />
            </div>`
          : nothing
      }
    </div>`;
  }

  #progress({ counts, run }: BulkState): TemplateResult {
    const { done = 0, failed = 0, unclear = 0, waiting = 0, sent = 0 } = counts ?? {};
    const over = done + failed + unclear;
    const total = over + waiting + sent;
    return html`<div class="working">
      <label for="progress"
        >${run && run.pace.length > 0 ? run.pace.join(' · ') : t('{0} of {1}', formatNumber(over), formatNumber(total))}</label
      >
      ${bar(over, total)}
    </div>`;
  }

  #statusText(state: BulkState): string {
    if (state.step === 'choose' && state.plan) return t('Nothing has been read or written.');
    if (state.step === 'choose')
      return this.#choose.isEmpty
        ? t('Choose what to change. Nothing is written until you have seen the preview.')
        : '';
    if (state.step === 'working') return '';
    if (state.step === 'run') return state.run ? runSentence(state.run, state) : '';
    return planSentence(state);
  }

  #buttons(state: BulkState): TemplateResult {
    if (state.step === 'choose' && state.plan) return this.#planButtons(state.plan);
    if (state.step === 'choose')
      return state.fields.length === 0
        ? this.#button(t('Try again'), 'retry')
        : html`<button type="button" class="plain" ?disabled=${this.#choose.isEmpty} @click=${() => this.#plan()}>
            ${t('Preview')}
          </button>`;
    if (state.step === 'working') return this.#button(t('Cancel'), 'back', true);
    if (state.step === 'preview') return this.#previewButtons(state);
    return state.run ? this.#runButtons(state) : html``;
  }

  #previewButtons(state: BulkState): TemplateResult {
    const waiting = state.counts?.waiting ?? 0;
    const isTyped = !state.asksCount || this.#typed.replaceAll(/\D/g, '') === String(waiting);
    return html`<button
        type="button"
        class="plain"
        ?disabled=${waiting === 0 || !isTyped || !state.canWrite}
        @click=${() => this.#host.notify.begin({ typed: state.asksCount ? this.#typed : null })}
      >
        ${workWords(state).begin(waiting)}
      </button>
      ${state.plan && !state.isUndo ? this.#planButtons(state.plan) : nothing}
      ${waiting === 0 ? nothing : this.#button(t('Save as plan…'), 'savePlan', true)}
      ${isWithoutBack(state) ? nothing : this.#button(t('Back'), 'back', true)}`;
  }

  #planButtons({ isRead }: PlanState): TemplateResult {
    return html`${isRead ? this.#button(t('Choose a connection…'), 'chooseConnection', true) : nothing}
    ${this.#tool(t('Reload'), 'readAgain', 'refresh')} ${this.#tool(t('Open as text'), 'openText', 'json')}`;
  }

  /** Secondary button; shows only its icon if there is little room. */
  #tool(label: string, event: PlainEvent, icon: string): TemplateResult {
    return html`<button
      type="button"
      class="tool"
      title=${label}
      aria-label=${label}
      @click=${() => this.#host.notify[event]()}
    >
      <span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="name">${label}</span>
    </button>`;
  }

  #runButtons({ run, counts, canWrite }: BulkState): TemplateResult {
    if (!run) return html``;
    const { waiting = 0, sent = 0, failed = 0 } = counts ?? {};
    if (run.status === 'running')
      return html`${this.#button(t('Pause'), 'pause', true)}${this.#button(t('Cancel'), 'cancel', true)}`;
    if (run.status === 'paused')
      return html`${this.#button(t('Continue'), 'continue')}${this.#button(t('Cancel'), 'cancel', true)}`;
    if (run.status === 'canceling') return html``;
    if (!canWrite) return this.#button(t('Save report…'), 'report', true);
    return html`${waiting + sent > 0 ? this.#button(t('Resume'), 'resume') : nothing}
    ${failed > 0 ? this.#button(t('Retry failed'), 'retry') : nothing}
    ${run.unclearAdds > 0 ? this.#button(t('Resend unclear records…'), 'retryUnclear', true) : nothing}
    ${run.canUndo ? this.#button(t('Undo…'), 'undo', true) : nothing} ${this.#button(t('Save report…'), 'report', true)}`;
  }

  #button(label: string, event: PlainEvent, isSecond = false): TemplateResult {
    return html`<button
      type="button"
      class="plain ${isSecond ? 'second' : ''}"
      @click=${() => this.#host.notify[event]()}
    >
      ${label}
    </button>`;
  }

  #plan(): void {
    const changes = this.#choose.changes(this.#state);
    this.#problem = changes ? undefined : t('Some values are missing. See below.');
    this.#show();
    if (changes) this.#host.notify.plan(changes);
    else this.#root.querySelector<HTMLElement>('.change .field.invalid :is(input, select, textarea)')?.focus();
  }
}

/** Indeterminate if there is no total. */
function bar(done: number, total: number | null): TemplateResult {
  return total === null
    ? html`<progress id="progress"></progress>`
    : html`<progress id="progress" max=${Math.max(total, 1)} .value=${Math.min(done, total)}></progress>`;
}

function filtersOf({ step, counts, changedSince }: BulkState): readonly BulkFilter[] {
  if (step === 'run') return runFilters;
  const figures: Partial<Record<BulkFilter, number | undefined>> = {
    changed: changedSince,
    gone: counts?.gone,
    skipped: counts?.skipped,
  };
  return previewFilters.filter((filter) => !rareFilters.has(filter) || (figures[filter] ?? 0) > 0);
}

/** True if there is nothing to go back to: deletes and plan files have no form. */
function isWithoutBack({ kind, plan, isUndo }: BulkState): boolean {
  return kind === 'delete' || (plan !== null && !isUndo);
}

function shown(filter: BulkFilter, { counts, changedSince }: BulkState): number {
  if (!counts) return 0;
  const { waiting, sent, done, failed, unclear, unchanged, refused, gone, dropped, changed, skipped } = counts;
  const left = refused + gone + dropped + changed + skipped;
  const figures: Record<BulkFilter, number> = {
    all: waiting + sent + done + failed + unclear + unchanged + left,
    change: waiting + dropped,
    changed: changedSince,
    unchanged,
    refused,
    gone,
    skipped,
    done,
    failed: failed + unclear,
    waiting: waiting + sent,
    left,
  };
  return figures[filter];
}

/** The records of a run. */
class RecordList {
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

  /** Cycles through ascending, descending and unsorted. The host sorts, because it has all records. */
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
    // the plan's note about the previous value goes with the values, which have more room
    const since = state.step !== 'run' && (row.state === 'waiting' || row.state === 'changed') ? row.why : null;
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
                @change=${(event: Event) => this.#host.notify.setExcluded({ ids: [row.id], isDropped: !(event.target as HTMLInputElement).checked })}
              />`
            : nothing
        }</span
      >
      <span role="cell" class="name" title="${name} (${row.id})"
        >${
          row.canOpen
            ? html`<button type="button" class="link" @click=${() => this.#host.notify.openRecord({ id: row.id })}>
                ${name}
              </button>`
            : // every row is focusable, so that truncated text can be reached by keyboard
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
    const isTooMany = column !== 'outcome' && (this.#state?.records ?? 0) > maxSortedByText;
    // sorting again for every record read would slow down the reading
    const isOff = isTooMany || this.#state?.step === 'working';
    const words = isTooMany
      ? t('More than {0} records can be sorted by their outcome only.', formatNumber(maxSortedByText))
      : t('Sort by {0}', label);
    const direction = this.#sort?.by === column ? (this.#sort.isDescending ? 'descending' : 'ascending') : undefined;
    return html`<span role="columnheader" class=${column === 'change' ? 'what' : ''} aria-sort=${direction ?? 'none'}
      ><button
        type="button"
        class="sort"
        title=${words}
        aria-disabled=${isOff}
        @click=${() => isOff || this.#sortBy(column)}
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
