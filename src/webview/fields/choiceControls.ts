import { optionElements } from './optionElements.ts';
import { textOf } from './valueText.ts';
import { words } from '../form/words.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

/** One of several; what the record has is shown and kept even when it is none of them. */
export class ChoiceControl implements FieldControl {
  readonly element = document.createElement('select');
  readonly #context: ControlContext;
  readonly #stranger = document.createElement('option');
  readonly isTyping = false;
  #isReadOnly = false;

  constructor(context: ControlContext) {
    this.#context = context;
    const { element } = this;
    element.id = context.id;
    const { options } = context.field;
    if (!options.some(({ value }) => value === '')) {
      const none = document.createElement('option');
      none.value = '';
      none.textContent = context.field.placeholder ?? '';
      none.label = none.textContent || words.noChoice;
      element.append(none);
    }
    element.append(...optionElements(options));
    element.addEventListener('change', () => (this.#isReadOnly ? this.show() : context.chosen()));
    // a list cannot be read-only by itself
    element.addEventListener('mousedown', (event) => {
      if (this.#isReadOnly) event.preventDefault();
    });
    element.addEventListener('keydown', (event) => {
      if (this.#isReadOnly && event.key !== 'Tab' && !event.ctrlKey && !event.metaKey) event.preventDefault();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    const { at, field, values } = this.#context;
    const text = textOf(values.at(at));
    const isKnown = text === '' || field.options.some(({ value }) => value === text);
    if (isKnown) this.#stranger.remove();
    else {
      this.#stranger.value = text;
      this.#stranger.textContent = words.notAmong(text);
      this.element.append(this.#stranger);
    }
    this.element.value = text;
  }

  take(): Taken {
    const { at, values } = this.#context;
    const { value } = this.element;
    return value === textOf(values.at(at)) ? nothingTaken : { changes: [{ at, value }] };
  }

  taken(): void {
    // it is never half typed
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.element.ariaReadOnly = isReadOnly ? 'true' : null;
  }
}
