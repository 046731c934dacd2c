import { html, render } from 'lit/html.js';
import { words } from '../words.ts';

/** Stands in for the whole table when its host could not say what to show. */
export function showStartFailure(place: Element, error: unknown, retry: () => void): void {
  const notice = document.createElement('div');
  notice.className = 'nothing';
  notice.setAttribute('role', 'alert');
  const again = (): void => {
    notice.remove();
    retry();
  };
  const reason = error instanceof Error ? error.message : String(error);
  render(
    html`<p>${words.couldNotStart} ${reason}</p>
      <button type="button" class="plain" @click=${again}>${words.retry}</button>`,
    notice,
  );
  place.replaceChildren(notice);
}
