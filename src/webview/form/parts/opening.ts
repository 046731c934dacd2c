import { html, render } from 'lit';
import { words } from '../words.ts';

/** Until the host said what to show. */
export function showOpening(place: Element): void {
  const notice = document.createElement('p');
  notice.className = 'start';
  notice.setAttribute('role', 'status');
  notice.textContent = words.opening;
  place.replaceChildren(notice);
}

/** Stands in for the whole form when its host could not say what to show. */
export function showStartFailure(place: Element, error: unknown, retry: () => void): void {
  const notice = document.createElement('div');
  notice.className = 'start';
  notice.setAttribute('role', 'alert');
  const reason = error instanceof Error ? error.message : String(error);
  render(
    html`<p>${words.couldNotStart} ${reason}</p>
      <button type="button" class="plain" @click=${retry}>${words.retry}</button>`,
    notice,
  );
  place.replaceChildren(notice);
}
