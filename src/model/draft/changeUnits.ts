import { type FieldPath, pathKey, labelFromKey } from '../form/fieldPath.ts';
import { keysBeside, placesBeside } from '../form/referenceValue.ts';
import {
  isEmpty,
  type FormValue,
  isRows,
  isValues,
  sameValue,
  isOtherKindOfEmpty,
  scalarText,
} from '../form/fieldValue.ts';
import type { RecordField, SubTable } from '../form/formElement.ts';
import { sameFieldValue } from '../form/choices.ts';
import { isSameModel } from '../controllersOfModel.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { fieldNameIn, pairedRows, type Row, rowId, rowsIn } from '../form/subTable.ts';
import { schemaKey, jsonAt, withValueAt } from './recordText.ts';

/** The fields of a form by where they stand in the record. */
export interface FieldNode {
  readonly field?: RecordField;
  /** What is inside stands in every row. */
  readonly table?: SubTable;
  readonly inside: ReadonlyMap<string, FieldNode>;
  /** Something below may be edited, and then it is sent by itself and not as a part of this. */
  readonly hasOpenInside: boolean;
}

/**
 * What is changed, merged and chosen as one: a field with its text and its model, or a value that can only be taken as
 * a whole, such as a list of rows.
 */
export interface ChangeUnit {
  /** The field's key; for what is no field, where it stands. */
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  /** The text and the model that belong to it. */
  readonly text?: FieldPath;
  readonly model?: FieldPath;
  /** Undefined for what the form does not know. */
  readonly node?: FieldNode;
}

/** Every unit that one of the sides has something for. */
export function changeUnits(form: RecordForm, sides: readonly JsonObject[]): ChangeUnit[] {
  return unitsIn(fieldTree(form), sides);
}

/** The same for what a node holds, such as a row. */
export function unitsIn(node: FieldNode, sides: readonly JsonObject[]): ChangeUnit[] {
  const units: ChangeUnit[] = [];
  collect(node, [], sides, units);
  return units;
}

interface Growing {
  field?: RecordField;
  table?: SubTable;
  readonly inside: Map<string, Growing>;
  hasOpenInside: boolean;
}

function fieldTree(form: RecordForm): FieldNode {
  const root: Growing = { inside: new Map(), hasOpenInside: false };
  for (const field of [...form.fields, ...form.otherFields]) {
    let node = root;
    for (const segment of field.at) {
      if (field.permission.editable) node.hasOpenInside = true;
      const next: Growing = node.inside.get(segment) ?? { inside: new Map(), hasOpenInside: false };
      node.inside.set(segment, next);
      node = next;
    }
    // two elements may have different names for the same place: the one that may be edited counts
    if (!node.field || (field.permission.editable && !node.field.permission.editable)) node.field = field;
  }
  for (const table of form.subTables) {
    const node = table.at.reduce<Growing | undefined>((holder, segment) => holder?.inside.get(segment), root);
    if (node) node.table = table;
  }
  return root;
}

function collect(node: FieldNode, at: FieldPath, sides: readonly JsonObject[], units: ChangeUnit[]): void {
  const here = sides.map((side) => jsonAt(side, at)).filter(isObject);
  const keys = new Set([...node.inside.keys(), ...here.flatMap((value) => Object.keys(value))]);
  if (at.length === 0) keys.delete(schemaKey);
  for (const [key, inside] of node.inside)
    for (const name of sentBeside(node, key, inside)) if (name !== undefined) keys.delete(name);
  for (const key of keys) {
    const path = [...at, key];
    const inside = node.inside.get(key);
    if (inside && !isTakenWhole(inside, path, sides)) collect(inside, path, sides, units);
    else units.push(unitAt(node, path));
  }
}

/** A field that holds no others, one whose parts are only sent with it, and what has no parts that could be told apart. */
function isTakenWhole(node: FieldNode, at: FieldPath, sides: readonly JsonObject[]): boolean {
  if (node.inside.size === 0 || node.table || (node.field && !node.hasOpenInside)) return true;
  return sides.some((side) => {
    const value = jsonAt(side, at);
    return !isEmpty(value) && !isObject(value);
  });
}

