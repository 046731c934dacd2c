import { t } from '@vscode/l10n';
import { errorMessage } from '../channel.ts';
import { showFailure } from './failurePage.ts';

/** Shows a page once its start data has arrived, or the error and a Retry button. */
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

/** Placeholder for a page until the start data arrives. */
export function showOpening(root: Element): void {
  const page = document.createElement('main');
  page.className = 'opening';
  const said = document.createElement('div');
  said.setAttribute('role', 'status');
  const heading = document.createElement('h1');
  // sighted users see a skeleton of the page; the text is for screen readers
  heading.className = 'unseen';
  heading.textContent = t('Opening…');
  said.append(heading);
  page.append(said);
  root.replaceChildren(page);
}
