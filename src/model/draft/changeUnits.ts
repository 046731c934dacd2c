import { type FieldPath, pathKey, labelFromKey } from '../form/fieldPath.ts';
import { keysBeside, companionPaths } from '../form/companionKeys.ts';
import {
  isEmpty,
  type FormValue,
  isRows,
  isValues,
  sameValue,
  isOtherKindOfEmpty,
  scalarText,
  jsonAt,
  withValueAt,
  type ValueChange,
} from '../form/fieldValue.ts';
import type { RecordField, SubTable } from '../form/formElement.ts';
import { sameFieldValue } from '../form/choices.ts';
import { isSameModel } from '../controllersOfModel.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isMomentKind, writtenMoment } from '../form/moment.ts';
import { fieldNameIn, pairedRows, type Row, rowId, rowsIn } from '../form/subTable.ts';
import { schemaKey } from './recordText.ts';

/** Fields of a form as a tree by their path in the record. */
export interface FieldNode {
  readonly field?: RecordField;
  /** Set for a sub-table: the nodes inside apply to every row. */
  readonly table?: SubTable;
  readonly inside: ReadonlyMap<string, FieldNode>;
  /** True if something inside can be edited; it is then sent separately, not as part of this node. */
  readonly hasOpenInside: boolean;
}

/**
 * The unit of change, merge and conflict: a field with its text and model, or a value that is indivisible, such as a
 * list of rows.
 */
export interface ChangeUnit {
  /** The field's key, or the path if it isn't a field. */
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  /** Companion keys of the field. */
  readonly text?: FieldPath;
  readonly model?: FieldPath;
  /** Undefined if the form doesn't know it. */
  readonly node?: FieldNode;
}

/** Returns every unit for which one of the sides has a value. */
export function changeUnits(form: RecordForm, sides: readonly JsonObject[]): ChangeUnit[] {
  return unitsIn(fieldTree(form), sides);
}

/** Like `changeUnits`, only those that contain one of the paths, or are its companion key. */
export function unitsAt(form: RecordForm, sides: readonly JsonObject[], paths: readonly FieldPath[]): ChangeUnit[] {
  return unitsIn(fieldTree(form), sides, paths);
}

/** Like `changeUnits`, for the content of a node, such as a row. */
export function unitsIn(node: FieldNode, sides: readonly JsonObject[], paths?: readonly FieldPath[]): ChangeUnit[] {
  const units: ChangeUnit[] = [];
  collect(node, [], sides, units, paths);
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
    // two elements may name the same path differently: prefer the editable one
    if (!node.field || (field.permission.editable && !node.field.permission.editable)) node.field = field;
  }
  for (const table of form.subTables) {
    const node = table.at.reduce<Growing | undefined>((holder, segment) => holder?.inside.get(segment), root);
    if (node) node.table = table;
  }
  return root;
}

function collect(
  node: FieldNode,
  at: FieldPath,
  sides: readonly JsonObject[],
  units: ChangeUnit[],
  paths?: readonly FieldPath[],
): void {
  const here = sides.map((side) => jsonAt(side, at)).filter(isObject);
  const keys = new Set([...node.inside.keys(), ...here.flatMap((value) => Object.keys(value))]);
  if (at.length === 0) keys.delete(schemaKey);
  for (const [key, inside] of node.inside)
    for (const name of companionKeys(node, key, inside)) if (name !== undefined) keys.delete(name);
  for (const key of keys) {
    const below = paths?.filter((path) => leadsTo(key, path[at.length]));
    if (below?.length === 0) continue;
    const path = [...at, key];
    const inside = node.inside.get(key);
    if (inside && !isTakenWhole(inside, path, sides)) collect(inside, path, sides, units, below);
    else units.push(unitAt(node, path));
  }
}

/** `segment`: the path's own key at the same depth; undefined if the path ends above, which includes everything. */
function leadsTo(key: string, segment: string | undefined): boolean {
  if (segment === undefined || segment === key) return true;
  if (!key.includes(segment)) return false;
  const { label, type } = keysBeside(segment);
  return key === label || key === type;
}

