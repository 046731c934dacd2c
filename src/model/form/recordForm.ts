import type { ControllerName } from '../controller.ts';
import type { ServiceMessage } from '../errors.ts';
import { valueAt, type FormValue, type FormValues } from './fieldValue.ts';
import type { FormElement, RecordField, SubTable } from './formElement.ts';
import { pairedRows, rowsIn, subTableAt } from './subTable.ts';
import type { Identity } from '../identity.ts';
import type { JsonObject, JsonValue } from '../json.ts';
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
  /** Null for a record that is yet to be added. */
  readonly id: string | null;
  /** The record's display name; empty for a new one. */
  readonly name: string;
  /** "Lead", for buttons such as "Add Lead"; "record" when the service names none. */
  readonly singular: string;
  readonly primaryKey?: string;
  readonly displayField?: string;
  /** What a reference to the record names beside its id. */
  readonly model?: string;
  readonly modelClass?: string;
  /** By the `at` of its fields. The name of the record that a reference points to stands beside its id: `placesBeside`. */
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
  /** Every table inside of the record, those inside of others after them. */
  readonly subTables: readonly SubTable[];
  /** What the record holds beyond the form's elements: shown, never sent. */
  readonly otherFields: readonly RecordField[];
  readonly submitActions: readonly SubmitAction[];
  /** The name of the action that the connection chose for forms without a plain save. */
  readonly saveAction?: string;
  readonly associations: readonly Association[];
}

/** The record's own value of a field. */
export function recordValue(form: RecordForm, field: Pick<RecordField, 'path' | 'at'>): FormValue {
  return valueAt(form.values, field.at) ?? valueAt(form.data, field.path);
}

/** The value that a save would send: what the person made of it, else the record's own. */
function draftValue(form: RecordForm, values: FormValues, field: Pick<RecordField, 'path' | 'at'>): FormValue {
  const given = valueAt(values, field.at);
  return given === undefined ? recordValue(form, field) : given;
}

export interface InstanceRow {
  readonly path: FieldPath;
  readonly at: FieldPath;
  /** As people count rows: from 1. */
  readonly number: number;
}

/** One place where a field has a value: itself, or itself in one row of a sub-table. */
export interface FieldInstance {
  readonly path: FieldPath;
  readonly at: FieldPath;
  /** The rows are the draft's: the record's own rows may be others, so nothing is filled in from them. */
  readonly isDraft: boolean;
  /** The rows that it lies in, the outermost first. */
  readonly rows?: readonly InstanceRow[];
  /** Where the record itself has it, which is another place once rows were moved; undefined in a new row. */
  readonly stored: FieldPath | undefined;
}

/** `addresses.city` has as many places as there are addresses: `addresses.0.city`, `addresses.1.city`, … */
export function fieldInstances(
  form: RecordForm,
  values: FormValues,
  field: Pick<RecordField, 'path' | 'at'>,
): FieldInstance[] {
  // in the record itself there is one of each
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

/** The value that a save would send for the field at this place. */
export function instanceValue(form: RecordForm, values: FormValues, instance: FieldInstance): FormValue {
  return instance.isDraft ? valueAt(values, instance.at) : draftValue(form, values, instance);
}

/** What the record itself has there: in the same row, wherever that stood. Undefined in a new one. */
export function storedValue(form: RecordForm, { path, stored, rows }: FieldInstance): FormValue {
  if (!stored) return undefined;
  return rows ? valueAt(form.values, stored) : recordValue(form, { path, at: stored });
}

export type AssociationKind = 'hasMany' | 'hasOne' | 'belongsTo' | 'manyToMany' | 'unknown';

/** One entry of `model_associations`: records that hang together with this one. */
export interface Association {
  readonly name: string;
  readonly kind: AssociationKind;
  readonly modelClass?: string;
  readonly controller?: ControllerName;
  /** As with a reference: what the model class suggests. */
  readonly likelyController?: ControllerName;
  readonly foreignKey?: string;
  readonly table?: string;
  readonly label?: string;
  /** How many records it has, where the form tells. */
  readonly count?: number;
  readonly raw: JsonValue;
}

type Named = Pick<RecordForm, 'name' | 'id'>;

/** Within a sentence. */
export function recordName({ name, id }: Named): string {
  return name === '' ? t('record {0}', id ?? '') : name;
}

/** At the beginning of one. A name of its own is left as it is. */
export function recordNameFirst(form: Named): string {
  return form.name === '' ? capitalized(recordName(form)) : form.name;
}

/** Where it stands alone: what has no name is known by its kind, `Lead 17`. */
export function recordTitle({ name, id, singular }: Named & Pick<RecordForm, 'singular'>): string {
  if (name !== '') return name;
  return id === null ? t('New {0}', singular) : capitalized(`${singular} ${id}`);
}
