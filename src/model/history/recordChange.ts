import { type ChangeUnit, changeUnits, differingUnits, sameAsSent, withUnit } from '../draft/changeUnits.ts';
import { type FieldPath, samePath } from '../form/fieldPath.ts';
import { type FormValue, isFile, isRows, isValues, type FormValues, jsonAt, withValueAt } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { valueOf } from '../form/value.ts';
import { isSecretField, withoutSecrets } from '../form/secrets.ts';
import { isSecretName, type IsSecret } from '../secretNames.ts';
import { subTableAt } from '../form/subTable.ts';
import { decimalsOf, formatValue } from '../formatValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { HistoryChange, HistoryField } from './historyEntry.ts';

/** Longer texts appear only in the diff. */
export const longestShown = 200;

/**
 * Returns the differences between two versions of a record, compared by field kind. Passwords and other secrets are
 * named but not stored. System values, such as the modification time, don't count as a change on their own.
 */
export function changeBetween(
  form: RecordForm,
  before: JsonObject,
  after: JsonObject,
  isSecret: IsSecret,
): HistoryChange {
  const [safeBefore, safeAfter] = [before, after].map((values) => withoutSecrets(form, values, isSecret));
  const change: { fields: HistoryField[]; before: JsonObject; after: JsonObject } = {
    fields: [],
    before: {},
    after: {},
  };
  for (const unit of differingUnits(form, before, after)) {
    const field = unit.node?.field;
    if (field?.isSystem === true && !field.permission.editable) continue;
    const { at, label } = unit;
    if (field ? isSecretField(field) : isSecretName(at.at(-1) ?? '')) {
      change.fields.push({ at, label });
      continue;
    }
    const decimals = field ? decimalsOf(field, jsonAt(safeBefore ?? {}, at), jsonAt(safeAfter ?? {}, at)) : 0;
    const from = shownText(unit, safeBefore ?? {}, decimals);
    const to = shownText(unit, safeAfter ?? {}, decimals);
    change.fields.push({ at, label, from, to });
    // file contents aren't stored
    if (field?.kind === 'file') continue;
    change.before = withUnit(unit, change.before, safeBefore ?? {});
    change.after = withUnit(unit, change.after, safeAfter ?? {});
  }
  return change;
}

function shownText({ node, at }: ChangeUnit, values: JsonObject, decimals: number): string {
  const field = node?.field ?? { kind: 'text', options: [], at };
  const value = jsonAt(values, at);
  if (Array.isArray(value) && value.length === 0) return '';
  const shown = formatValue(field, valueOf({ ...field, at }, values), decimals);
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
}

/** Overlays sent values on the record's values: rows and fields as a whole, containers of fields key by key. */
export function withSent(form: RecordForm, values: JsonObject, sent: FormValues): JsonObject {
  return overlaid(form, values, sent, []) as JsonObject;
}

function overlaid(form: RecordForm, own: JsonValue | undefined, sent: FormValue, at: FieldPath): JsonValue {
  const isWhole =
    at.length > 0 &&
    (subTableAt(form.subTables, at) !== undefined || form.fields.some((field) => samePath(field.at, at)));
  if (isWhole || !isValues(sent)) return plainJson(sent);
  let all = isObject(own) ? own : {};
  for (const key of Object.keys(sent)) {
    const given = sent[key];
    if (given !== undefined) all = withValueAt(all, [key], overlaid(form, jsonAt(all, [key]), given, [...at, key]));
  }
  return all;
}

/** Represents a file by its name. */
function plainJson(value: FormValue): JsonValue {
  if (value === undefined) return null;
  if (isFile(value)) return value.name;
  if (isRows(value)) return value.map(plainJson);
  if (!isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, plainJson(inside)]));
}

/** True if a record has these values, compared by field kind. */
export function hasValues(form: RecordForm, record: JsonObject, values: JsonObject): boolean {
  const wanted = withSent(form, record, values);
  return changeUnits(form, [record, wanted]).every((unit) => sameAsSent(unit, wanted, record));
}
