import { t } from '@vscode/l10n';
import type { ChangeUnit, FieldNode } from './changeUnits.ts';
import { explainPermission } from '../form/explainPermission.ts';
import type { FieldKind } from '../form/fieldKind.ts';
import { isEmpty, sameValue } from '../form/fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { chosenFile } from '../form/chosenFile.ts';
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
  if (unit.node) return [t('“{0}” is read-only: nothing in it may be edited.', unit.label)];
  return unitValue(unit, theirs) === undefined
    ? [t('“{0}” is not a field of this {1}.', unit.label, form.singular)]
    : [explainPermission(unit.label, { editable: false, from: 'nothing', bar: 'noElement' })];
}

/** The same for what may be edited, and yet cannot be sent so. */
export function whyUnsendable(unit: ChangeUnit, mine: JsonObject, grounds: Grounds): string[] {
  const { form, theirs, earlier } = grounds;
  const [value, there] = [unitValue(unit, mine), unitValue(unit, theirs)];
  const shape = shapeProblem(unit, value, there, form);
  if (shape !== undefined) return [shape];
  const parts = unsentParts(unit, value, there);
  for (const values of earlier) {
    if (parts.size === 0) break;
    const unsent = unsentParts(unit, value, unitValue(unit, values));
    for (const key of parts.keys()) if (!unsent.has(key)) parts.delete(key);
  }
  return [...parts.values()].map(({ label, field }) =>
    field && !field.permission.editable
      ? explainPermission(label, field.permission)
      : t('“{0}” in “{1}” cannot be sent: the form has no element for it.', label, unit.label),
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

function shapeProblem(
  { at, node, label }: ChangeUnit,
  value: JsonValue | undefined,
  there: JsonValue | undefined,
  form: RecordForm,
): string | undefined {
  const isNew = form.operation === 'add';
  if (at.length === 1 && at[0] === 'id' && !isNew)
    return t('“{0}” is read-only: it tells which record is meant.', label);
  if (node?.hasOpenInside) return partsProblem(node, label, value, there);
  const kind = node?.field?.kind;
  if (kind === 'password' && !isNew && isEmpty(value))
    return t('“{0}” cannot be emptied: an empty password leaves the old one as it is.', label);
  if (kind === 'file' && !isNothing(value) && !chosenFile(value))
    return t('“{0}” takes a file and no text. Choose the file in the form.', label);
  const isPlain = kind !== undefined && plainKinds.has(kind) && (isEmpty(there) || typeof there !== 'object');
  if (isPlain && typeof value === 'object' && value !== null)
    return t('“{0}” must be one plain value: a text, a number, true, false or null.', label);
  return undefined;
}

/** Fields inside are sent one by one, in each row: other shapes would be sent as something else, or not at all. */
function partsProblem(
  node: FieldNode,
  label: string,
  value: JsonValue | undefined,
  there: JsonValue | undefined,
): string | undefined {
  if (Array.isArray(there) && there.length > 0) {
    if (isNothing(value)) return t('“{0}” must keep a row: a save has no way to say that there is none.', label);
    return isRowList(value) ? undefined : t('“{0}” must be a list of rows, as the service has it.', label);
  }
  if (isNothing(there)) {
    const fits = isObject(value) || isRowList(value);
    return fits || isNothing(value)
      ? undefined
      : t('“{0}” must have its parts in it, such as “{1}”.', label, [...node.inside.keys()][0] ?? '');
  }
  return sameValue(value, there) ? undefined : t('“{0}” must keep the shape that the service gave it.', label);
}

function isRowList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isObject);
}
