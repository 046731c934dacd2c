import type { StoredFile } from '../../storedFile.ts';
import type { FieldKind, FieldOption, TextFormat } from '../../../../model/form/fieldKind.ts';
import type { FieldNotation } from '../../../../model/form/formElement.ts';
import type { JsonValue } from '../../../../model/json.ts';
import type { ReferenceMatches } from '../../../../model/form/referenceValue.ts';
import type { LookUpList } from './lookUpList.ts';

/** What a control needs to know about its field. A record's field has all of it. */
export interface ControlField {
  readonly kind: FieldKind;
  readonly label: string;
  readonly options: readonly FieldOption[];
  readonly placeholder?: string;
  readonly format?: TextFormat;
  readonly notation?: FieldNotation;
  readonly reference?: { readonly model?: string };
  /** True if a choice is always selected, so no empty option is offered. */
  readonly isAlwaysChosen?: boolean;
  /** Lines that are not prose, such as a certificate. */
  readonly isCode?: boolean;
}

/** The user's change to a field. Without a value, the key is removed from the record. */
export interface ControlChange {
  readonly value: JsonValue | undefined;
  /** For a reference: name and model of the other record. */
  readonly reference?: { readonly text: string | null; readonly model?: string };
}

/** Content of a control: a change, nothing new, or invalid input that stays until it is fixed. */
export type ControlInput =
  | { readonly change?: ControlChange; readonly problem?: undefined }
  | { readonly change?: undefined; readonly problem: string };

/** No change. */
export const unchanged: ControlInput = {};

/** An input control of a field. */
export interface FieldControl {
  readonly element: HTMLElement;
  /** The element that receives focus and that label and descriptions refer to. */
  readonly target: HTMLElement;
  /** True if several controls share one label. */
  readonly isGroup?: boolean;
  /** Layout within the frame, if not below the label in one column. */
  readonly layout?: 'wide' | 'besideLabel';
  /** True if rejected input stays in the control; other controls revert to the record's value. */
  readonly keepsRefusedInput?: boolean;
  /** True if there is input that the field doesn't have yet. */
  readonly isTyping: boolean;
  /** Shows the value from the context. */
  showValue(): void;
  readInput(): ControlInput;
  /** Called when the input has become the field's value, or is about to; omitted if there is no partial input. */
  inputTaken?(): void;
  setReadOnly(isReadOnly: boolean): void;
}

/** Inputs and callbacks of a control. */
export interface ControlContext {
  readonly field: ControlField;
  /** Id of the control's element. */
  readonly id: string;
  readonly value: () => JsonValue | undefined;
  /** Name of the record that a reference points to; empty if unknown. */
  readonly referenceText: () => string;
  /** Call after typing: the input is read when the user pauses. */
  readonly onTyped: () => void;
  /** Call after a choice: the input is read immediately. */
  readonly onChosen: () => void;
  /** An empty text clears the problem. */
  readonly showProblem: (problem: string) => void;
  readonly services: ControlServices;
}

export interface ControlServices {
  readonly references?: ReferenceService;
  readonly files?: FileService;
}

/** Services for a reference. */
export interface ReferenceService {
  /** The list shared by all references of a page: only one is open at a time. */
  readonly list: LookUpList;
  /** `controller` is where to search, once the user has chosen one of several. */
  readonly lookUp: (text: string, signal: AbortSignal, controller?: string) => Promise<ReferenceMatches>;
  readonly openRecord?: (toSide: boolean) => void;
  /** True if an id may be typed as well, even if records can be found by name. */
  readonly takesIds?: boolean;
}

/** `browse`: in the browser. */
export type FileUse = 'open' | 'save' | 'browse';

/** Services for a file. */
export interface FileService {
  readonly attach: (file: File) => Promise<void>;
  /** What is known about the stored file; undefined if there is none, or it has been replaced. */
  readonly stored?: () => StoredFile | undefined;
  readonly use?: (file: StoredFile, how: FileUse) => void;
  /** File types accepted by the browser's file picker. */
  readonly accept?: string;
  readonly removeLabel?: string;
  /** Preview image of the picked file. */
  readonly preview?: () => { readonly address: string; readonly text: string } | undefined;
}

/** A text input; the text is read when the user pauses. */
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

/** Small icon button; its name is the tooltip and the screen reader label. */
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