function unitAt(holder: FieldNode, at: FieldPath): ChangeUnit {
  const key = at.at(-1) ?? '';
  const node = holder.inside.get(key);
  const [text, model] = sentBeside(holder, key, node);
  const beside = (name: string): FieldPath => [...at.slice(0, -1), name];
  return {
    key: node?.table?.key ?? node?.field?.key ?? pathKey(at),
    label: node?.table?.label ?? node?.field?.label ?? labelFromKey(key),
    at,
    ...(text === undefined ? {} : { text: beside(text) }),
    ...(model === undefined ? {} : { model: beside(model) }),
    ...(node === undefined ? {} : { node }),
  };
}

/** The keys beside a field that belong to it. What has an element of its own is a field of its own. */
export function sentBeside(
  holder: FieldNode,
  key: string,
  node: FieldNode | undefined,
): [text: string | undefined, model: string | undefined] {
  const field = node?.inside.size === 0 ? node.field : undefined;
  // an element that may be edited sends them only where it points at another record
  if (!field || (field.permission.editable && !field.reference)) return [undefined, undefined];
  const free = (name: string): string | undefined => (holder.inside.has(name) ? undefined : name);
  const { label, type } = keysBeside(key);
  return [free(label), free(type)];
}

/** The value itself, without its text and its model. */
export function unitValue(unit: ChangeUnit, values: JsonObject): JsonValue | undefined {
  return jsonAt(values, unit.at);
}

/** Whether the first says the same as the other, with all that belongs to it, as far as a save can tell. */
export function sameUnit(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  if (!sameChoice(unit, one, other)) return false;
  // what stands beside nothing means nothing
  return isNothing(unitValue(unit, one)) || sameBeside(unit.text, one, other);
}

/** Equal but for the text that is shown for it, which follows from the value: a person who is renamed is still the same. */
export function sameChoice(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  const [value, otherValue] = [unitValue(unit, one), unitValue(unit, other)];
  if (isNothing(value) && isNothing(otherValue)) return true;
  // an edit shares with its record what it leaves alone, such as long tables
  if (value === otherValue) return sameModel(unit, one, other);
  if (unit.node?.table) return sameRows(unit.node, value, otherValue, () => true);
  return sameFieldValue(unit.node?.field, value, otherValue) && sameModel(unit, one, other);
}

/** Whether the record still has what someone started from: who made an empty text of nothing has changed it. */
export function isAsBefore(unit: ChangeUnit, base: JsonObject, theirs: JsonObject): boolean {
  return sameChoice(unit, base, theirs) && !isOtherKindOfEmpty(unitValue(unit, base), unitValue(unit, theirs));
}

/**
 * Whether the service has what was sent. In rows only what is sent of them counts: the rest is the service's own.
 * `isShown`: without the fields of rows that the record shows in another way than they are sent.
 */
export function sameAsSent(
  unit: ChangeUnit,
  sent: JsonObject,
  theirs: JsonObject,
  isShown: (field: RecordField | undefined) => boolean = () => true,
): boolean {
  if (!unit.node?.table) return sameChoice(unit, sent, theirs);
  const isSent = ({ node }: ChangeUnit): boolean =>
    node !== undefined && (node.hasOpenInside || node.field?.permission.editable === true) && isShown(node.field);
  return sameRows(unit.node, unitValue(unit, sent), unitValue(unit, theirs), isSent);
}

/** The same rows in the same order; those of a map have none. */
function sameRows(
  node: FieldNode,
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  isCounted: (unit: ChangeUnit) => boolean,
): boolean {
  const [rows, others] = [tableRows(node, one), tableRows(node, other)];
  if (!rows || !others) return sameValue(one, other);
  if (rows.length !== others.length) return false;
  const isMap = isObject(one) && isObject(other);
  const pairs = isMap ? pairedRows(rows, others) : undefined;
  const taken = new Set(pairs?.values());
  // two rows with the id of one are not the same two
  if (pairs && taken.size < pairs.size) return false;
  const free = others.filter((each) => !taken.has(each)).toReversed();
  return rows.every((row, index) => {
    const found = pairs ? (pairs.get(row) ?? free.pop()) : others[index];
    return found !== undefined && sameRow(node, row.value as JsonValue, found.value as JsonValue, isCounted);
  });
}

