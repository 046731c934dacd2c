import { html, nothing, render } from 'lit/html.js';
import { keepFocus } from '../common/keyboard.ts';

export interface Message {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly button?: { readonly label: string; readonly press: () => void };
}

/** In the place of the form: that it is awaited, why there is none, or what became of it. */
export function showMessage(place: HTMLElement, { title, sentences, button }: Message): void {
  const page = document.createElement('main');
  page.tabIndex = -1;
  keepFocus(
    place,
    () => place.replaceChildren(page),
    () => page.focus(),
  );
  render(
    html`<h1>${title}</h1>
      <div role="status">${sentences.map((sentence) => html`<p class="message">${sentence}</p>`)}</div>
      ${button ? html`<button type="button" class="plain" @click=${button.press}>${button.label}</button>` : nothing}`,
    page,
  );
}
