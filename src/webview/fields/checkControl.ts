import { truthOf } from './booleanValue.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

/** A box to tick; it writes yes and no as the record does. */
export class CheckControl implements FieldControl {
  readonly element = document.createElement('input');
  readonly #context: ControlContext;
  readonly isTyping = false;
  #isReadOnly = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.type = 'checkbox';
    this.element.id = context.id;
    // a box cannot be read-only by itself
    this.element.addEventListener('click', (event) => {
      if (this.#isReadOnly) event.preventDefault();
    });
    this.element.addEventListener('change', context.chosen);
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    const { at, field, values } = this.#context;
    this.element.checked = truthOf(field, values.at(at))?.is ?? false;
  }

  take(): Taken {
    const { at, field, values } = this.#context;
    const truth = truthOf(field, values.at(at));
    if (!truth || truth.is === this.element.checked) return nothingTaken;
    return { changes: [{ at, value: truth.pair[this.element.checked ? 0 : 1] }] };
  }

  taken(): void {
    // it is never half typed
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.element.ariaReadOnly = isReadOnly ? 'true' : null;
  }
}
