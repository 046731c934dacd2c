import { html, nothing, render } from 'lit/html.js';

export interface FailureButton {
  readonly label: string;
  readonly press: () => void;
}

export interface PageFailure {
  /** What failed, why, and what to do. */
  readonly sentence: string;
  /** What becomes of the page. */
  readonly outlook?: string;
  /** The first is what helps most often. */
  readonly buttons: readonly FailureButton[];
}

/** Stands in for a whole page. What is shown again stays as it is, and the keyboard where it was. */
export function showFailure(root: Element, { sentence, outlook, buttons }: PageFailure): void {
  const shown = root.querySelector<HTMLElement>(':scope > .failure-page');
  const page = shown ?? document.createElement('div');
  page.className = 'failure-page empty';
  if (!root.matches('[role=main]')) page.role = 'main';
  if (!shown) root.replaceChildren(page);
  render(
    html`<span class="codicon codicon-error" aria-hidden="true"></span>
      <div role="alert">
        <h1>${sentence}</h1>
        ${outlook ? html`<p class="outlook">${outlook}</p>` : nothing}
      </div>
      ${buttons.length === 0 ? nothing : html`<div class="buttons">${buttons.map(button)}</div>`}`,
    page,
  );
}

function button({ label, press }: FailureButton, index: number): unknown {
  return html`<button type="button" class="plain ${index === 0 ? '' : 'second'}" @click=${press}>${label}</button>`;
}
