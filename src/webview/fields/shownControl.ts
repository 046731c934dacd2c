import { readableText } from './valueText.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

/** For a field that may not be edited: its value as a person reads it, to be focused and copied. */
export class ShownControl implements FieldControl {
  readonly element: HTMLInputElement | HTMLTextAreaElement;
  readonly #context: ControlContext;
  readonly isTyping = false;

  constructor(context: ControlContext, isLong: boolean) {
    this.#context = context;
    this.element = document.createElement(isLong ? 'textarea' : 'input');
    this.element.id = context.id;
    this.element.className = isLong ? 'long' : 'line';
    this.element.dir = 'auto';
    this.element.readOnly = true;
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    const { at, field, values } = this.#context;
    const text = readableText(field, values.at(at), (path) => values.at(path), at);
    if (this.element.value !== text) this.element.value = text;
  }

  take(): Taken {
    return nothingTaken;
  }

  taken(): void {
    // nothing is ever typed
  }

  setReadOnly(): void {
    // it always is
  }
}
