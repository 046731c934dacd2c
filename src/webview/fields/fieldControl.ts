import type { FieldPath } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { Found } from '../../protocol/form.ts';
import type { Change, RecordValues } from '../form/values/recordValues.ts';
import type { LookUpList } from './lookUpList.ts';

/** What a control makes of what was typed. */
export type Taken =
  | { readonly changes: readonly Change[]; readonly problem?: undefined }
  /** It cannot be taken as it is, and stays in the field until it can. */
  | { readonly changes?: undefined; readonly problem: string };

/** The part of a field that a person types into or chooses from. */
export interface FieldControl {
  readonly element: HTMLElement;
  /** What has the keyboard, and what a screen reader ties label and explanations to. */
  readonly target: HTMLElement;
  /** Several controls under one label. */
  readonly isGroup?: boolean;
  /** Something was typed that the record does not have yet. */
  readonly isTyping: boolean;
  /** Takes its value from the record. */
  show(): void;
  take(): Taken;
  /** What was typed is in the record, or on its way there. */
  taken(): void;
  setReadOnly(isReadOnly: boolean): void;
}

/** What a control needs to know of its field, and what it can ask for. */
export interface ControlContext {
  readonly field: RecordField;
  readonly at: FieldPath;
  /** For the control's element. */
  readonly id: string;
  readonly values: RecordValues;
  /** Something was typed: it is taken when the person pauses. */
  readonly typed: () => void;
  /** Something was chosen: it is taken now. */
  readonly chosen: () => void;
  /** Says something at the field; an empty text takes it back. */
  readonly say: (problem: string) => void;
  readonly services: ControlServices;
}

export interface ControlServices {
  readonly lookUp: (key: string, text: string, signal: AbortSignal) => Promise<Found>;
  readonly openReference: (key: string, toSide: boolean) => void;
  readonly attach: (key: string, file: File) => Promise<void>;
  /** One list for all references: no more than one is open at a time. */
  readonly list: LookUpList;
}

export const nothingTaken: Taken = { changes: [] };
