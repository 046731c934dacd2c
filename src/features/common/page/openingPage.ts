import { t } from '@vscode/l10n';
import { errorMessage } from '../channel.ts';
import { showFailure } from './failurePage.ts';

/** Shows a page once its host has said with what, or why there is nothing to show and a way to try again. */
export async function openPage<Start>(
  root: Element,
  load: () => Promise<Start>,
  show: (start: Start) => void,
): Promise<void> {
  showOpening(root);
  let start: Start;
  try {
    start = await load();
  } catch (error) {
    const retry = { label: t('Retry'), press: () => void openPage(root, load, show) };
    return showFailure(root, { sentence: errorMessage(error), buttons: [retry] });
  }
  root.replaceChildren();
  show(start);
}

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
