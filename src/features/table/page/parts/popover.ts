import { html, render, type TemplateResult } from 'lit/html.js';
import { keepTextKey } from '../../../common/page/keyboard.ts';
import { tableWords } from '../tableWords.ts';

/** A panel over the grid: one at a time, closed by Escape or a click outside. */
export class Popover {
  readonly element = document.createElement('div');
  readonly #onClose: () => void;
  #content: (() => TemplateResult) | undefined;
  #title = '';
  #anchor: Element | null = null;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
    this.element.className = 'popover floating';
    this.element.setAttribute('role', 'dialog');
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      keepTextKey(event);
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      this.close();
    });
    document.addEventListener('pointerdown', (event) => {
      const path = event.composedPath();
      const isOurs = path.includes(this.element) || (this.#anchor !== null && path.includes(this.#anchor));
      if (!this.element.hidden && !isOurs) this.#hide();
    });
  }

  get title(): string | undefined {
    return this.element.hidden ? undefined : this.#title;
  }

  toggle(title: string, anchor: Element | null, content: () => TemplateResult): void {
    if (this.title === title) return this.close();
    this.open(title, anchor, content);
  }

  open(title: string, anchor: Element | null, content: () => TemplateResult): void {
    this.#title = title;
    this.#content = content;
    this.#anchor = anchor;
    this.element.ariaLabel = title;
    this.element.hidden = false;
    this.update();
    this.#position(anchor);
    this.element.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }

  update(): void {
    if (!this.#content || this.element.hidden) return;
    render(
      html`<div class="title">
          <h2>${this.#title}</h2>
          <button
            class="tool"
            type="button"
            title=${tableWords.close}
            aria-label=${tableWords.close}
            @click=${() => this.close()}
          >
            <span class="codicon codicon-close" aria-hidden="true"></span>
          </button>
        </div>
        ${this.#content()}`,
      this.element,
    );
  }

  /** Closes and returns focus to the grid. */
  close(): void {
    this.#hide();
    this.#onClose();
  }

  #hide(): void {
    this.element.hidden = true;
    this.#content = undefined;
    render(html``, this.element);
  }

  #position(anchor: Element | null): void {
    const around = this.element.offsetParent?.getBoundingClientRect();
    const at = anchor?.getBoundingClientRect();
    const left = (at?.left ?? 8) - (around?.left ?? 0);
    const room = (around?.width ?? innerWidth) - this.element.offsetWidth - 8;
    this.element.style.left = `${Math.max(4, Math.min(left, room))}px`;
    this.element.style.top = `${(at?.bottom ?? 32) - (around?.top ?? 0) + 2}px`;
  }
}
