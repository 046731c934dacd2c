import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type EntryFilter, entryKinds, type EntryKind } from '../../../model/compare/comparison.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import type { CompareHost, CompareState, CompareRow } from '../compareProtocol.ts';
import { keepFocus } from '../../common/page/keyboard.ts';
import { type ListContent, WindowedList } from '../../common/page/windowedList.ts';

type SideLabels = CompareState['sideLabels'];
type PlainEvent = 'makePlan' | 'exportResult' | 'compareAgain';

/** Shows the results and the available actions. */
export class ComparePage {
  readonly #root: HTMLElement;
  readonly #host: CompareHost;
  readonly #list: PairList;
  #state: CompareState;
  #filter: EntryFilter = 'all';

  constructor(root: HTMLElement, state: CompareState, host: CompareHost) {
    this.#root = root;
    this.#host = host;
    this.#state = state;
    this.#list = new PairList(host);
    this.#show();
  }

  set state(state: CompareState) {
    if (state.version !== this.#state.version) this.#filter = 'all';
    this.#state = state;
    this.#show();
  }

  #show(): void {
    keepFocus(
      this.#root,
      () => this.#render(this.#state),
      () => this.#root.querySelector<HTMLElement>('[role=status]')?.focus(),
    );
    this.#list.show(this.#state, this.#filter);
  }

