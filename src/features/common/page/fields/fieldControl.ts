import type { FieldKind, FieldOption, TextFormat } from '../../../../model/form/fieldKind.ts';
import type { FieldNotation } from '../../../../model/form/formElement.ts';
import type { JsonValue } from '../../../../model/json.ts';
import type { ReferenceMatches } from '../../../../model/form/referenceValue.ts';
import type { LookUpList } from './lookUpList.ts';

/** What a control has to know of its field. A record's field has all of it. */
export interface ControlField {
  readonly kind: FieldKind;
  readonly label: string;
  readonly options: readonly FieldOption[];
  readonly placeholder?: string;
  readonly format?: TextFormat;
  readonly notation?: FieldNotation;
  readonly reference?: { readonly model?: string };
  /** One of the choices always stands, so none is offered beside them. */
  readonly isAlwaysChosen?: boolean;
  /** Lines that are no prose, such as a certificate. */
  readonly isCode?: boolean;
}

/** What a person made of a field. Without a value the key is taken out of the record. */
export interface ControlChange {
  readonly value: JsonValue | undefined;
  /** Of a reference: how the other record is called, and of which model it is. */
  readonly reference?: { readonly text: string | null; readonly model?: string };
}

/** What stands in a control: a change, nothing new, or something that stays there until it can be taken. */
export type ControlInput =
  | { readonly change?: ControlChange; readonly problem?: undefined }
  | { readonly change?: undefined; readonly problem: string };

/** Nothing that the field does not have already. */
export const unchanged: ControlInput = {};

/** What a person types into or chooses from. */
export interface FieldControl {
  readonly element: HTMLElement;
  /** What has the keyboard, and what a screen reader ties label and explanations to. */
  readonly target: HTMLElement;
  /** Several controls under one label. */
  readonly isGroup?: boolean;
  /** How it stands in its frame, where that is not under the label in one column. */
  readonly layout?: 'wide' | 'besideLabel';
  /** What was typed stays there when it is refused; other controls show what the record has. */
  readonly keepsRefusedInput?: boolean;
  /** Something was typed that the field does not have yet. */
  readonly isTyping: boolean;
  /** Takes its value from the context. */
  showValue(): void;
  readInput(): ControlInput;
  /** What was typed is the field's value now, or on its way there. */
  inputTaken(): void;
  setReadOnly(isReadOnly: boolean): void;
}

/** What a control is given, and what it tells. */
export interface ControlContext {
  readonly field: ControlField;
  /** For the control's element. */
  readonly id: string;
  readonly value: () => JsonValue | undefined;
  /** How the record that a reference points at is called; empty when that is not known. */
  readonly referenceText: () => string;
  /** Something was typed: it is taken when the person pauses. */
  readonly onTyped: () => void;
  /** Something was chosen: it is taken now. */
  readonly onChosen: () => void;
  /** An empty text takes it back. */
  readonly showProblem: (problem: string) => void;
  readonly services: ControlServices;
}

export interface ControlServices {
  readonly references?: ReferenceService;
  readonly files?: FileService;
}

/** What a reference needs. */
export interface ReferenceService {
  /** One list for all references of a page: no more than one is open at a time. */
  readonly list: LookUpList;
  /** `controller` is where to look, once a person has chosen one of several. */
  readonly lookUp: (text: string, signal: AbortSignal, controller?: string) => Promise<ReferenceMatches>;
  readonly openRecord?: (toSide: boolean) => void;
  /** An id may be typed as well, also where records can be found by their names. */
  readonly takesIds?: boolean;
}

/** What a file needs. */
export interface FileService {
  readonly attach: (file: File) => Promise<void>;
  /** The kinds of files that the browser offers. */
  readonly accept?: string;
  readonly removeLabel?: string;
  /** A picture of the file that is chosen. */
  readonly preview?: () => { readonly address: string; readonly text: string } | undefined;
}

/** A control that a person types into: what was typed is taken when they pause. */
export abstract class TypedControl<Input extends HTMLInputElement | HTMLTextAreaElement> implements FieldControl {
  readonly element: Input;
  readonly keepsRefusedInput = true;
  protected readonly context: ControlContext;
  isTyping = false;

  constructor(element: Input, context: ControlContext) {
    this.element = element;
    this.context = context;
    element.id = context.id;
    element.addEventListener('input', () => {
      this.isTyping = true;
      context.onTyped();
    });
  }

  get target(): HTMLElement {
    return this.element;
  }

  abstract showValue(): void;

  abstract readInput(): ControlInput;

  inputTaken(): void {
    this.isTyping = false;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.element.readOnly = isReadOnly;
  }
}

/** A small button with an icon; its name is for the pointer and, once, for the screen reader. */
export function iconButton(icon: string, name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'tool';
  button.title = name;
  const sign = document.createElement('span');
  sign.className = `codicon codicon-${icon}`;
  sign.ariaHidden = 'true';
  button.append(sign);
  return button;
}
