import { t } from '@vscode/l10n';
import type { LicenseStart } from '../../protocol/licenseProtocol.ts';
import { sanitize } from './sanitize.ts';

export interface LicenseActions {
  readonly onCopy: (text: string) => void;
  readonly onOpenAsText: (text: string) => void;
  readonly onLink: (address: string) => void;
  readonly onRetry: () => void;
}

/** The license to read, and what can be done with it. */
export class LicensePage {
  readonly #heading = element('h1', { class: 'unseen' }, t('License'));
  readonly #status = element('p', { role: 'status', class: 'said status' });
  readonly #retry = element('button', { class: 'plain', type: 'button' }, t('Retry'));
  readonly #copy = element('button', { class: 'plain second', type: 'button' }, t('Copy as plain text'));
  readonly #open = element('button', { class: 'plain second', type: 'button' }, t('Open as plain text'));
  readonly #text = element('article', { tabindex: '0' });

  constructor(root: Element, actions: LicenseActions) {
    const bar = element('header', { class: 'bar' });
    bar.append(this.#heading, this.#status, this.#retry, this.#copy, this.#open);
    const main = element('main', {});
    main.append(this.#text);
    root.replaceChildren(bar, main);
    this.#retry.addEventListener('click', actions.onRetry);
    this.#copy.addEventListener('click', () => actions.onCopy(this.#plainText()));
    this.#open.addEventListener('click', () => actions.onOpenAsText(this.#plainText()));
    // a link is never followed by the page itself, however it is pressed
    for (const press of ['click', 'auxclick'] as const)
      this.#text.addEventListener(press, (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (!(link instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        event.stopPropagation();
        actions.onLink(link.href);
      });
  }

  showReading(): void {
    this.#offer(t('Reading the license…'), false, false);
  }

  showFailure(sentence: string): void {
    this.#offer(sentence, true, false);
  }

  show({ service, html, messages = [] }: LicenseStart): void {
    const clean = sanitize(html);
    // a license without any markup has its lines only
    this.#text.classList.toggle('plain', clean.firstElementChild === null);
    this.#text.replaceChildren(clean);
    this.#text.setAttribute('aria-label', t('License of {0}', service));
    const isEmpty = this.#text.textContent.trim() === '';
    const title = isEmpty ? t('{0} gives no text for its license.', service) : t('License of {0}', service);
    this.#offer([title, ...messages].join('\n'), false, !isEmpty);
  }

  #offer(sentence: string, canRetry: boolean, isThere: boolean): void {
    this.#status.textContent = sentence;
    this.#status.classList.toggle('bad', canRetry);
    this.#retry.hidden = !canRetry;
    this.#heading.hidden = isThere && this.#text.querySelector('h1') !== null;
    for (const shown of [this.#copy, this.#open, this.#text]) shown.hidden = !isThere;
  }

  #plainText(): string {
    return `${this.#text.innerText.trim()}\n`;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
