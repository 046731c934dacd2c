import { textOf } from '../values/valueText.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

const inputModes: Readonly<Record<string, string>> = { email: 'email', url: 'url', phone: 'tel', number: 'decimal' };

/**
 * One line or several. Never an input of type email, url or number: those change what is typed, and a record's value
 * is the text that the person typed.
 */
export class TextControl implements FieldControl {
  readonly element: HTMLInputElement | HTMLTextAreaElement;
  readonly #context: ControlContext;
  isTyping = false;

  constructor(context: ControlContext, isLong: boolean) {
    this.#context = context;
    const { field, id, typed } = context;
    const element = document.createElement(isLong ? 'textarea' : 'input');
    this.element = element;
    element.id = id;
    element.className = isLong ? 'long' : 'line';
    element.autocomplete = 'off';
    element.dir = 'auto';
    element.placeholder = field.placeholder ?? '';
    const mode = inputModes[field.kind === 'number' ? 'number' : (field.format ?? '')];
    if (mode) element.inputMode = mode;
    if (field.kind !== 'longText') element.spellcheck = false;
    element.addEventListener('input', () => {
      this.isTyping = true;
      typed();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    const text = this.#recordText();
    this.isTyping = false;
    if (this.element.value !== text) this.element.value = text;
  }

  take(): Taken {
    const { at, values } = this.#context;
    const { value } = this.element;
    if (value === this.#recordText()) return nothingTaken;
    // a text area has newlines alone, whatever the record had
    const before = values.at(at);
    const isWindows = typeof before === 'string' && before.includes('\r\n');
    return { changes: [{ at, value: isWindows ? value.replaceAll('\n', '\r\n') : value }] };
  }

  taken(): void {
    this.isTyping = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.element.readOnly = isReadOnly;
  }

  #recordText(): string {
    const { at, values } = this.#context;
    return textOf(values.at(at)).replaceAll(/\r\n?/g, '\n');
  }
}
