import { CellField, type OnEnd } from './cellField.ts';

/** Any text, of several lines if need be. */
export class CellEditor extends CellField<HTMLTextAreaElement> {
  /** A letter is being put together. */
  isComposing = false;

  constructor() {
    super(document.createElement('textarea'));
    this.element.rows = 1;
    this.element.dir = 'auto';
    this.element.spellcheck = false;
    this.element.addEventListener('input', () => this.keepInside());
    this.element.addEventListener('compositionstart', () => (this.isComposing = true));
    this.element.addEventListener('compositionend', () => (this.isComposing = false));
  }

  /** `typed` takes the place of the value, otherwise all of it is selected. */
  open(label: string, value: string, typed: string | undefined, onEnd: OnEnd): void {
    this.element.value = typed ?? value;
    this.show(label, onEnd);
    if (typed === undefined) this.element.select();
  }
}
