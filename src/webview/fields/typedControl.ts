import type { ControlContext, FieldControl, Taken } from './fieldControl.ts';

/** A control that a person types into: what was typed is taken when they pause. */
export abstract class TypedControl<Input extends HTMLInputElement | HTMLTextAreaElement> implements FieldControl {
  readonly element: Input;
  protected readonly context: ControlContext;
  isTyping = false;

  constructor(element: Input, context: ControlContext) {
    this.element = element;
    this.context = context;
    element.id = context.id;
    element.addEventListener('input', () => {
      this.isTyping = true;
      context.typed();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  abstract show(): void;

  abstract take(): Taken;

  taken(): void {
    this.isTyping = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.element.readOnly = isReadOnly;
  }
}