  #render(state: CompareState): void {
    const { counts, notes, said, onlyHere, onlyThere, sideLabels: labels } = state;
    const all = entryKinds.reduce((sum, kind) => sum + counts[kind], 0);
    render(
      html`<main>
        <header>
          <h1>${state.title}</h1>
          <dl class="sides">
            <dt>${t('Left')}</dt>
            <dd>${state.here}</dd>
            <dt>${t('Right')}</dt>
            <dd>${state.there}</dd>
            <dt>${t('Matched by')}</dt>
            <dd>${state.matchedBy ?? t('id')}</dd>
            <dt>${t('Fields compared')}</dt>
            <dd>${comparedWords(state.compared)}</dd>
          </dl>
        </header>
        <div class="bar">
          <p role="status" tabindex="-1" class="said ${state.isComplete ? '' : 'bad'}">
            ${state.problem ?? (state.isComplete ? summaryText(state) : `${t('Not complete.')} ${summaryText(state)}`)}
          </p>
          <div class="buttons">${this.#buttons(state, all)}</div>
        </div>
        <div class="records">
          <div class="explain">
            ${notes.map((note) => html`<p class="remark ${state.isComplete ? '' : 'warning'}">${note}</p>`)}
            ${said.map((sentence) => html`<p class="remark">${sentence}</p>`)}
          </div>
          ${all === 0 ? nothing : html`${this.#filters(state, all)} ${this.#list.element} ${this.#list.detail}`}
          ${onlyHere.length === 0 ? nothing : html`<p class="help">${t('Fields only in {0}: {1}', labels[0], onlyHere.join(', '))}</p>`}
          ${onlyThere.length === 0 ? nothing : html`<p class="help">${t('Fields only in {0}: {1}', labels[1], onlyThere.join(', '))}</p>`}
        </div>
      </main>`,
      this.#root,
    );
  }

  #filters({ counts, fields, sideLabels }: CompareState, all: number): TemplateResult {
    const button = (filter: EntryFilter, label: string, count: number): TemplateResult =>
      html`<button
        type="button"
        class="tool"
        aria-pressed=${filter === this.#filter ? 'true' : 'false'}
        @click=${() => this.#filterBy(filter)}
      >
        ${label} (${formatNumber(count)})
      </button>`;
    const chosen = typeof this.#filter === 'string' ? '' : String(this.#filter.field);
    return html`<div class="filters" role="group" aria-label=${t('Show')}>
      ${button('all', t('All'), all)}
      ${entryKinds.map((kind) => (kind === 'duplicate' && counts[kind] === 0 ? nothing : button(kind, kindLabel(kind, sideLabels), counts[kind])))}
      ${
        fields.length === 0
          ? nothing
          : html`<select
              aria-label=${t('Different in')}
              .value=${live(chosen)}
              @change=${(event: Event) => {
                const { value } = event.target as HTMLSelectElement;
                this.#filterBy(value === '' ? 'different' : { field: Number(value) });
              }}
            >
              <option value="" ?selected=${chosen === ''}>${t('Different in any field')}</option>
              ${fields.map(
                ({ field, label, count }) =>
                  html`<option value=${field} ?selected=${chosen === String(field)}>
                    ${label} (${formatNumber(count)})
                  </option>`,
              )}
            </select>`
      }
    </div>`;
  }

  #filterBy(filter: EntryFilter): void {
    this.#filter = filter;
    this.#show();
  }

  #buttons({ counts, isBusy }: CompareState, all: number): TemplateResult {
    // no other action is available
    if (all === 0) return this.#button(t('Compare again'), 'compareAgain', isBusy, '');
    const canChange = counts.different + counts.onlyHere + counts.onlyThere > 0;
    return html`<button
        type="button"
        class="plain"
        ?disabled=${isBusy || !canChange}
        @click=${() => this.#host.notify.showChanges(this.#filter === 'duplicate' ? 'all' : this.#filter)}
      >
        ${t('Show all changes')}
      </button>
      ${this.#button(t('Make a plan…'), 'makePlan', isBusy || !canChange)}
      ${this.#button(t('Export…'), 'exportResult', isBusy)} ${this.#button(t('Compare again'), 'compareAgain', isBusy)}`;
  }

  #button(label: string, event: PlainEvent, isDisabled: boolean, rank: 'second' | '' = 'second'): TemplateResult {
    return html`<button
      type="button"
      class="plain ${rank}"
      ?disabled=${isDisabled}
      @click=${() => this.#host.notify[event]()}
    >
      ${label}
    </button>`;
  }
}

/** The list of records that differ. */
class PairList {
  readonly #host: CompareHost;
  readonly #list: WindowedList<CompareRow>;
  #version = -1;
  #filter: EntryFilter = 'all';
  #labels: SideLabels = ['', ''];

  constructor(host: CompareHost) {
    this.#host = host;
    this.#list = new WindowedList(t('Differences'), () => this.#content);
    this.element.classList.add('pairs');
  }

  #showHeader(labels: SideLabels): void {
    this.#labels = labels;
    render(
      html`<div class="row" role="row" aria-rowindex="1">
        <span role="columnheader">${t('Record')}</span>
        <span role="columnheader" class="what" title=${labels.join(' ↔ ')}>${labels.join(' ↔ ')}</span>
        <span role="columnheader">${t('Result')}</span>
      </div>`,
      this.#list.header,
    );
  }

  get element(): HTMLElement {
    return this.#list.element;
  }

  get detail(): HTMLElement {
    return this.#list.detail;
  }

  show({ version, sideLabels }: CompareState, filter: EntryFilter): void {
    this.#showHeader(sideLabels);
    if (nameOf(filter) !== nameOf(this.#filter)) this.element.scrollTop = 0;
    this.#version = version;
    this.#filter = filter;
    void this.#list.fill();
  }

  get #content(): ListContent<CompareRow> | undefined {
    if (this.#version < 0) return undefined;
    const filter = this.#filter;
    return {
      version: `${this.#version} ${nameOf(filter)} ${this.#labels.join(' ')}`,
      ask: (from, count) => this.#host.call.rows({ filter, from, count }),
      keyOf: (_, at) => at,
      row: (row, at) => this.#row(row, at, filter),
    };
  }

  #row(row: CompareRow, at: number, filter: EntryFilter): TemplateResult {
    const name = row.name === '' ? row.key : row.name;
    const words = changeWords(row, this.#labels);
    const outcome = kindLabel(row.kind, this.#labels);
    const open = (): void => {
      if (!row.times) this.#host.notify.openEntry({ filter, at });
    };
    return html`<div class="row ${row.kind}" role="row" aria-rowindex=${at + 2} @dblclick=${open}>
      <span role="cell" class="name" title=${name === row.key ? name : `${name} (${row.key})`}
        >${
          row.times
            ? // every row is focusable, so that truncated text can be reached by keyboard
              html`<span tabindex="0">${name}</span>`
            : html`<button type="button" class="link" @click=${open}>${name}</button>`
        }</span
      >
      <span role="cell" class="what" title=${words.join('\n')}
        >${words.map((word, index) => html`${index > 0 ? ' · ' : nothing}${word}`)}</span
      >
      <span role="cell" class="outcome" title=${outcome}>${outcome}</span>
    </div>`;
  }
}

function nameOf(filter: EntryFilter): string {
  return typeof filter === 'string' ? filter : `field ${filter.field}`;
}

function kindLabel(kind: EntryKind, [here, there]: SideLabels): string {
  switch (kind) {
    case 'different':
      return t('Different');
    case 'onlyHere':
      return t('Only in {0}', here);
    case 'onlyThere':
      return t('Only in {0}', there);
    case 'duplicate':
      return t('Ambiguous');
  }
}

/** Number and labels of the compared fields. */
function comparedWords(labels: readonly string[]): string {
  const count = formatNumber(labels.length);
  return labels.length === 0 ? count : `${count}: ${labels.join(', ')}`;
}

/** Summary of the results in one line. */
function summaryText({ counts, isComplete, compared, matchedBy, sideLabels: [here, there] }: CompareState): string {
  const { different, onlyHere, onlyThere, duplicate, same, notCompared } = counts;
  if (compared.length === 0)
    return [
      t('No values were compared: the lists have no field in common except “{0}”.', matchedBy ?? t('id')),
      [
        t('Only in {0}: {1}', here, formatNumber(onlyHere)),
        t('Only in {0}: {1}', there, formatNumber(onlyThere)),
        ...(duplicate > 0 ? [t('Ambiguous: {0}', formatNumber(duplicate))] : []),
        t('In both, not compared: {0}', formatNumber(notCompared)),
      ].join(' · '),
    ].join(' ');
  if (different + onlyHere + onlyThere + duplicate === 0 && isComplete)
    return same === 0
      ? t('There are no records on either side.')
      : t('No differences. The same: {0}.', formatNumber(same));
  const parts = [
    t('Different: {0}', formatNumber(different)),
    t('Only in {0}: {1}', here, formatNumber(onlyHere)),
    t('Only in {0}: {1}', there, formatNumber(onlyThere)),
    ...(duplicate > 0 ? [t('Ambiguous: {0}', formatNumber(duplicate))] : []),
    t('The same: {0}', formatNumber(same)),
  ];
  return parts.join(' · ');
}

/** Text of a row. */
function changeWords({ kind, cells, times }: CompareRow, [left, right]: SideLabels): string[] {
  if (times)
    return [
      t(
        '{0}: {1}. {2}: {3}. It is unclear which of them belong together.',
        left,
        formatNumber(times[0]),
        right,
        formatNumber(times[1]),
      ),
    ];
  const value = (text: string): string => text || t('(empty)');
  return cells.map(({ label, here, there }) => {
    if (kind === 'different') return `${label}: ${value(here)} ↔ ${value(there)}`;
    return `${label}: ${kind === 'onlyHere' ? here : there}`;
  });
}
