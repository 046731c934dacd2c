import type { JsonValue } from '../../../model/json.ts';
import { jsonText } from '../values/valueText.ts';
import { sameJson } from '../values/recordValues.ts';
import { words } from '../words.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

/** A value inside the value, as text. Broken JSON stays here until it is whole. */
export class JsonControl implements FieldControl {
  readonly element = document.createElement('textarea');
  readonly #context: ControlContext;
  isTyping = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.id = context.id;
    this.element.className = 'long json';
    this.element.spellcheck = false;
    this.element.placeholder = context.field.placeholder ?? '';
    this.element.addEventListener('input', () => {
      this.isTyping = true;
      context.typed();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    this.isTyping = false;
    const text = this.#recordText();
    if (this.element.value !== text) this.element.value = text;
  }

  take(): Taken {
    const { at, values } = this.#context;
    const text = this.element.value;
    if (text === this.#recordText()) return nothingTaken;
    try {
      const value = text.trim() === '' ? null : (JSON.parse(text) as JsonValue);
      return sameJson(value, values.at(at)) ? nothingTaken : { changes: [{ at, value }] };
    } catch (error) {
      return { problem: words.badJson(error instanceof Error ? error.message : String(error)) };
    }
  }

  taken(): void {
    this.isTyping = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.element.readOnly = isReadOnly;
  }

  #recordText(): string {
    const { at, values } = this.#context;
    const value = values.at(at);
    return value === null || value === '' ? '' : jsonText(value);
  }
}