/**
 * True for a field without parts, a field whose parts are sent only with it, and a value that can't be split into
 * parts.
 */
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
  const [text, model] = companionKeys(holder, key, node);
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

/** Returns the companion keys that belong to a field. A key with its own element is a separate field. */
export function companionKeys(
  holder: FieldNode,
  key: string,
  node: FieldNode | undefined,
): [text: string | undefined, model: string | undefined] {
  const field = node?.inside.size === 0 ? node.field : undefined;
  // an editable element sends them only if it is a reference
  if (!field || (field.permission.editable && !field.reference)) return [undefined, undefined];
  const free = (name: string): string | undefined => (holder.inside.has(name) ? undefined : name);
  const { label, type } = keysBeside(key);
  return [free(label), free(type)];
}

/** Returns the value without its companion keys. */
export function unitValue(unit: ChangeUnit, values: JsonObject): JsonValue | undefined {
  return jsonAt(values, unit.at);
}

/** Returns the label of the record that a reference points to. */
export function unitLabel({ text }: ChangeUnit, values: JsonObject): string | undefined {
  return text && scalarText(jsonAt(values, text));
}

/** Returns the type of the record that a reference points to. */
export function unitType({ model }: ChangeUnit, values: JsonObject): string | undefined {
  return model && scalarText(jsonAt(values, model));
}

/** Returns the edits that give a text the unit's value: null clears it. */
export function unitEdits(unit: ChangeUnit, values: JsonObject): ValueChange[] {
  return unitPaths(unit).map((at) => {
    const value = jsonAt(values, at);
    return { at, value: value === undefined && at === unit.at ? null : value };
  });
}

function unitPaths({ at, text, model }: ChangeUnit): FieldPath[] {
  return [at, text, model].filter((path) => path !== undefined);
}

/** True if both sides are equal for a save, including companion keys that `one` has. */
export function sameUnit(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  if (!sameChoice(unit, one, other)) return false;
  // an empty value has no meaningful companion keys
  return isNothing(unitValue(unit, one)) || sameBeside(unit.text, one, other);
}

/** Compares everything except the display text, which follows from the value: a renamed person is still the same. */
export function sameChoice(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  const [value, otherValue] = [unitValue(unit, one), unitValue(unit, other)];
  if (isNothing(value) && isNothing(otherValue)) return true;
  // unchanged parts, such as long tables, are shared by reference
  if (value === otherValue) return sameModel(unit, one, other);
  if (unit.node?.table) return sameRows(unit.node, value, otherValue, () => true);
  return sameFieldValue(unit.node?.field, value, otherValue) && sameModel(unit, one, other);
}

/** True if the record still has the base value. A change between null and an empty text counts. */
export function isAsBefore(unit: ChangeUnit, base: JsonObject, theirs: JsonObject): boolean {
  return sameChoice(unit, base, theirs) && !isOtherKindOfEmpty(unitValue(unit, base), unitValue(unit, theirs));
}

/**
 * True if the service has what was sent. In rows, only the fields that are sent count; the service owns the rest.
 * `isShown` excludes row fields that the record shows in a different form than they are sent.
 */
export function sameAsSent(
  unit: ChangeUnit,
  sent: JsonObject,
  theirs: JsonObject,
  isShown: (field: RecordField | undefined) => boolean = () => true,
): boolean {
  if (!unit.node?.table) return sameChoice(unit, sent, theirs) || isWrittenMoment(unit, sent, theirs);
  const isSent = ({ node }: ChangeUnit): boolean =>
    node !== undefined && (node.hasOpenInside || node.field?.permission.editable === true) && isShown(node.field);
  return sameRows(unit.node, unitValue(unit, sent), unitValue(unit, theirs), isSent);
}

