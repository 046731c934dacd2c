// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../../common/page/loadTranslation.ts';
import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { licenseHost, LicenseStart, licenseView } from '../../accountProtocol.ts';
import { connectToHost } from '../../../common/page/hostChannel.ts';
import { openPage } from '../../../common/page/openingPage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './license.css';
import { sanitize } from './sanitize.ts';

const root = document.querySelector<HTMLElement>('recordbench-license') ?? document.body;
const { channel, webviewState } = connectToHost<typeof licenseView, typeof licenseHost>({}, {});

/** Shows the license and its actions. */
function show({ source, service, html: text, messages = [] }: LicenseStart): void {
  webviewState.setState({ source });
  const article = readable(text);
  article.ariaLabel = t('License of {0}', service);
  article.hidden = article.textContent.trim() === '';
  const title = article.hidden ? t('{0} provides no license text.', service) : t('License of {0}', service);
  const hasHeading = !article.hidden && article.querySelector('h1') !== null;
  const button = (label: string, press: (text: string) => void): TemplateResult =>
    html`<button class="plain second" type="button" @click=${() => press(`${article.innerText.trim()}\n`)}>
      ${label}
    </button>`;
  const buttons = html`<div class="buttons">
    ${button(t('Copy as plain text'), (plain) => channel.notify.copy(plain))}
    ${button(t('Open as plain text'), (plain) => channel.notify.openAsText(plain))}
  </div>`;
  render(
    html`<main>
      ${hasHeading ? nothing : html`<h1 class="unseen">${t('License')}</h1>`}
      <div class="bar">
        <p role="status" class="said">${[title, ...messages].join('\n')}</p>
        ${article.hidden ? nothing : buttons}
      </div>
      ${article}
    </main>`,
    root,
  );
}

function readable(text: string): HTMLElement {
  const article = document.createElement('article');
  article.tabIndex = 0;
  article.append(sanitize(text));
  // a license without markup is formatted by its line breaks only
  article.classList.toggle('plain', article.firstElementChild === null);
  // the page itself never follows a link, with any mouse button
  for (const press of ['click', 'auxclick'] as const)
    article.addEventListener(press, (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      event.stopPropagation();
      channel.notify.openLink(link.href);
    });
  return article;
}

void openPage(root, () => channel.call.start(), show);
