import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { EntryFilter } from '../../model/compare/comparison.ts';
import type { CompareHost, CompareRow } from '../../protocol/compareProtocol.ts';
import { type ListContent, WindowedList } from '../common/windowedList.ts';
import { changeWords, kindLabels } from './compareWords.ts';

/** The records that differ. */
export class PairList {
  readonly #host: CompareHost;
  readonly #list: WindowedList<CompareRow>;
  #version = -1;
  #filter: EntryFilter = 'all';

  constructor(host: CompareHost) {
    this.#host = host;
    this.#list = new WindowedList(t('Differences'), () => this.#content);
    this.element.classList.add('pairs');
    render(
      html`<div class="row" role="row" aria-rowindex="1">
        <span role="columnheader">${t('Record')}</span>
        <span role="columnheader" class="what">${t('Here ↔ there')}</span>
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

  show(version: number, filter: EntryFilter): void {
    if (nameOf(filter) !== nameOf(this.#filter)) this.element.scrollTop = 0;
    this.#version = version;
    this.#filter = filter;
    void this.#list.fill();
  }

  get #content(): ListContent<CompareRow> | undefined {
    if (this.#version < 0) return undefined;
    const filter = this.#filter;
    return {
      version: `${this.#version} ${nameOf(filter)}`,
      ask: (from, count) => this.#host.call.rows({ filter, from, count }),
      keyOf: (_, at) => at,
      row: (row, at) => this.#row(row, at, filter),
    };
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
