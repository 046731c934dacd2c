import { moduleOf, shortName } from '../controller.ts';
import { t } from '@vscode/l10n';
import { displayKey, type FieldPath, modelKey } from '../form/fieldPath.ts';
import { fieldSchema, companionSchemas } from './fieldSchema.ts';
import { fieldInstances, type RecordForm, recordValue } from '../form/recordForm.ts';
import { isRows, isValues, ownValue, valueAt } from '../form/fieldValue.ts';
import { rowsIn, subTableAt } from '../form/subTable.ts';
import type { RecordField } from '../form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { schemaKey } from '../draft/recordText.ts';

/** One place of the record: a field, what holds further fields, or both. */
interface Branch {
  schema: JsonObject;
  readonly inside: Map<string, Branch>;
  readonly required: Set<string>;
}

/** Deeper than any form, and shallow enough for whoever reads the schema. */
const deepest = 64;

/**
 * The JSON schema (draft 07) of a record's text, made from its form. It helps whoever edits the text: names, choices, which
 * fields are read-only and why. It is tolerant: what the service sends itself is never called wrong, and the rules
 * that a value has to keep are left to those who know what was changed.
 */
export function recordSchema(form: RecordForm): JsonObject {
  const root = branch();
  for (const field of form.otherFields) insertField(root, field, form);
  for (const field of form.fields) insertField(root, field, form);
  root.inside.set(schemaKey, { ...branch(), schema: { description: schemaNote(), doNotSuggest: true } });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: form.name === '' ? t('New {0}', form.singular) : form.name,
    description: t('A record of {0}/{1}.', moduleOf(form.controller), shortName(form.controller)),
    type: 'object',
    ...objectSchema(root, form, []),
  };
}

/**
 * The same for a record that is open: it helps to write and finds nothing wrong. What is wrong there is told by whoever
 * knows what was changed, and would be listed twice.
 */
export function helpingSchema(schema: JsonObject): JsonObject {
  const { required: _, type: _type, enum: choices, enumDescriptions, ...rest } = schema;
  const entries = Object.entries(rest).map(([key, value]): [string, JsonValue] => {
    if (key === 'properties' && isObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, helped(one)]))];
    return [key, key === 'items' || key === 'additionalProperties' ? helped(value) : value];
  });
  const offered =
    choices === undefined ? {} : { anyOf: [{ enum: choices, enumDescriptions: enumDescriptions ?? [] }, {}] };
  return { ...Object.fromEntries(entries), ...offered };
}

function helped(schema: JsonValue): JsonValue {
  return isObject(schema) ? helpingSchema(schema) : schema;
}

function schemaNote(): string {
  return t('Where the hints for this text come from. It is never sent.');
}

function insertField(root: Branch, field: RecordField, form: RecordForm): void {
  const key = field.at.at(-1);
  if (key === undefined || field.at.length > deepest) return;
  let holder = root;
  for (const segment of field.at.slice(0, -1)) holder = child(holder, segment);
  const held = fieldInstances(form, {}, field).map((one) => recordValue(form, one));
  child(holder, key).schema = fieldSchema(field, held);
  if (isRequired(field, form)) holder.required.add(key);
  if (!field.reference) return;
  const beside = companionSchemas(field);
  for (const [name, schema] of [
    [displayKey(key), beside.text],
    [modelKey(key), beside.model],
  ] as const)
    if (!holder.inside.has(name)) child(holder, name).schema = schema;
}

/** In a record that is there only what it holds: a service may keep some values to itself, and rows differ. */
function isRequired(field: RecordField, form: RecordForm): boolean {
  if (!field.required || !field.permission.editable) return false;
  return form.operation === 'add' ? field.at.length === 1 : valueAt(form.values, field.at) !== undefined;
}

function objectSchema(holder: Branch, form: RecordForm, at: FieldPath): JsonObject {
  const properties = [...holder.inside].map(([key, inner]): [string, JsonValue] => [
    key,
    branchSchema(inner, form, [...at, key]),
  ]);
  return {
    properties: Object.fromEntries(properties),
    ...(holder.required.size > 0 ? { required: [...holder.required] } : {}),
    additionalProperties: { description: t('The form has no such field: it is kept in the text and never sent.') },
  };
}

function branchSchema(here: Branch, form: RecordForm, at: FieldPath): JsonObject {
  if (here.inside.size === 0) return here.schema;
  // a part of a record may be there or not, so nothing is said of its type
  const { type: _, ...schema } = here.schema;
  const inner = objectSchema(here, form, at);
  const held = sample(form, at);
  const isTable = subTableAt(form.subTables, at) !== undefined;
  // the rows of a map go back under its keys
  if (isTable && isValues(held) && Object.keys(held).length > 0) return { ...schema, additionalProperties: inner };
  return isTable || isRows(held) ? { ...schema, items: inner } : { ...schema, ...inner };
}

/** The value at the path, where a field of rows (`addresses.city`) is looked for in the first of them. */
function sample(form: RecordForm, at: FieldPath): ReturnType<typeof ownValue> {
  let value: ReturnType<typeof ownValue> = form.values;
  at.forEach((segment, depth) => {
    const isTable = subTableAt(form.subTables, at.slice(0, depth)) !== undefined;
    const rows = /^\d+$/.test(segment) ? undefined : rowsIn(value, segment, isTable);
    value = ownValue(rows ? rows[0]?.value : value, segment);
  });
  return value;
}

function child(holder: Branch, key: string): Branch {
  const known = holder.inside.get(key) ?? branch();
  holder.inside.set(key, known);
  return known;
}

function branch(): Branch {
  return { schema: {}, inside: new Map(), required: new Set() };
}
