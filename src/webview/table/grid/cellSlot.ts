import type { CellLook } from './cellLook.ts';

/** To be copied, which is quicker than to be made: the first rows wait for some hundreds of them. */
const blank = document.createElement('div');
blank.setAttribute('role', 'gridcell');
blank.append(document.createTextNode(''));

/** The element of a cell, used for one cell after another. Writes only what changed: a write costs more than a look. */
export class CellSlot {
  readonly element = blank.cloneNode(true) as HTMLElement;
  readonly #text = this.element.firstChild as Text;
  /** Around the text while the cell is a link. */
  #link: HTMLElement | undefined;
  #look: CellLook | undefined;
  #width = -1;
  #column = -1;

  get column(): number {
    return this.#column;
  }

  stand(column: number, width: number): void {
    if (this.#column !== column) {
      this.#column = column;
      this.element.ariaColIndex = String(column + 1);
    }
    if (this.#width !== width) {
      this.#width = width;
      this.element.style.width = `${width}px`;
    }
  }

  show(look: CellLook): void {
    const before = this.#look;
    this.#look = look;
    if (before?.text !== look.text) this.#text.data = look.text;
    if (before?.className !== look.className) this.element.className = look.className;
    if ((before?.title ?? '') !== look.title) this.#set('title', look.title);
    if ((before?.label ?? '') !== look.label) this.#set('aria-label', look.label);
    if ((before?.description ?? '') !== look.description) this.#set('aria-description', look.description);
    if ((before?.isLink ?? false) !== look.isLink) this.#setLink(look.isLink);
  }

  /** Takes the text away until there is another; the rest would only be written twice. */
  blank(): void {
    const look = this.#look ?? { className: 'cell', isLink: false };
    this.show({ ...look, text: '', title: '', label: '', description: '' });
  }

  #setLink(isLink: boolean): void {
    this.#link ??= linkElement();
    if (isLink) this.#link.append(this.#text);
    this.element.replaceChildren(isLink ? this.#link : this.#text);
  }

  #set(attribute: string, value: string): void {
    if (value === '') this.element.removeAttribute(attribute);
    else this.element.setAttribute(attribute, value);
  }
}

function linkElement(): HTMLElement {
  const element = document.createElement('span');
  element.setAttribute('role', 'link');
  return element;
}
