import type { JsonValue } from '../../model/json.ts';
import { textOf } from './valueText.ts';
import { words } from '../form/words.ts';
import { type ControlContext, nothingTaken, type Taken } from './fieldControl.ts';
import { TypedControl } from './typedControl.ts';

/** Never shows what the record has; emptied again it leaves that as it was. */
export class PasswordControl extends TypedControl<HTMLInputElement> {
  #before: JsonValue | undefined;

  constructor(context: ControlContext) {
    super(document.createElement('input'), context);
    this.element.type = 'password';
    this.element.className = 'line';
    this.element.autocomplete = 'new-password';
  }

  show(): void {
    const { at, field, values } = this.context;
    this.#before = values.at(at);
    this.element.value = '';
    this.isTyping = false;
    this.element.placeholder = textOf(this.#before) === '' ? (field.placeholder ?? '') : words.passwordIsSet;
  }

  take(): Taken {
    const { at, values } = this.context;
    const value = this.element.value === '' ? this.#before : this.element.value;
    if (values.at(at) === value) return nothingTaken;
    return { changes: [value === undefined ? { at } : { at, value }] };
  }
}
