import type { ChangeUnit, FieldNode } from './changeUnits.ts';
import { explainPermission } from './explainPermission.ts';
import type { FieldKind } from './fieldKind.ts';
import { isEmpty, sameValue } from './fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import type { RecordForm } from './recordForm.ts';
import { chosenFile } from './chosenFile.ts';
import { isNothing, sameUnit, unitValue } from './unitValue.ts';
import { unsentParts } from './unsentParts.ts';

/** Some of it is sent by a save. */
export function isEditable({ node }: ChangeUnit): boolean {
  return node !== undefined && (node.hasOpenInside || node.field?.permission.editable === true);
}

/** What a change is held against. */
export interface Grounds {
  readonly form: RecordForm;
  readonly theirs: JsonObject;
  /** Values that the service gave before: when undo brings them back, nobody meant to change them. */
  readonly earlier: readonly JsonObject[];
}

/** One sentence for each reason why a change to what may not be edited does not pass; none when it is to be ignored. */
export function whyReadOnly(unit: ChangeUnit, mine: JsonObject, { form, theirs, earlier }: Grounds): string[] {
  if (earlier.some((values) => sameUnit(unit, mine, values))) return [];
  const field = unit.node?.field;
  if (field) return [explainPermission(unit.label, field.permission)];
  if (unit.node) return [`“${unit.label}” is read-only: nothing in it may be edited.`];
  return unitValue(unit, theirs) === undefined
    ? [`“${unit.label}” is no field of this ${form.singular}.`]
    : [explainPermission(unit.label, { editable: false, from: 'nothing', bar: 'noElement' })];
}

/** The same for what may be edited, and yet cannot be sent so. */
export function whyUnsendable(unit: ChangeUnit, mine: JsonObject, grounds: Grounds): string[] {
  const { form, theirs, earlier } = grounds;
  const [value, there] = [unitValue(unit, mine), unitValue(unit, theirs)];
  const shape = shapeProblem(unit, value, there, form);
  if (shape !== undefined) return [`“${unit.label}” ${shape}`];
  const parts = unsentParts(unit, value, there);
  for (const values of earlier) {
    if (parts.size === 0) break;
    const unsent = unsentParts(unit, value, unitValue(unit, values));
    for (const key of parts.keys()) if (!unsent.has(key)) parts.delete(key);
  }
  return [...parts.values()].map(({ label, field }) =>
    field && !field.permission.editable
      ? explainPermission(label, field.permission)
      : `“${label}” in “${unit.label}” cannot be sent: the form has no element for it.`,
  );
}

const plainKinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'longText',
  'number',
  'date',
  'dateTime',
  'time',
  'boolean',
  'choice',
  'password',
]);

/** To follow the label. */
function shapeProblem(
  { at, node }: ChangeUnit,
  value: JsonValue | undefined,
  there: JsonValue | undefined,
  form: RecordForm,
): string | undefined {
  const isNew = form.operation === 'add';
  if (at.length === 1 && at[0] === 'id' && !isNew) return 'is read-only: it tells which record is meant.';
  if (node?.hasOpenInside) return partsProblem(node, value, there);
  const kind = node?.field?.kind;
  if (kind === 'password' && !isNew && isEmpty(value))
    return 'cannot be emptied: an empty password leaves the old one as it is.';
  if (kind === 'file' && !isNothing(value) && !chosenFile(value))
    return 'takes a file and no text. Choose the file in the form.';
  const isPlain = kind !== undefined && plainKinds.has(kind) && (isEmpty(there) || typeof there !== 'object');
  if (isPlain && typeof value === 'object' && value !== null)
    return 'must be one plain value: a text, a number, true, false or null.';
  return undefined;
}

/** Fields inside are sent one by one, in each row: other shapes would be sent as something else, or not at all. */
function partsProblem(node: FieldNode, value: JsonValue | undefined, there: JsonValue | undefined): string | undefined {
  if (Array.isArray(there) && there.length > 0) {
    if (isNothing(value)) return 'must keep a row: a save has no way to say that there is none.';
    return isRowList(value) ? undefined : 'must be a list of rows, as the service has it.';
  }
  if (isNothing(there)) {
    const fits = isObject(value) || isRowList(value);
    return fits || isNothing(value) ? undefined : `must have its parts in it, such as “${[...node.inside.keys()][0]}”.`;
  }
  return sameValue(value, there) ? undefined : 'must keep the shape that the service gave it.';
}

function isRowList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isObject);
}
