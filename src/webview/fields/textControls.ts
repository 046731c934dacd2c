import { textOf } from './valueText.ts';
import { type ControlContext, nothingTaken, type Taken } from './fieldControl.ts';
import { TypedControl } from './typedControl.ts';

const inputModes: Readonly<Record<string, string>> = { email: 'email', url: 'url', phone: 'tel', number: 'decimal' };

/**
 * One line or several. Never an input of type email, url or number: those change what is typed, and a record's value
 * is the text that the person typed.
 */
export class TextControl extends TypedControl<HTMLInputElement | HTMLTextAreaElement> {
  constructor(context: ControlContext, isLong: boolean) {
    super(document.createElement(isLong ? 'textarea' : 'input'), context);
    const { element } = this;
    const { field } = context;
    element.className = isLong ? 'long' : 'line';
    element.autocomplete = 'off';
    element.dir = 'auto';
    element.placeholder = field.placeholder ?? '';
    const mode = inputModes[field.kind === 'number' ? 'number' : (field.format ?? '')];
    if (mode) element.inputMode = mode;
    if (field.kind !== 'longText') element.spellcheck = false;
  }

  show(): void {
    const text = this.#recordText();
    this.isTyping = false;
    if (this.element.value !== text) this.element.value = text;
  }

  take(): Taken {
    const { at, values } = this.context;
    const { value } = this.element;
    if (value === this.#recordText()) return nothingTaken;
    // a text area has newlines alone, whatever the record had
    const before = values.at(at);
    const isWindows = typeof before === 'string' && before.includes('\r\n');
    return { changes: [{ at, value: isWindows ? value.replaceAll('\n', '\r\n') : value }] };
  }

  #recordText(): string {
    const { at, values } = this.context;
    return textOf(values.at(at)).replaceAll(/\r\n?/g, '\n');
  }
}
