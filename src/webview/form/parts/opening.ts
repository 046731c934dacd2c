import { words } from '../words.ts';

/** Until the host said what to show. */
export function showOpening(place: Element): void {
  const notice = document.createElement('p');
  notice.className = 'start';
  notice.setAttribute('role', 'status');
  notice.textContent = words.opening;
  place.replaceChildren(notice);
}
