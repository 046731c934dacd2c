import { chosenIn, inPlace, withChosen } from '../../../../model/form/choices.ts';
import type { JsonValue } from '../../../../model/json.ts';
import { type ControlContext, type ControlInput, type FieldControl, unchanged } from './fieldControl.ts';
import { fieldWords } from './fieldWords.ts';
import { optionElements } from './optionElements.ts';
import { readBoolean, textOf } from './valueText.ts';

/** Checkbox that writes true and false in the record's spelling. */
export class CheckControl implements FieldControl {
  readonly element = document.createElement('input');
  readonly layout = 'besideLabel';
  readonly #context: ControlContext;
  readonly isTyping = false;
  #isReadOnly = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.element.type = 'checkbox';
    this.element.id = context.id;
    // a checkbox has no read-only state
    this.element.addEventListener('click', (event) => {
      if (this.#isReadOnly) event.preventDefault();
    });
    this.element.addEventListener('change', context.onChosen);
  }

  get target(): HTMLElement {
    return this.element;
  }

  showValue(): void {
    const { field, value } = this.#context;
    this.element.checked = readBoolean(field, value())?.isYes ?? false;
  }

  readInput(): ControlInput {
    const { field, value } = this.#context;
    const before = readBoolean(field, value());
    if (!before || before.isYes === this.element.checked) return unchanged;
    return { change: { value: before.spelling[this.element.checked ? 0 : 1] } };
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.element.ariaReadOnly = isReadOnly ? 'true' : null;
  }
}

/** Single choice; the record's value is shown and kept even if it is not one of the choices. */
export class ChoiceControl implements FieldControl {
  readonly element = document.createElement('select');
  readonly #context: ControlContext;
  readonly #unknownOption = document.createElement('option');
  readonly isTyping = false;
  #isReadOnly = false;

  constructor(context: ControlContext) {
    this.#context = context;
    const { element } = this;
    const { options, placeholder = '', isAlwaysChosen = false } = context.field;
    element.id = context.id;
    if (!isAlwaysChosen && !options.some(({ value }) => value === '')) {
      const none = document.createElement('option');
      none.value = '';
      none.textContent = placeholder;
      none.label = placeholder || fieldWords.noChoice;
      element.append(none);
    }
    element.append(...optionElements(options));
    element.addEventListener('change', () => (this.#isReadOnly ? this.showValue() : context.onChosen()));
    // a select has no read-only state
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

  showValue(): void {
    const { field, value } = this.#context;
    const text = textOf(value());
    const isKnown = text === '' || field.options.some((option) => option.value === text);
    if (isKnown) this.#unknownOption.remove();
    else {
      this.#unknownOption.value = text;
      this.#unknownOption.textContent = fieldWords.notAmong(text);
      this.element.append(this.#unknownOption);
    }
    this.element.value = text;
  }

  readInput(): ControlInput {
    const { value } = this.element;
    return value === textOf(this.#context.value()) ? unchanged : { change: { value } };
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.element.ariaReadOnly = isReadOnly ? 'true' : null;
  }
}

/** A checkbox for each choice, and for values of the record that are not choices. */
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

  showValue(): void {
    const chosen = new Set(this.#chosen());
    for (const value of chosen) if (!this.#boxes.has(value)) this.#add(value, fieldWords.notAmong(value));
    for (const [value, box] of this.#boxes) box.checked = chosen.has(value);
  }

  readInput(): ControlInput {
    const { field, value } = this.#context;
    const before = this.#chosen();
    const ticked = [...this.#boxes].filter(([, { checked }]) => checked).map(([choice]) => choice);
    const isSame = ticked.length === before.length && ticked.every((choice) => before.includes(choice));
    if (isSame) return unchanged;
    const written = withChosen(field, inPlace(ticked, before), value());
    if (written.problem === undefined) return { change: { value: written.value as JsonValue } };
    this.showValue();
    return { problem: written.problem };
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    for (const box of this.#boxes.values()) box.ariaReadOnly = isReadOnly ? 'true' : null;
  }

  #chosen(): string[] {
    const { field, value } = this.#context;
    return [...new Set(chosenIn(field, value()))];
  }

  #add(value: string, text: string): void {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.ariaReadOnly = this.#isReadOnly ? 'true' : null;
    box.addEventListener('change', this.#context.onChosen);
    const label = document.createElement('label');
    label.append(box, text);
    this.#boxes.set(value, box);
    this.element.append(label);
  }
}
