import type { Association } from './association.ts';
import type { ControllerName } from '../controller.ts';
import type { ServiceMessage } from '../errors.ts';
import { valueAt, type FormValue, type FormValues } from './fieldValue.ts';
import type { FormElement, RecordField } from './formElement.ts';
import type { Identity } from '../identity.ts';
import type { JsonObject } from '../json.ts';
import type { SubmitAction } from './submitAction.ts';

export type FormOperation = 'view' | 'edit' | 'add';

/** One record with everything needed to show, edit, check and save it. Plain data: it can be sent to a webview as it is. */
export interface RecordForm {
  readonly controller: ControllerName;
  readonly operation: FormOperation;
  readonly alias: string;
  /** The key after `data` that a save uses for the record: `leads` in `data[leads][id]`. */
  readonly root: string;
  /** Null for a record that is yet to be added. */
  readonly id: string | null;
  /** The record's display name; empty for a new one. */
  readonly name: string;
  /** "Lead", for buttons such as "Add Lead"; "record" when the service names none. */
  readonly singular: string;
  readonly primaryKey?: string;
  readonly displayField?: string;
  readonly modelClass?: string;
  readonly values: JsonObject;
  /** The answer's whole `data`, where elements that lie outside the record have their values. */
  readonly data: JsonObject;
  readonly isDeleted: boolean;
  /** Undefined when the answer does not say. */
  readonly isEditable: boolean | undefined;
  readonly isDeletable: boolean | undefined;
  readonly allowComments: boolean | undefined;
  readonly messages: readonly string[];
  readonly errors: readonly ServiceMessage[];
  readonly identity: Identity;
  readonly splitLayout: boolean;
  /** Groups and fields in the service's order. */
  readonly elements: readonly FormElement[];
  /** Every field of `elements`, once. */
  readonly fields: readonly RecordField[];
  /** What the record holds beyond the form's elements: shown, never sent. */
  readonly otherFields: readonly RecordField[];
  readonly submitActions: readonly SubmitAction[];
  readonly associations: readonly Association[];
}

/** The record's own value of a field. */
export function recordValue(form: RecordForm, field: Pick<RecordField, 'path' | 'at'>): FormValue {
  return valueAt(form.values, field.at) ?? valueAt(form.data, field.path);
}

/** The value that a save would send: what the person made of it, else the record's own. */
export function draftValue(form: RecordForm, values: FormValues, field: Pick<RecordField, 'path' | 'at'>): FormValue {
  const given = valueAt(values, field.at);
  return given === undefined ? recordValue(form, field) : given;
}
