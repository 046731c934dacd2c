import { moduleOf, shortName } from '../controller.ts';
import { t } from '@vscode/l10n';
import { fieldKinds } from '../form/fieldKind.ts';
import { explainPermission } from '../form/explainPermission.ts';
import { displayKey, modelKey } from '../form/fieldPath.ts';
import type { FieldRule, RecordField } from '../form/formElement.ts';
import { type FormValue, isRows, isValues, scalarText } from '../form/fieldValue.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** What may stand at a field, and what to know of it. `held` is what the record has there, in a sub-table once per row. */
export function fieldSchema(field: RecordField, held: readonly FormValue[]): JsonObject {
  return {
    title: field.label,
    description: describe(field),
    ...valueSchema(field, held),
    ...(field.permission.editable ? {} : { readOnly: true, doNotSuggest: true }),
    ...(held.length === 1 ? defaultOf(field, held[0]) : {}),
  };
}

/** Beside a reference stand the text to show and the model of the record that it points at. */
export function companionSchemas(field: RecordField): { readonly text: JsonObject; readonly model: JsonObject } {
  const key = field.at.at(-1) ?? '';
  const state = field.permission.editable ? {} : { readOnly: true };
  return {
    text: {
      title: t('{0}: text', field.label),
      description: t('What is shown for `{0}`.', key),
      ...state,
      doNotSuggest: true,
    },
    model: {
      title: t('{0}: model', field.label),
      description: t('Whose record `{0}` points at.', key),
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
    const key = field.at.at(-1) ?? '';
    return [
      t(
        'The id of {0}. Beside it stand `{1}`, the text to show, and `{2}`, whose record it is.',
        whose,
        displayKey(key),
        modelKey(key),
      ),
    ];
  }
  if (field.kind === 'boolean') return [t('1 for yes, 0 for no.')];
  if (field.kind === 'file') return [t('A file: choose it in the form.')];
  if (field.kind === 'password') return [t('Leave it empty to keep the old one.')];
  return [];
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
      return t('Not less than {0}.', rule.limit);
    case 'max':
      return t('Not more than {0}.', rule.limit);
    case 'integer':
      return t('A whole number.');
    case 'email':
      return t('An e-mail address.');
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

/** The service writes texts; a number is written like its text, so it may stand where the service means one. */
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

const nothing = (): Choice => [null, t('Nothing')];

function choiceSchema(field: RecordField, held: readonly FormValue[]): JsonObject {
  // a service that writes its choices as numbers is answered with numbers
  const isNumbers = held.some((value) => typeof value === 'number');
  const written = (text: string): JsonValue => (isNumbers && String(Number(text)) === text ? Number(text) : text);
  const choices = field.options.map((one): Choice => [written(one.value), words(one)]);
  return enumeration(field.required ? choices : [...choices, nothing()], held);
}

/** As a list, or as one text with commas: which of the two the service decides. */
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

/** One of these, or what the record holds already, whatever it is. */
function enumeration(choices: readonly Choice[], held: readonly FormValue[]): JsonObject {
  const known = new Map(choices);
  if (known.size === 0) return {};
  for (const value of held) {
    // what is no plain value is equal to nothing but itself, so there is nothing to choose from
    if (isRows(value) || isValues(value)) return {};
    const own = value as JsonValue | undefined;
    if (own !== undefined && !known.has(own))
      known.set(
        own,
        own === null || own === '' ? nothing()[1] : t('What the record holds; it is not among the choices'),
      );
  }
  return { enum: [...known.keys()], enumDescriptions: [...known.values()] };
}

/** Brought back when someone deletes the line and takes it again from the suggestions. */
function defaultOf(field: RecordField, value: FormValue): JsonObject {
  const isShown = field.kind !== 'password' && field.permission.editable;
  return isShown && scalarText(value) !== undefined ? { default: value as JsonValue } : {};
}
