import { formWords } from './formWords.ts';

/** Until the host said what to show. */
export function showOpening(place: Element): void {
  const notice = document.createElement('p');
  notice.className = 'start';
  notice.setAttribute('role', 'status');
  notice.textContent = formWords.opening;
  place.replaceChildren(notice);
}
