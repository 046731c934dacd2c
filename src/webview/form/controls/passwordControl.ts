import type { JsonValue } from '../../../model/json.ts';
import { textOf } from '../values/valueText.ts';
import { words } from '../words.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

/** Never shows what the record has; emptied again it leaves that as it was. */
export class PasswordControl implements FieldControl {
  readonly element = document.createElement('input');
  readonly #context: ControlContext;
  #before: JsonValue | undefined;
  isTyping = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.type = 'password';
    this.element.id = context.id;
    this.element.className = 'line';
    this.element.autocomplete = 'new-password';
    this.element.addEventListener('input', () => {
      this.isTyping = true;
      context.typed();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    const { at, field, values } = this.#context;
    this.#before = values.at(at);
    this.element.value = '';
    this.isTyping = false;
    this.element.placeholder = textOf(this.#before) === '' ? (field.placeholder ?? '') : words.passwordIsSet;
  }

  take(): Taken {
    const { at, values } = this.#context;
    const value = this.element.value === '' ? this.#before : this.element.value;
    if (values.at(at) === value) return nothingTaken;
    return { changes: [value === undefined ? { at } : { at, value }] };
  }

  taken(): void {
    this.isTyping = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.element.readOnly = isReadOnly;
  }
}
