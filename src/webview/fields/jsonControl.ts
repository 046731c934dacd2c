import { parseJson } from '../../model/json.ts';
import { jsonText } from './valueText.ts';
import { sameJson } from '../form/values/recordValues.ts';
import { words } from '../form/words.ts';
import { type ControlContext, nothingTaken, type Taken } from './fieldControl.ts';
import { TypedControl } from './typedControl.ts';
import { errorMessage } from '../../protocol/channel.ts';

/** A value inside the value, as text. Broken JSON stays here until it is whole. */
export class JsonControl extends TypedControl<HTMLTextAreaElement> {
  constructor(context: ControlContext) {
    super(document.createElement('textarea'), context);
    this.element.className = 'long json';
    this.element.spellcheck = false;
    this.element.placeholder = context.field.placeholder ?? '';
  }

  show(): void {
    this.isTyping = false;
    const text = this.#recordText();
    if (this.element.value !== text) this.element.value = text;
  }

  take(): Taken {
    const { at, values } = this.context;
    const text = this.element.value;
    if (text === this.#recordText()) return nothingTaken;
    try {
      const value = text.trim() === '' ? null : parseJson(text);
      return sameJson(value, values.at(at)) ? nothingTaken : { changes: [{ at, value }] };
    } catch (error) {
      return { problem: words.badJson(errorMessage(error)) };
    }
  }

  #recordText(): string {
    const { at, values } = this.context;
    const value = values.at(at);
    return value === null || value === '' ? '' : jsonText(value);
  }
}
