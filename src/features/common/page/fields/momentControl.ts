import { isEmpty } from '../../../../model/form/fieldValue.ts';
import { type ControlContext, type ControlInput, type FieldControl, unchanged } from './fieldControl.ts';
import { fieldWords } from './fieldWords.ts';
import { fromNative, type MomentShape, momentShape, toNative } from './moment.ts';
import { textOf } from './valueText.ts';

/** The browser's input for a date, a time or both; writes in the record's format. */
export class MomentControl implements FieldControl {
  readonly element = document.createElement('input');
  readonly keepsRefusedInput = true;
  readonly #context: ControlContext;
  #shape: MomentShape;
  isTyping = false;

  constructor(context: ControlContext) {
    this.#context = context;
    this.#shape = this.#shapeNow();
    this.element.id = context.id;
    this.element.className = 'moment';
    this.element.addEventListener('input', () => {
      this.isTyping = true;
      // a year is typed digit by digit, and every digit yields a valid year
      const isYearBegun = this.element.type !== 'time' && this.element.value.startsWith('0');
      if (!isYearBegun) context.onTyped();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  showValue(): void {
    this.#shape = this.#shapeNow();
    this.isTyping = false;
    this.element.step = this.#shape.type === 'date' ? '1' : this.#shape.hasSeconds ? '1' : '60';
    this.element.max =
      this.#shape.type === 'date' ? '9999-12-31' : this.#shape.type === 'time' ? '' : '9999-12-31T23:59:59';
    // after the limits: the browser rebuilds a date input each time one of them changes
    if (this.element.type !== this.#shape.type) this.element.type = this.#shape.type;
    this.element.value = this.#text === '' ? '' : toNative(this.#text, this.#shape);
    this.#markUnset();
  }

  /** Hides the browser's date placeholder, which would look like a read-only value. */
  #markUnset(): void {
    this.element.classList.toggle('unset', this.element.readOnly && this.element.value === '');
  }

  readInput(): ControlInput {
    if (this.element.validity.badInput) return { problem: fieldWords.badMoment };
    const value = fromNative(this.element.value, this.#shape);
    return value === this.#text ? unchanged : { change: { value } };
  }

  inputTaken(): void {
    this.isTyping = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.element.readOnly = isReadOnly;
    this.#markUnset();
  }

  /** Empty also if the service uses 0000-00-00 for no value, which is preserved. */
  get #text(): string {
    const { field, value } = this.#context;
    return isEmpty(value(), field.kind) ? '' : textOf(value());
  }

  #shapeNow(): MomentShape {
    const { field } = this.#context;
    // a value that it can't show gets another control
    return momentShape(field, this.#text) ?? momentShape({ kind: field.kind }, '') ?? this.#shape;
  }
}
