import { html, nothing, render } from 'lit/html.js';

export interface FailureButton {
  readonly label: string;
  readonly press: () => void;
}

export interface PageFailure {
  /** What failed, why, and what to do. */
  readonly sentence: string;
  /** What happens to the page next. */
  readonly outlook?: string;
  /** The first button is the most likely fix. */
  readonly buttons: readonly FailureButton[];
}

/** Replaces a whole page. Updating an existing failure keeps the elements and the focus. */
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
