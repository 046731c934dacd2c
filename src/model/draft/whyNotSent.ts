import { t } from '@vscode/l10n';
import {
  type ChangeUnit,
  type FieldNode,
  isNothing,
  sameUnit,
  tableRows,
  unitValue,
  companionKeys,
} from './changeUnits.ts';
import { explainPermission } from '../form/permission.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import { isEmpty, isValues, sameValue, ownValue, type FormValues } from '../form/fieldValue.ts';
import { pairedRows, type Row, rowsIn } from '../form/subTable.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { chosenFile } from '../form/chosenFile.ts';
import { type FieldPath, pathKey, labelFromKey } from '../form/fieldPath.ts';
import { referencePart } from '../form/value.ts';
import type { RecordField } from '../form/formElement.ts';
import { schemaKey } from './recordText.ts';

/** True if a save sends any part of the unit. */
export function isEditable({ node }: ChangeUnit): boolean {
  return node !== undefined && (node.hasOpenInside || node.field?.permission.editable === true);
}

/** What a change is checked against. */
export interface SendContext {
  readonly form: RecordForm;
  readonly theirs: JsonObject;
  /** Values that the service returned earlier: undo may restore them, which isn't an edit. */
  readonly earlier: readonly JsonObject[];
}

/** Returns one sentence for each reason why a change to a read-only unit is refused; empty if it can be ignored. */
export function whyReadOnly(unit: ChangeUnit, mine: JsonObject, { form, theirs, earlier }: SendContext): string[] {
  if (earlier.some((values) => sameUnit(unit, mine, values))) return [];
  const field = unit.node?.field;
  if (field) return [explainPermission(unit.label, field.permission)];
  if (unit.node) return [t('“{0}” is read-only: nothing in it can be edited.', unit.label)];
  return unitValue(unit, theirs) === undefined
    ? [t("“{0}” isn't a field of this record ({1}). Remove it to save the other fields.", unit.label, form.singular)]
    : [explainPermission(unit.label, { editable: false, from: 'nothing', bar: 'noElement' })];
}

/** Like `whyReadOnly`, for an editable unit that can't be sent as it is. */
export function whyUnsendable(unit: ChangeUnit, mine: JsonObject, grounds: SendContext): string[] {
  const { form, theirs, earlier } = grounds;
  const [value, there] = [unitValue(unit, mine), unitValue(unit, theirs)];
  const shape = shapeProblem(unit, value, there, form);
  if (shape !== undefined) return [shape];
  const found = unsentParts(unit, value, there);
  for (const values of earlier) {
    if (found.size === 0) break;
    const unsent = unsentParts(unit, value, unitValue(unit, values));
    for (const key of found.keys()) if (!unsent.has(key)) found.delete(key);
  }
  return [...found.values()].map(({ label, field, keeps }) => {
    if (keeps === 'shape') return t('“{0}” must keep the structure that the service sent.', label);
    if (keeps === 'rows')
      return t("Rows of “{0}” can't be added, moved or removed because nothing in them can be edited.", label);
    return field && !field.permission.editable
      ? explainPermission(label, field.permission)
      : t('“{0}” in “{1}” cannot be saved: the form has no field for it.', label, unit.label);
  });
}

function shapeProblem(
  { at, node, label }: ChangeUnit,
  value: JsonValue | undefined,
  there: JsonValue | undefined,
  form: RecordForm,
): string | undefined {
  const isNew = form.operation === 'add';
  if (at.length === 1 && at[0] === 'id' && !isNew) return t('“{0}” is read-only: it identifies the record.', label);
  if (node?.hasOpenInside) return partsProblem(node, label, value, there);
  const kind = node?.field?.kind;
  if (kind === 'password' && !isNew && isEmpty(value))
    return t("“{0}” can't be cleared: an empty password keeps the old one.", label);
  if (kind === 'file' && !isNothing(value) && !chosenFile(value))
    return t('“{0}” must be a file, not text. Choose the file in the form.', label);
  const isPlain =
    kind !== undefined && fieldKinds[kind].isPlainValue === true && (isEmpty(there) || typeof there !== 'object');
  if (isPlain && typeof value === 'object' && value !== null)
    return t('“{0}” must be a single value: a string, a number, true, false or null.', label);
  return undefined;
}

/** Nested fields are sent one by one, per row: any other shape would be sent incorrectly or not at all. */
function partsProblem(
  node: FieldNode,
  label: string,
  value: JsonValue | undefined,
  there: JsonValue | undefined,
): string | undefined {
  if (node.table) {
    if (isClosed(node) && isNothing(value) && !isNothing(there))
      return t('“{0}” must keep at least one row: without any it cannot be saved.', label);
    const isAsThere = isNothing(value) || isNothing(there) || Array.isArray(value) === Array.isArray(there);
    const rows = isAsThere ? tableRows(node, value) : undefined;
    if (rows?.every((row) => isValues(row.value))) return undefined;
    return t('“{0}” must be a list of rows, as in the service.', label);
  }
  if (Array.isArray(there) && there.length > 0)
    return isRowList(value) ? undefined : t('“{0}” must be a list of rows, as in the service.', label);
  if (isNothing(there)) {
    const fits = isObject(value) || isRowList(value);
    return fits || isNothing(value)
      ? undefined
      : t('“{0}” must contain its fields, such as “{1}”.', label, [...node.inside.keys()][0] ?? '');
  }
  return sameValue(value, there) ? undefined : t('“{0}” must keep the structure that the service sent.', label);
}

function isRowList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isObject);
}

