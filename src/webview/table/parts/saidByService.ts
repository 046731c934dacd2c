import { t } from '@vscode/l10n';
import { saidOnce } from '../../../model/serviceWords.ts';
import { keepFocus } from '../../common/keyboard.ts';
import { iconButton } from '../../fields/fieldControl.ts';

/** What the service said to the last save of cells and beside the rows, until the person has read it. */
export class SaidByService {
  readonly element = document.createElement('div');
  readonly #texts = document.createElement('div');
  readonly #leave: () => void;
  #saved: readonly string[] = [];
  #read: readonly string[] = [];
  /** Said with every page, and read once. */
  readonly #dismissed = new Set<string>();

  /** `leave` takes the keyboard when the words go. */
  constructor(leave: () => void) {
    this.#leave = leave;
    this.element.className = 'from-service banner';
    this.element.hidden = true;
    this.#texts.setAttribute('role', 'status');
    const icon = document.createElement('span');
    icon.className = 'codicon codicon-info';
    icon.ariaHidden = 'true';
    const close = iconButton('close', t('Dismiss'));
    close.addEventListener('click', () => this.#dismiss());
    this.element.append(icon, this.#texts, close);
  }

  showSaved(said: readonly string[]): void {
    this.#saved = said;
    this.#show();
  }

  showRead(said: readonly string[]): void {
    if (said === this.#read || (said.length === 0 && this.#read.length === 0)) return;
    this.#read = said;
    this.#show();
  }

  #dismiss(): void {
    for (const text of this.#read) this.#dismissed.add(text);
    this.#saved = [];
    this.#show();
  }

  #show(): void {
    const texts = saidOnce(
      this.#saved,
      this.#read.filter((text) => !this.#dismissed.has(text)),
    );
    const shown = [...this.#texts.children].map(({ textContent }) => textContent);
    if (JSON.stringify(shown) === JSON.stringify(texts)) return;
    keepFocus(this.element, () => (this.element.hidden = texts.length === 0), this.#leave);
    this.#texts.replaceChildren(
      ...texts.map((text) => {
        const line = document.createElement('p');
        line.dir = 'auto';
        line.textContent = text;
        return line;
      }),
    );
  }
}
