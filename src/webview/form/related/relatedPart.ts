import type { FormHost, FormStart } from '../../../protocol/formProtocol.ts';
import type { OpenParts } from '../parts/openParts.ts';
import { words } from '../words.ts';
import { RelatedTable } from './relatedTable.ts';

/** The records that hang together with this one, each kind folded away until someone looks. */
export class RelatedRecordsPart {
  readonly element = document.createElement('section');
  readonly #host: FormHost;
  readonly #open: OpenParts;
  #shown = '';
  #tables: RelatedTable[] = [];

  constructor(host: FormHost, open: OpenParts) {
    this.#host = host;
    this.#open = open;
    this.element.className = 'related';
    this.element.ariaLabel = words.related;
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
    title.textContent = words.related;
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
    this.#open.follow(details, `related ${table.name}`, false);
    if (details.open) table.fill();
    details.addEventListener('toggle', () => {
      if (details.open) table.fill();
    });
    return details;
  }
}
