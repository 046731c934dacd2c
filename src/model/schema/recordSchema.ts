import { moduleOf, shortName } from '../controller.ts';
import { t } from '@vscode/l10n';
import type { FieldPath } from '../form/fieldPath.ts';
import { fieldInstances, type RecordForm, recordValue } from '../form/recordForm.ts';
import { isRows, isValues, ownValue, valueAt, type FormValue, scalarText } from '../form/fieldValue.ts';
import { rowsIn, subTableAt } from '../form/subTable.ts';
import type { RecordField, FieldRule } from '../form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { schemaKey } from '../draft/recordText.ts';
import { fieldKinds } from '../form/fieldKind.ts';
import { keysBeside } from '../form/companionKeys.ts';
import { explainPermission } from '../form/permission.ts';

/** A node of the record: a field, a container of fields, or both. */
interface Branch {
  schema: JsonObject;
  readonly inside: Map<string, Branch>;
  readonly required: Set<string>;
}

/** Deeper than any form, and shallow enough for schema readers. */
const deepest = 64;

/**
 * Builds the JSON schema (draft 07) of a record's text from its form. It helps with editing: names, choices, and which
 * fields are read-only and why. It is tolerant: it never flags what the service itself sends, and it leaves validation
 * rules to the code that knows what changed.
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
 * Variant for an open record, for completion and hover without validation. The code that knows what changed reports the
 * problems; otherwise they would be listed twice.
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
  return t('The schema that provides the hints for this text. Never sent.');
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
  const [names, beside] = [keysBeside(key), schemasBeside(field)];
  for (const [name, schema] of [
    [names.label, beside.label],
    [names.type, beside.type],
  ] as const)
    if (!holder.inside.has(name)) child(holder, name).schema = schema;
}

/** In an existing record, only fields with a value are required: a service may hide some values, and rows differ. */
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
    additionalProperties: { description: t('The form has no such field. It stays in the text and is never sent.') },
  };
}

function branchSchema(here: Branch, form: RecordForm, at: FieldPath): JsonObject {
  if (here.inside.size === 0) return here.schema;
  // part of a record may be absent, so omit its type
  const { type: _, ...schema } = here.schema;
  const inner = objectSchema(here, form, at);
  const held = sample(form, at);
  const isTable = subTableAt(form.subTables, at) !== undefined;
  // rows of a map are written back under its keys
  if (isTable && isValues(held) && Object.keys(held).length > 0) return { ...schema, additionalProperties: inner };
  return isTable || isRows(held) ? { ...schema, items: inner } : { ...schema, ...inner };
}

/** Returns the value at the path; for a field of rows (`addresses.city`), looks in the first row. */
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

/** Schema of a field: allowed values and hints. `held`: the record's values, one per row in a sub-table. */
function fieldSchema(field: RecordField, held: readonly FormValue[]): JsonObject {
  return {
    title: field.label,
    description: describe(field),
    ...valueSchema(field, held),
    ...(field.permission.editable ? {} : { readOnly: true, doNotSuggest: true }),
    ...(held.length === 1 ? defaultOf(field, held[0]) : {}),
  };
}

/** Schemas of a reference's companion keys. */
function schemasBeside(field: RecordField): { readonly label: JsonObject; readonly type: JsonObject } {
  const key = field.at.at(-1) ?? '';
  const state = field.permission.editable ? {} : { readOnly: true };
  return {
    label: {
      title: t('{0}: text', field.label),
      description: t('The text shown for `{0}`.', key),
      ...state,
      doNotSuggest: true,
    },
    type: {
      title: t('{0}: model', field.label),
      description: t('The model of the record that `{0}` points to.', key),
      ...state,
      doNotSuggest: true,
    },
  };
}

function describe(field: RecordField): string {
  const lines = [
    field.help,
    ...kindNotes(field),
    ...field.rules.flatMap((rule) => ruleNote(rule) ?? []),
    explainPermission(field.label, field.permission),
  ];
  return lines.filter((line) => line !== undefined && line !== '').join('\n\n');
}

