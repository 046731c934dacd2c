import { CellField, type OnEnd } from './cellField.ts';

/** Any text, of several lines if need be. */
export class CellEditor extends CellField<HTMLTextAreaElement> {
  constructor() {
    super(document.createElement('textarea'));
    this.element.rows = 1;
    this.element.dir = 'auto';
    this.element.spellcheck = false;
    this.element.addEventListener('input', () => this.#grow());
  }

  /** `typed` takes the place of the value, otherwise all of it is selected. */
  open(label: string, value: string, typed: string | undefined, onEnd: OnEnd): void {
    this.element.value = typed ?? value;
    this.show(label, onEnd);
    if (typed === undefined) this.element.select();
    this.#grow();
  }

  /** As many lines as the text has, up to six. */
  #grow(): void {
    this.element.rows = Math.min(6, this.element.value.split('\n').length);
  }
}
