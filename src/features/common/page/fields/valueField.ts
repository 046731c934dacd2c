import type { JsonValue } from '../../../../model/json.ts';
import type { FormMessage } from '../formMessage.ts';
import { controlTypeFor } from './controlTypes.ts';
import type { ControlChange, ControlField, ControlServices, FieldControl } from './fieldControl.ts';
import { FieldFrame, type FrameOptions } from './fieldFrame.ts';
import { sameJson } from './valueText.ts';

/** What a page knows of the value of a field. */
export interface FieldValue {
  readonly value: JsonValue | undefined;
  /** How the record is called that a reference points at. */
  readonly referenceText?: string;
  readonly problem?: string | undefined;
  readonly isDisabled?: boolean;
}

export interface ValueFieldOptions {
  readonly field: ControlField;
  readonly frame: FrameOptions;
  readonly value: FieldValue;
  readonly onChange: (change: ControlChange) => void;
  readonly onLeave?: () => void;
  readonly services?: ControlServices;
}

/** A field by itself: a value in, changes out as they are made. The fields of a record have a `FieldView` instead. */
export class ValueField {
  readonly #frame: FieldFrame;
  readonly #control: FieldControl;
  readonly #onChange: (change: ControlChange) => void;
  #value: JsonValue | undefined;
  #referenceText: string;
  /** Why the control could not take what is in it, once the person went on. */
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
      onTyped: () => this.#take(),
      onChosen: () => this.#take(),
      showProblem: (problem) => this.#showInputProblem(problem),
      services,
    });
    this.#frame.hold(this.#control);
    this.#control.showValue();
    this.show(value);
    this.element.addEventListener('focusout', (event) => {
      if (this.element.contains(event.relatedTarget as Node | null)) return;
      if (this.#control.isTyping) this.#take();
      if (this.problem !== undefined) this.#showInputProblem(this.problem);
      onLeave?.();
    });
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  /** Why what was typed cannot be taken; undefined when it can. */
  get problem(): string | undefined {
    return this.#control.isTyping ? this.#control.readInput().problem : undefined;
  }

  /** What is being typed, and cannot be taken yet, stays. */
  show({ value, referenceText = '', problem = '', isDisabled = false }: FieldValue): void {
    const isSame = sameJson(value, this.#value) && referenceText === this.#referenceText;
    if (!isSame && !this.#control.isTyping) {
      this.#value = value;
      this.#referenceText = referenceText;
      this.#control.showValue();
    }
    this.#control.target.toggleAttribute('disabled', isDisabled);
    this.#frame.showProblem(this.#inputProblem || problem);
  }

  /** What became of the value, in the room that is kept for it. */
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

  #take(): void {
    const { change, problem } = this.#control.readInput();
    if (problem !== undefined) return;
    this.#inputProblem = '';
    if (!change) return this.#control.inputTaken();
    this.#value = change.value;
    this.#referenceText = change.reference?.text ?? '';
    this.#control.inputTaken();
    this.#onChange(change);
  }
}
