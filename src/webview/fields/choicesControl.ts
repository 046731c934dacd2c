import { chosenIn, withChosen } from '../../model/form/choices.ts';
import type { JsonValue } from '../../model/json.ts';
import { words } from '../form/words.ts';
import { type ControlContext, type FieldControl, nothingTaken, type Taken } from './fieldControl.ts';

/** A box for each of many things; what the record has beside them has a box too. */
export class ChoicesControl implements FieldControl {
  readonly element = document.createElement('div');
  readonly #context: ControlContext;
  readonly #boxes = new Map<string, HTMLInputElement>();
  readonly isGroup = true;
  readonly isTyping = false;
  #isReadOnly = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.id = context.id;
    this.element.className = 'choices';
    this.element.setAttribute('role', 'group');
    this.element.tabIndex = -1;
    this.element.addEventListener('click', (event) => {
      if (this.#isReadOnly) event.preventDefault();
    });
    for (const { value, text } of context.field.options) this.#add(value, text || value);
  }

  get target(): HTMLElement {
    return this.element;
  }

  show(): void {
    const chosen = new Set(this.#chosen());
    for (const value of chosen) if (!this.#boxes.has(value)) this.#add(value, words.notAmong(value));
    for (const [value, box] of this.#boxes) box.checked = chosen.has(value);
  }

  take(): Taken {
    const { at, field, values } = this.#context;
    const before = this.#chosen();
    const ticked = [...this.#boxes].filter(([, { checked }]) => checked).map(([value]) => value);
    // what stays chosen keeps its place
    const kept = before.filter((value) => ticked.includes(value));
    const chosen = [...kept, ...ticked.filter((value) => !kept.includes(value))];
    if (chosen.length === before.length && kept.length === before.length) return nothingTaken;
    return { changes: [{ at, value: withChosen(field, chosen, values.at(at)) as JsonValue }] };
  }

  taken(): void {
    // it is never half typed
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    for (const box of this.#boxes.values()) box.ariaReadOnly = isReadOnly ? 'true' : null;
  }

  #chosen(): string[] {
    const { at, field, values } = this.#context;
    return [...new Set(chosenIn(field, values.at(at)))];
  }

  #add(value: string, text: string): void {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.ariaReadOnly = this.#isReadOnly ? 'true' : null;
    box.addEventListener('change', this.#context.chosen);
    const label = document.createElement('label');
    label.append(box, text);
    this.#boxes.set(value, box);
    this.element.append(label);
  }
}