/** True if a save writes the date as the service has it, such as in seconds since 1970. */
function isWrittenMoment(unit: ChangeUnit, sent: JsonObject, theirs: JsonObject): boolean {
  const [text, stored] = [sent, theirs].map((values) => scalarText(unitValue(unit, values)) ?? '');
  const field = unit.node?.field;
  if (!field || !isMomentKind(field.kind) || !text || !stored) return false;
  return writtenMoment(field, stored, text).value === stored;
}

/** Compares rows in order; rows of a map have no order. */
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
  // two rows can't match the same row
  if (pairs && taken.size < pairs.size) return false;
  const free = others.filter((each) => !taken.has(each)).toReversed();
  return rows.every((row, index) => {
    const found = pairs ? (pairs.get(row) ?? free.pop()) : others[index];
    return found !== undefined && sameRow(node, row.value as JsonValue, found.value as JsonValue, isCounted);
  });
}

/** A row without an id is new: the service fills in the fields that it omits. */
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

/** Returns undefined for a value that can't hold rows. */
export function tableRows({ table }: FieldNode, value: JsonValue | undefined): readonly Row[] | undefined {
  return table && rowsIn(value, fieldNameIn(table), true);
}

/** An omitted companion key counts as unchanged. */
function sameBeside(at: FieldPath | undefined, one: JsonObject, other: JsonObject): boolean {
  const beside = at && jsonAt(one, at);
  return at === undefined || beside === undefined || sameValue(beside, jsonAt(other, at));
}

/** A service may spell the same model differently in a record and in a look-up. */
function sameModel(unit: ChangeUnit, one: JsonObject, other: JsonObject): boolean {
  const [mine, theirs] = [unitType(unit, one), unitType(unit, other)];
  return (
    sameBeside(unit.model, one, other) || (Boolean(mine) && Boolean(theirs) && isSameModel(mine ?? '', theirs ?? ''))
  );
}

/** An empty list or object is sent as an empty value. */
export function isNothing(value: FormValue): boolean {
  return (
    isEmpty(value) || (isRows(value) && value.length === 0) || (isValues(value) && Object.keys(value).length === 0)
  );
}

/** Copies the unit from `from` into `into`; with `keepsType`, the type of a reference only if `from` has one. */
export function withUnit(unit: ChangeUnit, into: JsonObject, from: JsonObject, keepsType = false): JsonObject {
  return unitPaths(unit)
    .filter((at) => !keepsType || at !== unit.model || jsonAt(from, at) !== undefined)
    .reduce((values, at) => withValueAt(values, at, jsonAt(from, at)), into);
}

/** Copies only the label of a reference; undefined for anything else. */
export function withUnitLabel({ text }: ChangeUnit, into: JsonObject, from: JsonObject): JsonObject | undefined {
  return text && withValueAt(into, text, jsonAt(from, text));
}

/**
 * Returns `into` with a new field value. For a reference, sets the model only if the record has one: a service that
 * doesn't return models can't confirm it. The text follows from the value.
 */
export function withFieldValue(into: JsonObject, at: FieldPath, value: JsonValue, model?: string): JsonObject {
  const values = withValueAt(into, at, value);
  const beside = companionPaths(at).type;
  return model === undefined || isEmpty(jsonAt(into, beside)) ? values : withValueAt(values, beside, model);
}

/** One field, list or key that differs between two states of a record. */
export interface FieldChange {
  readonly key: string;
  readonly label: string;
  readonly at: FieldPath;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Display text of the value, if any. */
  readonly shownBefore?: string;
  readonly shownAfter?: string;
  /** True for a system field, such as `modified`. */
  readonly isSystem: boolean;
}

/** Returns the differences; a field and its companion keys count as one. */
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
  const [shownBefore, shownAfter] = [unitLabel(unit, before), unitLabel(unit, after)];
  return {
    key,
    label,
    at,
    before: unitValue(unit, before) ?? null,
    after: unitValue(unit, after) ?? null,
    ...(shownBefore !== undefined && { shownBefore }),
    ...(shownAfter !== undefined && { shownAfter }),
    isSystem: unit.node?.field?.isSystem ?? false,
  };
}
