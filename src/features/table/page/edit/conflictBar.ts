import { html, nothing, render } from 'lit/html.js';
import { keepFocus } from '../../../common/page/keyboard.ts';
import { tableWords } from '../tableWords.ts';

export interface ConflictChoice {
  /** Display texts. */
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** Offers the choice of which value to keep, below the active cell, if someone else changed it, too. */
export class ConflictBar {
  readonly element = document.createElement('div');
  readonly #leave: () => void;
  #last = '';

  /** `leave` receives focus when the bar closes. */
  constructor(leave: () => void) {
    this.#leave = leave;
    this.element.className = 'conflictbar';
    this.element.role = 'group';
    this.element.ariaLabel = tableWords.conflictTitle;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave();
    });
  }

  /** `cell` is undefined if it is off-screen. */
  show(choice: ConflictChoice | undefined, cell: DOMRect | undefined, within: DOMRect | undefined): void {
    const isSeen = cell && within && cell.bottom > within.top && cell.top < within.bottom && cell.right > within.left;
    const state = choice && isSeen ? JSON.stringify([choice.mine, choice.theirs]) : '';
    if (state !== this.#last) {
      this.#last = state;
      keepFocus(
        this.element,
        () => {
          this.element.hidden = state === '';
          render(choice && state ? buttons(choice) : nothing, this.element);
        },
        this.#leave,
      );
    } else if (choice && state) render(buttons(choice), this.element);
    if (!cell || !within || state === '') return;
    const { style, offsetHeight, offsetWidth } = this.element;
    const isBelow = cell.bottom + offsetHeight <= innerHeight;
    style.left = `${Math.max(0, Math.min(Math.max(cell.left, within.left), innerWidth - offsetWidth))}px`;
    style.top = `${isBelow ? cell.bottom : cell.top - offsetHeight}px`;
  }
}

const buttons = ({ mine, theirs, keepMine, takeTheirs }: ConflictChoice) => html`
  <button type="button" class="linklike" @click=${keepMine}>${tableWords.keepMine(mine)}</button>
  <button type="button" class="linklike" @click=${takeTheirs}>${tableWords.takeTheirs(theirs)}</button>
`;
