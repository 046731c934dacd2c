import { html, nothing, render } from 'lit';
import type { FormButton } from '../../protocol/formProtocol.ts';
import { formWords } from './formWords.ts';

export interface SubmitState {
  readonly buttons: readonly FormButton[];
  /** Said where there is no button; empty where it is said elsewhere. */
  readonly whyNone: string;
  readonly isSaving: boolean;
  readonly isLocked: boolean;
  /** Whether there is a field that could be changed, and so something that could be saved. */
  readonly canEdit: boolean;
  readonly said: string;
  readonly isBad: boolean;
}

/** The buttons that the service gives the form, and how things stand. */
export class SubmitBar {
  readonly element = document.createElement('footer');
  readonly #submit: (index: number) => void;

  constructor(submit: (index: number) => void) {
    this.#submit = submit;
  }

  show({ buttons, whyNone, isSaving, isLocked, canEdit, said, isBad }: SubmitState): void {
    this.element.ariaBusy = isSaving ? 'true' : null;
    const isOff = isSaving || isLocked;
    const primary = buttons.find(({ isSave }) => isSave === canEdit) ?? buttons[0];
    render(
      html`<p class="said ${isBad ? 'bad' : ''}" role="status">${isSaving ? formWords.saving : said}</p>
        <div class="buttons">
          ${buttons.map(
            ({ index, label, isSave }) =>
              html`<button
                type="button"
                class="plain ${index === primary?.index ? '' : 'second'}"
                aria-keyshortcuts=${isSave ? formWords.saveKeys : nothing}
                aria-disabled=${isOff ? 'true' : nothing}
                @click=${() => {
                  if (!isOff) this.#submit(index);
                }}
              >
                ${label}${isSave ? html` <kbd aria-hidden="true">${formWords.save}</kbd>` : nothing}
              </button>`,
          )}
          ${buttons.length === 0 && whyNone !== '' ? html`<span class="none">${whyNone}</span>` : nothing}
        </div>`,
      this.element,
    );
  }
}
