import { t } from '@vscode/l10n';

/** Stands in for a whole page until the host said what to show. */
export function showOpening(root: Element): void {
  const page = document.createElement('main');
  page.className = 'opening';
  const said = document.createElement('div');
  said.setAttribute('role', 'status');
  const heading = document.createElement('h1');
  heading.textContent = t('Opening…');
  said.append(heading);
  page.append(said);
  root.replaceChildren(page);
}