function kindNotes(field: RecordField): string[] {
  const { reference } = field;
  if (reference) {
    const { controller } = reference;
    const whose = controller
      ? t('a record of {0}/{1}', moduleOf(controller), shortName(controller))
      : t('another record');
    const { label, type } = keysBeside(field.at.at(-1) ?? '');
    return [
      t(
        'The id of {0}. Its companion keys are `{1}`, the text to show, and `{2}`, the model of the record.',
        whose,
        label,
        type,
      ),
    ];
  }
  return [fieldKinds[field.kind].schemaNote?.() ?? []].flat();
}

function ruleNote(rule: FieldRule): string | undefined {
  switch (rule.kind) {
    case 'required':
      return t('It must not be empty.');
    case 'maxLength':
      return t('At most {0} characters.', rule.limit);
    case 'minLength':
      return t('At least {0} characters.', rule.limit);
    case 'min':
      return t('At least {0}.', rule.limit);
    case 'max':
      return t('At most {0}.', rule.limit);
    case 'integer':
      return t('A whole number.');
    case 'email':
      return t('An email address.');
    case 'url':
      return t('A web address.');
    case 'number':
    case 'date':
    case 'inList':
    case 'pattern':
      return undefined;
  }
  return undefined;
}

function valueSchema(field: RecordField, held: readonly FormValue[]): JsonObject {
  switch (fieldKinds[field.kind].schema) {
    case 'choice':
      return choiceSchema(field, held);
    case 'choices':
      return choicesSchema(field, held);
    case 'boolean':
      return enumeration(
        [...yesAndNo(), ...field.options.map((one): Choice => [one.value, words(one)]), nothing()],
        held,
      );
    case 'plain':
      return { type: plainTypes(held) };
    case 'numeric':
      return { type: plainTypes(held, 'number') };
    case 'anything':
      return {};
  }
  return {};
}

/** The service writes strings; a number is sent as the same text, so numbers are allowed as well. */
function plainTypes(held: readonly FormValue[], ...more: readonly string[]): JsonValue[] {
  const own = held.flatMap((value) => jsonType(value) ?? []);
  return [...new Set(['string', 'null', ...more, ...own])];
}

function jsonType(value: FormValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isRows(value)) return 'array';
  return isValues(value) ? 'object' : typeof value;
}

type Choice = readonly [value: JsonValue, words: string];

const yesAndNo = (): readonly Choice[] => [
  ['1', t('Yes')],
  ['0', t('No')],
  [true, t('Yes')],
  [false, t('No')],
];

const nothing = (): Choice => [null, t('Empty')];

function choiceSchema(field: RecordField, held: readonly FormValue[]): JsonObject {
  // if the service writes choices as numbers, send numbers
  const isNumbers = held.some((value) => typeof value === 'number');
  const written = (text: string): JsonValue => (isNumbers && String(Number(text)) === text ? Number(text) : text);
  const choices = field.options.map((one): Choice => [written(one.value), words(one)]);
  return enumeration(field.required ? choices : [...choices, nothing()], held);
}

/** A list or a comma-separated text, depending on the service. */
function choicesSchema(field: RecordField, held: readonly FormValue[]): JsonObject {
  const choices = field.options.map((one): Choice => [one.value, words(one)]);
  const own = held.flatMap((value) => jsonType(value) ?? []);
  return {
    type: [...new Set(['array', 'string', 'null', ...own])],
    items: enumeration(
      choices,
      held.flatMap((value) => (isRows(value) ? value : [])),
    ),
  };
}

function words({ text, group }: RecordField['options'][number]): string {
  return group === undefined ? text : `${group}: ${text}`;
}

/** Allows these choices, and whatever the record already holds. */
function enumeration(choices: readonly Choice[], held: readonly FormValue[]): JsonObject {
  const known = new Map(choices);
  if (known.size === 0) return {};
  for (const value of held) {
    // a structured value can't be one of the choices, so offer none
    if (isRows(value) || isValues(value)) return {};
    const own = value as JsonValue | undefined;
    if (own !== undefined && !known.has(own))
      known.set(own, own === null || own === '' ? nothing()[1] : t('Current value; not one of the choices'));
  }
  return { enum: [...known.keys()], enumDescriptions: [...known.values()] };
}

/** Default value for when the user deletes the line and re-adds it from the suggestions. */
function defaultOf(field: RecordField, value: FormValue): JsonObject {
  const isShown = fieldKinds[field.kind].secret !== 'always' && field.permission.editable;
  return isShown && scalarText(value) !== undefined ? { default: value as JsonValue } : {};
}
