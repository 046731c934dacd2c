import type { ControllerName } from '../controller.ts';
import type { ServiceMessage } from '../errors.ts';
import { valueAt, type FormValue, type FormValues } from './fieldValue.ts';
import type { FormElement, RecordField, SubTable } from './formElement.ts';
import { pairedRows, rowsIn, subTableAt } from './subTable.ts';
import type { Identity } from '../identity.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Attachment } from './attachment.ts';
import type { SubmitAction } from './submitAction.ts';
import type { FieldPath } from './fieldPath.ts';
import { t } from '@vscode/l10n';
import { capitalized } from '../sentence.ts';

export type FormOperation = 'view' | 'edit' | 'add';

/** One record with everything needed to show, edit, check and save it. Plain data: it can be sent to a webview as it is. */
export interface RecordForm {
  readonly controller: ControllerName;
  readonly operation: FormOperation;
  readonly alias: string;
  /** The key after `data` that a save uses for the record: `leads` in `data[leads][id]`. */
  readonly root: string;
  /** Null for a new record. */
  readonly id: string | null;
  /** The record's display name; empty for a new one. */
  readonly name: string;
  /** "Lead", for buttons such as "Add Lead"; "record" if the service provides none. */
  readonly singular: string;
  readonly primaryKey?: string;
  readonly displayField?: string;
  /** Model name that a reference to the record includes besides its id. */
  readonly model?: string;
  readonly modelClass?: string;
  /** Indexed by the `at` of its fields. Read and written by `value.ts`. */
  readonly values: JsonObject;
  /** The response's whole `data`, which contains the values of elements outside the record. */
  readonly data: JsonObject;
  readonly isDeleted: boolean;
  /** Undefined if the response doesn't specify it. */
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
  /** All sub-tables, nested ones after their parents. */
  readonly subTables: readonly SubTable[];
  /** Values of the record without a form element: shown, never sent. */
  readonly otherFields: readonly RecordField[];
  readonly submitActions: readonly SubmitAction[];
  /** Action that the connection uses for forms without a plain save. */
  readonly saveAction?: string;
  readonly associations: readonly Association[];
  /** Stored files; omitted if there are none. */
  readonly attachments?: readonly Attachment[];
}

/** Returns the record's value of a field. */
export function recordValue(form: RecordForm, field: Pick<RecordField, 'path' | 'at'>): FormValue {
  return valueAt(form.values, field.at) ?? valueAt(form.data, field.path);
}

/** Returns the value that a save would send: the edited value, else the record's. */
function draftValue(form: RecordForm, values: FormValues, field: Pick<RecordField, 'path' | 'at'>): FormValue {
  const given = valueAt(values, field.at);
  return given === undefined ? recordValue(form, field) : given;
}

export interface InstanceRow {
  readonly path: FieldPath;
  readonly at: FieldPath;
  /** 1-based. */
  readonly number: number;
}

/** One occurrence of a field: in the record, or in one row of a sub-table. */
export interface FieldInstance {
  readonly path: FieldPath;
  readonly at: FieldPath;
  /** True if the rows come from the draft: the record's rows may differ, so nothing is filled in from them. */
  readonly isDraft: boolean;
  /** Enclosing rows, outermost first. */
  readonly rows?: readonly InstanceRow[];
  /** Path in the stored record, which differs once rows are moved; undefined in a new row. */
  readonly stored: FieldPath | undefined;
}

/** `addresses.city` has one instance per address: `addresses.0.city`, `addresses.1.city`, … */
export function fieldInstances(
  form: RecordForm,
  values: FormValues,
  field: Pick<RecordField, 'path' | 'at'>,
): FieldInstance[] {
  // a top-level field has exactly one instance
  if (field.at.length === 1) return [{ path: field.path, at: field.at, isDraft: false, stored: field.at }];
  const before = field.path.slice(0, field.path.length - field.at.length);
  let instances: FieldInstance[] = [{ path: before, at: [], isDraft: false, stored: [] }];
  field.at.forEach((segment, depth) => {
    const isTable = subTableAt(form.subTables, field.at.slice(0, depth)) !== undefined;
    instances = instances.flatMap((instance) => {
      const given = valueAt(values, instance.at);
      const own = instance.stored && valueAt(form.values, instance.stored);
      const here = given === undefined && !instance.isDraft ? own : given;
      const rows = /^\d+$/.test(segment) ? undefined : rowsIn(here, segment, isTable);
      if (!rows) return [step(instance, segment)];
      const isDraft = instance.isDraft || given !== undefined;
      const storedRows = isDraft ? pairedRows(rows, rowsIn(own, segment, isTable) ?? []) : undefined;
      return rows.map((row, index) => {
        const stored = storedRows ? storedRows.get(row)?.key : row.key;
        const { path, at } = step(instance, row.key);
        const inside = {
          path,
          at,
          isDraft,
          rows: [...(instance.rows ?? []), { path, at, number: index + 1 }],
          stored: stored === undefined ? undefined : instance.stored && [...instance.stored, stored],
        };
        return step(inside, segment);
      });
    });
  });
  return instances;
}

function step(instance: FieldInstance, segment: string): FieldInstance {
  return {
    ...instance,
    path: [...instance.path, segment],
    at: [...instance.at, segment],
    stored: instance.stored && [...instance.stored, segment],
  };
}

/** Returns the value that a save would send for this instance. */
export function instanceValue(form: RecordForm, values: FormValues, instance: FieldInstance): FormValue {
  return instance.isDraft ? valueAt(values, instance.at) : draftValue(form, values, instance);
}

/** Returns the stored value of the same row, regardless of its position. Undefined in a new row. */
export function storedValue(form: RecordForm, { path, stored, rows }: FieldInstance): FormValue {
  if (!stored) return undefined;
  return rows ? valueAt(form.values, stored) : recordValue(form, { path, at: stored });
}

export type AssociationKind = 'hasMany' | 'hasOne' | 'belongsTo' | 'manyToMany' | 'unknown';

/** One entry of `model_associations`: records related to this one. */
export interface Association {
  readonly name: string;
  readonly kind: AssociationKind;
  readonly modelClass?: string;
  readonly controller?: ControllerName;
  /** Controller that the model class suggests, as for a reference. */
  readonly likelyController?: ControllerName;
  readonly foreignKey?: string;
  readonly table?: string;
  readonly label?: string;
  /** Number of related records, if the form provides it. */
  readonly count?: number;
  readonly raw: JsonValue;
}

type Named = Pick<RecordForm, 'name' | 'id'>;

/** For use within a sentence. */
export function recordName({ name, id }: Named): string {
  return name === '' ? t('record {0}', id ?? '') : name;
}

/** For the start of a sentence. A proper name is left unchanged. */
export function recordNameFirst(form: Named): string {
  return form.name === '' ? capitalized(recordName(form)) : form.name;
}

/** For standalone use: a record without a name is shown by its controller's singular, `Lead 17`. */
export function recordTitle({ name, id, singular }: Named & Pick<RecordForm, 'singular'>): string {
  if (name !== '') return name;
  return id === null ? t('New {0}', singular) : capitalized(`${singular} ${id}`);
}