/** A part of a value that differs and that no save would send. */
interface UnsentPart {
  readonly label: string;
  readonly field?: RecordField;
  /**
   * What must stay unchanged: `shape` if one side is a list and the other has named parts; `rows` if nothing in them is
   * sent, so the service couldn't tell which rows remain.
   */
  readonly keeps?: 'shape' | 'rows' | undefined;
}

/**
 * Returns the differing parts of a value that wouldn't be sent with it: a read-only field in a row, or a key that the
 * form doesn't know. Keyed by path within the value.
 */
function unsentParts(unit: ChangeUnit, mine: Maybe, other: Maybe): Map<string, UnsentPart> {
  const unsent = new Map<string, UnsentPart>();
  if (unit.node) gather(unit.node, isSentWhole(unit.node), [], mine, other, unsent);
  return unsent;
}

type Parts = Map<string, UnsentPart>;
type Maybe = JsonValue | undefined;

function gather(node: FieldNode, isOpen: boolean, at: FieldPath, mine: Maybe, other: Maybe, unsent: Parts): void {
  if (sameValue(mine, other) || (isNothing(mine) && (isOpen || isNothing(other)))) return;
  const rows = rowsOf(node, mine);
  if (rows && node.table && !isOpen && !node.hasOpenInside && !isSameList(rows, rowsOf(node, other) ?? []))
    return add(at, node, unsent, 'rows');
  // removed rows are implied by the remaining ones or sent as an empty table
  if (isNothing(mine) && rows && node.table && !isClosed(node)) return;
  if (isNothing(mine) && (node.table || Array.isArray(other))) return add(at, node, unsent);
  if (
    !isOpen &&
    isObject(mine) !== isObject(other) &&
    Array.isArray(mine) !== Array.isArray(other) &&
    !isNothing(other)
  )
    add(at, node, unsent, 'shape');
  if (rows) {
    const others = pairedRows(rows, rowsOf(node, other) ?? []);
    for (const row of rows)
      gatherRow(node, isOpen, [...at, row.key], row.value as Maybe, others.get(row)?.value as Maybe, unsent);
  } else if (isObject(mine) || isEmpty(mine)) {
    const around = { node, isOpen };
    for (const key of new Set([...keysOf(mine), ...keysOf(other)]))
      gatherKey(around, [...at, key], ownValue(mine, key) as Maybe, ownValue(other, key) as Maybe, unsent);
  }
  // a plain value where parts are expected
  else if (!isOpen) add(at, node, unsent);
}

/** True if the rows match one to one, in the same order. */
function isSameList(rows: readonly Row[], others: readonly Row[]): boolean {
  const pairs = pairedRows(rows, others);
  return rows.length === others.length && rows.every((row, index) => pairs.get(row) === others[index]);
}

/** True if the table itself is read-only, even if fields of its rows are editable. */
function isClosed({ field }: FieldNode): boolean {
  return field?.permission.editable === false;
}

function rowsOf(node: FieldNode, value: Maybe): readonly Row[] | undefined {
  return tableRows(node, value) ?? rowsIn(value, '', false);
}

/** A row isn't a table, even if its node has one. */
function gatherRow(node: FieldNode, isOpen: boolean, at: FieldPath, mine: Maybe, other: Maybe, unsent: Parts): void {
  const { table: _, ...row } = node;
  gather(row, isOpen, at, mine, other, unsent);
}

interface ParentNode {
  readonly node: FieldNode;
  /** Sent as one value, including its content, except for read-only fields. */
  readonly isOpen: boolean;
}

function gatherKey(around: ParentNode, at: FieldPath, mine: Maybe, other: Maybe, unsent: Parts): void {
  const key = at.at(-1) ?? '';
  const node = around.node.inside.get(key);
  if (sameValue(mine, other)) return;
  if (!node) {
    // a row's id is always sent to identify it
    if (!around.isOpen && key !== 'id' && !isSentBeside(around.node, key)) add(at, node, unsent);
  } else if (node.field && !node.hasOpenInside) {
    if (node.field.permission.editable) gather(node, true, at, mine, other, unsent);
    else add(at, node, unsent);
  } else gather(node, around.isOpen, at, mine, other, unsent);
}

function isSentWhole(node: FieldNode): boolean {
  return node.field?.permission.editable === true && !node.hasOpenInside;
}

function isSentBeside(holder: FieldNode, key: string): boolean {
  for (const [name, node] of holder.inside)
    if (node.field?.permission.editable && companionKeys(holder, name, node).includes(key)) return true;
  return false;
}

function keysOf(value: Maybe): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function add(at: FieldPath, node: FieldNode | undefined, unsent: Parts, keeps?: UnsentPart['keeps']): void {
  const name = at.findLast((segment) => !/^\d+$/.test(segment)) ?? '';
  const field = node?.field;
  unsent.set(pathKey(at), { label: field?.label ?? labelFromKey(name), ...(field ? { field } : {}), keeps });
}

/**
 * Says why the first unsendable change wouldn't be sent: the field is read-only, or the form has no such field.
 * Dropping it silently would make the user believe it was saved.
 */
export function unsentChange(form: RecordForm, values: FormValues): string | undefined {
  const editable = new Set(form.fields.filter((field) => field.permission.editable).map((field) => field.at[0] ?? ''));
  const key = Object.keys(values).find(
    (each) =>
      each !== schemaKey &&
      !editable.has(each) &&
      !referencePart(each, (base) => editable.has(base)) &&
      !sameValue(values[each], ownValue(form.values, each)),
  );
  if (key === undefined) return undefined;
  const field = [...form.fields, ...form.otherFields].find(({ at }) => at[0] === key);
  return field
    ? explainPermission(field.label, field.permission)
    : t("“{0}” isn't a field of this record ({1}).", labelFromKey(key), form.singular);
}
