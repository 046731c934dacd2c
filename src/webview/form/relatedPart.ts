import type { FormHost, FormStart } from '../../protocol/formProtocol.ts';
import type { ExpandedSections } from './openParts.ts';
import { formWords } from './formWords.ts';
import { RelatedTable } from './relatedRecords.ts';

/** The records that hang together with this one, each kind folded away until someone looks. */
export class RelatedRecordsView {
  readonly element = document.createElement('section');
  readonly #host: FormHost;
  readonly #expanded: ExpandedSections;
  #shown = '';
  #tables: RelatedTable[] = [];

  constructor(host: FormHost, expanded: ExpandedSections) {
    this.#host = host;
    this.#expanded = expanded;
    this.element.className = 'related';
    this.element.ariaLabel = formWords.related;
  }

  show(start: FormStart): void {
    const { form, isNew } = start;
    const related = isNew ? [] : form.related;
    this.element.hidden = related.length === 0;
    const shown = JSON.stringify(related);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tables = related.map((one) => new RelatedTable(one, start, this.#host));
    const title = document.createElement('h2');
    title.textContent = formWords.related;
    this.element.replaceChildren(title, ...this.#tables.map((table, place) => this.#fold(table, place)));
  }

  refresh(): void {
    for (const table of this.#tables) table.refresh();
  }

  #fold(table: RelatedTable, place: number): HTMLDetailsElement {
    const details = document.createElement('details');
    details.className = 'section';
    const summary = document.createElement('summary');
    const title = document.createElement('span');
    title.id = `related-${place}`;
    title.setAttribute('role', 'heading');
    title.ariaLevel = '3';
    title.dir = 'auto';
    title.textContent = table.title;
    summary.append(title);
    details.setAttribute('aria-labelledby', title.id);
    details.append(summary, table.element);
    this.#expanded.follow(details, `related ${table.name}`, false);
    if (details.open) table.fill();
    details.addEventListener('toggle', () => {
      if (details.open) table.fill();
    });
    return details;
  }
}