/** A row without an id is a new one: what it leaves out is for the service to fill in. */
export function sameRow(
  node: FieldNode,
  one: JsonValue,
  other: JsonValue,
  isCounted: (unit: ChangeUnit) => boolean = () => true,
): boolean {
  if (!isObject(one) || !isObject(other)) return sameValue(one, other);
  const isNew = isEmpty(rowId(one)) && !isEmpty(rowId(other));
  if (!isNew && !sameValue(rowId(one), rowId(other))) return false;
  return unitsIn(node, isNew ? [one] : [one, other])
    .filter((unit) => isCounted(unit) && !(isNew && unitValue(unit, one) === undefined))
    .every((unit) => sameUnit(unit, one, other));
}

/** Undefined for a value that has no rows, and could have none. */
export function tableRows({ table }: FieldNode, value: JsonValue | undefined): readonly Row[] | undefined {
  return table && rowsIn(value, fieldNameIn(table), true);
}

/** Whoever leaves it out leaves it as it is. */
function sameBeside(at: FieldPath | undefined, one: JsonObject, other: JsonObject): boolean {
  const beside = at && jsonAt(one, at);
  return at === undefined || beside === undefined || sameValue(beside, jsonAt(other, at));
}

/** A service may spell one model in several ways, in a record and in a look-up. */
function sameModel({ model }: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  const [mine, theirs] = [one, other].map((values) => model && scalarText(jsonAt(values, model)));
  return sameBeside(model, one, other) || (Boolean(mine) && Boolean(theirs) && isSameModel(mine ?? '', theirs ?? ''));
}

/** An empty list and an empty object are sent as an empty value is. */
export function isNothing(value: FormValue): boolean {
  return (
    isEmpty(value) || (isRows(value) && value.length === 0) || (isValues(value) && Object.keys(value).length === 0)
  );
}

/** `into`, with what `from` has for the unit. */
export function withUnit(unit: ChangeUnit, into: JsonObject, from: JsonObject): JsonObject {
  let values = into;
  for (const at of [unit.at, unit.text, unit.model]) if (at) values = withValueAt(values, at, jsonAt(from, at));
  return values;
}

/**
 * `into`, with another value of a field, and of a reference its model: only where the record names one, as a service that
 * names none cannot tell whether it has this one. The text follows from the value.
 */
export function withFieldValue(into: JsonObject, at: FieldPath, value: JsonValue, model?: string): JsonObject {
  const values = withValueAt(into, at, value);
  const beside = placesBeside(at).type;
  return model === undefined || isEmpty(jsonAt(into, beside)) ? values : withValueAt(values, beside, model);
}

/** One field, list or key that differs between two states of a record. */
export interface FieldChange {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** The text that stands for the value, where it has one. */
  readonly shownBefore?: string;
  readonly shownAfter?: string;
  /** One of the service's own fields, such as `modified`. */
  readonly isSystem: boolean;
}

/** What differs, a field with its text and its model as one. */
export function changedUnits(form: RecordForm, before: JsonObject, after: JsonObject): FieldChange[] {
  return differingUnits(form, before, after).map((unit) => fieldChange(unit, before, after));
}

export function differingUnits(form: RecordForm, before: JsonObject, after: JsonObject): ChangeUnit[] {
  return changeUnits(form, [before, after]).filter(
    (unit) => !sameUnit(unit, after, before) || isOtherKindOfEmpty(unitValue(unit, after), unitValue(unit, before)),
  );
}

export function fieldChange(unit: ChangeUnit, before: JsonObject, after: JsonObject): FieldChange {
  const { key, label, at } = unit;
  const [shownBefore, shownAfter] = [before, after].map((values) => unit.text && jsonAt(values, unit.text));
  return {
    key,
    label,
    at,
    before: unitValue(unit, before) ?? null,
    after: unitValue(unit, after) ?? null,
    ...(typeof shownBefore === 'string' ? { shownBefore } : {}),
    ...(typeof shownAfter === 'string' ? { shownAfter } : {}),
    isSystem: unit.node?.field?.isSystem ?? false,
  };
}
