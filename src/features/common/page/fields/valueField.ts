import type { JsonValue } from '../../../../model/json.ts';
import type { FormMessage } from '../formMessage.ts';
import { controlTypeFor } from './controlTypes.ts';
import type { ControlChange, ControlField, ControlServices, FieldControl } from './fieldControl.ts';
import { FieldFrame, type FrameOptions } from './fieldFrame.ts';
import { sameJson } from './valueText.ts';

/** The value of a field and its state. */
export interface ControlState {
  readonly value: JsonValue | undefined;
  /** Name of the record that a reference points to. */
  readonly referenceText?: string;
  readonly problem?: string | undefined;
  readonly isDisabled?: boolean;
}

export interface ValueFieldOptions {
  readonly field: ControlField;
  readonly frame: FrameOptions;
  readonly value: ControlState;
  readonly onChange: (change: ControlChange) => void;
  readonly onLeave?: () => void;
  readonly services?: ControlServices;
}

/** A standalone field: a value in, changes out. Fields of a record use `FieldView` instead. */
export class ValueField {
  readonly #frame: FieldFrame;
  readonly #control: FieldControl;
  readonly #onChange: (change: ControlChange) => void;
  #value: JsonValue | undefined;
  #referenceText: string;
  /** Reason why the input was rejected, once the user has moved on. */
  #inputProblem = '';

  constructor({ field, frame, value, onChange, onLeave, services = {} }: ValueFieldOptions) {
    this.#onChange = onChange;
    this.#value = value.value;
    this.#referenceText = value.referenceText ?? '';
    this.#frame = new FieldFrame(frame);
    this.#control = controlTypeFor(field, value.value).make({
      field,
      id: frame.id,
      value: () => this.#value,
      referenceText: () => this.#referenceText,
      onTyped: () => this.#applyInput(),
      onChosen: () => this.#applyInput(),
      showProblem: (problem) => this.#showInputProblem(problem),
      services,
    });
    this.#frame.hold(this.#control);
    this.#control.showValue();
    this.show(value);
    this.element.addEventListener('focusout', (event) => {
      if (this.element.contains(event.relatedTarget as Node | null)) return;
      if (this.#control.isTyping) this.#applyInput();
      if (this.problem !== undefined) this.#showInputProblem(this.problem);
      onLeave?.();
    });
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  /** Reason why the input is invalid; undefined if it is valid. */
  get problem(): string | undefined {
    return this.#control.isTyping ? this.#control.readInput().problem : undefined;
  }

  /** Keeps input that is incomplete or invalid. */
  show({ value, referenceText = '', problem = '', isDisabled = false }: ControlState): void {
    const isSame = sameJson(value, this.#value) && referenceText === this.#referenceText;
    if (!isSame && !this.#control.isTyping) {
      this.#value = value;
      this.#referenceText = referenceText;
      this.#control.showValue();
    }
    this.#control.target.toggleAttribute('disabled', isDisabled);
    this.#frame.showProblem(this.#inputProblem || problem);
  }

  /** Shows a message about the value, in the reserved space. */
  showAnswer(answer: FormMessage): void {
    this.#frame.showAnswer(answer);
  }

  focus(): void {
    this.#frame.focusControl();
  }

  #showInputProblem(problem: string): void {
    this.#inputProblem = problem;
    this.#frame.showProblem(problem);
  }

  #applyInput(): void {
    const { change, problem } = this.#control.readInput();
    if (problem !== undefined) return;
    this.#inputProblem = '';
    if (!change) return this.#control.inputTaken?.();
    this.#value = change.value;
    this.#referenceText = change.reference?.text ?? '';
    this.#control.inputTaken?.();
    this.#onChange(change);
  }
}
