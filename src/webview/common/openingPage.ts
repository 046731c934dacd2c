import { t } from '@vscode/l10n';

/** Stands in for a whole page until the host said what to show. */
export function showOpening(root: Element): void {
  const page = document.createElement('main');
  page.className = 'opening';
  const said = document.createElement('div');
  said.setAttribute('role', 'status');
  const heading = document.createElement('h1');
  // what is seen is how the page will look: the words are for who cannot see that
  heading.className = 'unseen';
  heading.textContent = t('Opening…');
  said.append(heading);
  page.append(said);
  root.replaceChildren(page);
}
