import { html, nothing, render } from 'lit/html.js';
import type { TableQuery } from '../../../protocol/table.ts';
import { words } from '../words.ts';

/** What narrows a list, as part of a sentence; empty when nothing does. */
function narrowedBy({ search, filters, rawQ, find }: TableQuery): string {
  if (find) return `“${words.findChip(find)}”`;
  const causes = [
    ...(search ? [words.theSearch(search)] : []),
    ...(rawQ === undefined && filters && Object.keys(filters).length > 0 ? [words.theFilters] : []),
    ...(rawQ === undefined ? [] : [words.theQuery]),
  ];
  return causes.join(words.and);
}

/** Stands in for rows when there are none, and says why. */
export class EmptyNotice {
  readonly element = document.createElement('div');
  readonly #showAll: () => void;

  constructor(showAll: () => void) {
    this.#showAll = showAll;
    this.element.className = 'nothing';
    this.element.hidden = true;
  }

  show(isEmpty: boolean, query: TableQuery): void {
    this.element.hidden = !isEmpty;
    if (!isEmpty) return;
    const cause = narrowedBy(query);
    render(
      html`<p dir="auto">${cause ? words.nothingFound(cause) : words.nothingHere}</p>
        ${
          cause
            ? html`<button type="button" class="plain" @click=${this.#showAll}>${words.clearAndShowAll}</button>`
            : nothing
        }`,
      this.element,
    );
  }
}
