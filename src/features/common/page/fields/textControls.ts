import { parseJson } from '../../../../model/exactJson.ts';
import type { JsonValue } from '../../../../model/json.ts';
import { errorMessage } from '../../channel.ts';
import { type ControlContext, type ControlInput, type FieldControl, TypedControl, unchanged } from './fieldControl.ts';
import { fieldWords } from './fieldWords.ts';
import { jsonText, displayText, noValue, sameJson, textOf } from './valueText.ts';

const inputModes: Readonly<Record<string, string>> = { email: 'email', url: 'url', phone: 'tel', number: 'decimal' };

/**
 * One or several lines. Never an input of type email, url or number: those alter what is typed, and a record's value
 * must be exactly the typed text.
 */
export class TextControl extends TypedControl<HTMLInputElement | HTMLTextAreaElement> {
  readonly layout?: 'wide';

  constructor(context: ControlContext, isLong: boolean) {
    super(document.createElement(isLong ? 'textarea' : 'input'), context);
    const { element } = this;
    const { field } = context;
    if (isLong) this.layout = 'wide';
    element.className = isLong ? (field.isCode ? 'long code' : 'long') : 'line';
    element.autocomplete = 'off';
    element.dir = 'auto';
    element.placeholder = field.placeholder ?? '';
    const mode = inputModes[field.kind === 'number' ? 'number' : (field.format ?? '')];
    if (mode) element.inputMode = mode;
    if (field.kind !== 'longText' || field.isCode) element.spellcheck = false;
  }

  showValue(): void {
    const text = this.#valueText();
    this.isTyping = false;
    if (this.element.value !== text) this.element.value = text;
  }

  readInput(): ControlInput {
    const { value } = this.element;
    if (value === this.#valueText()) return unchanged;
    // a text area only uses \n, so restore the record's \r\n
    const before = this.context.value();
    const isWindows = typeof before === 'string' && before.includes('\r\n');
    return { change: { value: isWindows ? value.replaceAll('\n', '\r\n') : value } };
  }

  #valueText(): string {
    return textOf(this.context.value()).replaceAll(/\r\n?/g, '\n');
  }
}

/** Never shows the record's value; clearing it again leaves that value unchanged. */
export class PasswordControl extends TypedControl<HTMLInputElement> {
  #before: JsonValue | undefined;

  constructor(context: ControlContext) {
    super(document.createElement('input'), context);
    this.element.type = 'password';
    this.element.className = 'line';
    this.element.autocomplete = 'new-password';
  }

  showValue(): void {
    const { field, value } = this.context;
    this.#before = value();
    this.element.value = '';
    this.isTyping = false;
    this.element.placeholder = textOf(this.#before) === '' ? (field.placeholder ?? '') : fieldWords.passwordIsSet;
  }

  readInput(): ControlInput {
    const value = this.element.value === '' ? this.#before : this.element.value;
    return this.context.value() === value ? unchanged : { change: { value } };
  }
}

/** Nested JSON, edited as text. Invalid JSON stays here until it is fixed. */
export class JsonControl extends TypedControl<HTMLTextAreaElement> {
  readonly layout = 'wide';

  constructor(context: ControlContext) {
    super(document.createElement('textarea'), context);
    this.element.className = 'long code';
    this.element.spellcheck = false;
    this.element.placeholder = context.field.placeholder ?? '';
  }

  showValue(): void {
    this.isTyping = false;
    const text = this.#valueText();
    if (this.element.value !== text) this.element.value = text;
  }

  readInput(): ControlInput {
    const text = this.element.value;
    if (text === this.#valueText()) return unchanged;
    try {
      const value = text.trim() === '' ? null : parseJson(text);
      return sameJson(value, this.context.value()) ? unchanged : { change: { value } };
    } catch (error) {
      return { problem: fieldWords.badJson(errorMessage(error)) };
    }
  }

  #valueText(): string {
    const value = this.context.value();
    return value === null || value === '' ? '' : jsonText(value);
  }
}

/** For a read-only field: its display text, focusable and copyable. */
export class ReadOnlyControl implements FieldControl {
  /** A textarea, so that text wraps. */
  readonly element = document.createElement('textarea');
  readonly layout?: 'wide';
  readonly #context: ControlContext;
  readonly isTyping = false;

  constructor(context: ControlContext, isLong: boolean) {
    this.#context = context;
    if (isLong) this.layout = 'wide';
    this.element.id = context.id;
    this.element.className = 'shown';
    this.element.rows = 1;
    this.element.dir = 'auto';
    this.element.readOnly = true;
    this.element.placeholder = noValue;
  }

  get target(): HTMLElement {
    return this.element;
  }

  showValue(): void {
    const { field, value, referenceText } = this.#context;
    const text = displayText(field, value(), referenceText());
    if (this.element.value !== text) this.element.value = text;
  }

  readInput(): ControlInput {
    return unchanged;
  }

  setReadOnly(): void {
    // always read-only
  }
}
