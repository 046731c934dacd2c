import { joinedBy } from '../../../model/form/choices.ts';
import { pathKey, labelFromKey, type FieldPath } from '../../../model/form/fieldPath.ts';
import { keysBeside } from '../../../model/form/companionKeys.ts';
import type { RecordField, Reference } from '../../../model/form/formElement.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import type { FieldPermission } from '../../../model/form/permission.ts';
import { fieldPermission, resolvePermission, type RecordAccess } from './resolvePermission.ts';
import { type FieldEvidence, fieldKind, textFormat, controlKind } from './decideKind.ts';
import { entryForField } from './entryForField.ts';
import { textOfHtml } from '../textOfHtml.ts';
import type { FoundInput } from './readFormElements.ts';
import { readOptions } from './readOptions.ts';
import { type CommonSteps, stepOf, stepsFor } from './readPermissions.ts';
import { type RecordInAnswer, sampleAt } from './readRecord.ts';
import { readRules, type RuleSources } from './readRules.ts';
import { isSet, type NotedField } from './seenNotations.ts';
import { firstOf, asBoolean, nonBlank } from '../tolerant.ts';
import { controllerInAddress, likelyController, namedController } from '../readController.ts';

/** Context shared by all fields of a form. */
export interface FormReadContext {
  readonly answer: JsonObject;
  readonly form: JsonObject;
  readonly record: RecordInAnswer;
  readonly common: CommonSteps;
  readonly rules: RuleSources;
  /** Option lists of the response that elements refer to, cached as they are read. */
  readonly lists: Map<string, RecordField['options']>;
  readonly access: RecordAccess;
  /** Keys of all elements' paths: a `car_model` that has its own element isn't a companion of `car`. */
  readonly named: ReadonlySet<string>;
  /** Returns the notation of a field's values. */
  readonly notation: (field: NotedField) => RecordField['notation'] | undefined;
}

const optionKeys = [
  'options',
  'value_options',
  'choices',
  'values',
  'list',
  'option_list',
  'items',
  'field_configurations',
];

export function readField(found: FoundInput, ground: FormReadContext): RecordField {
  const { path } = found;
  const at = pathInRecord(path, ground.record);
  const further = entryForField(firstOf(ground.form, 'field_configurations'), path, at);
  const element = isObject(further) ? { ...further, ...found.element } : found.element;
  const names = ['template', 'method', 'type', 'input_type', 'control', 'widget'].flatMap(
    (key) => nonBlank(firstOf(element, key)) ?? [],
  );
  const dataType = nonBlank(firstOf(element, 'data_type', 'dataType', 'field_type', 'db_type', 'type'));
  const given = optionsOf(element, dataType, ground);
  const value = sampleOf(ground.record, { path, at });
  const reference = readReference(element, names, { path, at }, ground);
  const evidence: FieldEvidence = {
    controlNames: names,
    dataType,
    options: given,
    multiple:
      found.multiple ||
      ['multiple', 'is_multiple', 'allow_multiple'].some((key) => asBoolean(firstOf(element, key)) === true),
    isReference: reference !== undefined,
    shape: shapeOf(value),
  };
  const { rules, unread } = readRules(ground.rules, element, { path, at, kind: fieldKind(evidence) });
  const options = given.length > 0 ? given : listedIn(rules);
  const kind = fieldKind({ ...evidence, options });
  const format = textFormat(names);
  const help = words(element, 'help', 'help_text', 'helpText', 'hint', 'tooltip', 'description', 'note');
  const commas: RecordField['notation'] =
    kind === 'choices' && isSet(dataType) ? { choices: joinedBy(',') } : undefined;
  const notation = ground.notation({ at, kind, options, dataType }) ?? commas;
  const placeholder = words(element, 'placeholder') ?? notation?.example;
  return {
    path,
    key: pathKey(path),
    at,
    label: words(element, 'label') ?? labelFor(path, at, ground.form),
    ...(help === undefined ? {} : { help }),
    ...(placeholder === undefined ? {} : { placeholder }),
    kind,
    ...(format === undefined || kind !== 'text' ? {} : { format }),
    options,
    permission: permissionOf(found, path, at, ground),
    required: rules.some((rule) => rule.kind === 'required'),
    rules,
    unreadRules: unread,
    ...(reference === undefined ? {} : { reference }),
    ...(notation === undefined ? {} : { notation }),
    isSystem: isSystemKey(at[0] ?? ''),
  };
}

/** `leads.city` is `city` in the record; an element outside the record keeps its full path. */
function pathInRecord(path: FieldPath, record: RecordInAnswer): FieldPath {
  return path.length > 1 && record.roots.has(path[0] ?? '') ? path.slice(1) : path;
}

export function permissionOf(
  found: FoundInput,
  path: FieldPath,
  at: FieldPath,
  ground: FormReadContext,
): FieldPermission {
  const steps = stepsFor(stepOf(found.element, 'element'), found.parents, ground.common, { path, at });
  const permission = resolvePermission(steps, ground.access);
  // a name that contains brackets would be sent as a different key
  const isSendable = path.every((segment) => /^[^[\]\p{Cc}]+$/u.test(segment));
  return fieldPermission(
    isSendable ? permission : { ...permission, editable: false, from: 'element', bar: 'unsendableName' },
  );
}

/**
 * Options from the element itself, from the list in the response that it names (`currencies`), or from its type
 * (`enum('a','b')`).
 */
function optionsOf(element: JsonObject, dataType: string | undefined, ground: FormReadContext): RecordField['options'] {
  for (const key of optionKeys) {
    const source = Object.hasOwn(element, key) ? element[key] : undefined;
    const options = typeof source === 'string' ? listNamed(source, ground) : readOptions(inner(source));
    if (options.length > 0) return options;
  }
  const [, listed] = /^(?:enum|set)\s*\((.*)\)$/is.exec((dataType ?? '').slice(0, 10_000)) ?? [];
  return listed === undefined
    ? []
    : readOptions(listed.split(',').map((segment) => segment.trim().replace(/^'|'$/g, '')));
}

/** An `inList` rule also provides the options. */
function listedIn(rules: RecordField['rules']): RecordField['options'] {
  const rule = rules.find((one) => one.kind === 'inList');
  return (rule?.values ?? []).map((value) => ({ value, text: value }));
}

/** Reads each list once, even if several fields name it. */
function listNamed(name: string, { answer, lists }: FormReadContext): RecordField['options'] {
  if (!Object.hasOwn(answer, name)) return readOptions(name);
  const known = lists.get(name) ?? readOptions(answer[name]);
  lists.set(name, known);
  return known;
}

/** `field_configurations` and similar keys may nest the options one level deeper, next to other settings. */
function inner(source: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(source)) return source;
  const wrapped = firstOf(source, ...optionKeys);
  return typeof wrapped === 'object' ? wrapped : source;
}

function shapeOf(value: JsonValue | undefined): FieldEvidence['shape'] {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'scalar';
    return value.some((item) => typeof item === 'object' && item !== null) ? 'structure' : 'list';
  }
  return isObject(value) && Object.keys(value).length > 0 ? 'structure' : 'scalar';
}

function labelFor(path: FieldPath, at: FieldPath, form: JsonObject): string {
  const named = entryForField(firstOf(form, 'labels'), path, at);
  return nonBlank(named) ?? labelFromKey(path.at(-1) ?? '');
}

function words(from: JsonObject, ...keys: string[]): string | undefined {
  const found = nonBlank(firstOf(from, ...keys));
  return found === undefined ? undefined : textOfHtml(found, 2_000) || undefined;
}

const systemKey =
  /^(id|deleted|revision|business_key|primary_acl_group|owned_by|_acl_.*|(created|modified|updated|deleted)(_(by|at|on|date))?)$/;

function isSystemKey(key: string): boolean {
  return systemKey.test(key);
}

const modelKeys = ['related_model_class', 'related_model', 'reference_model_class', 'reference_model', 'foreign_model'];
const controllerKeys = [
  'related_controller',
  'reference_controller',
  'reference_url',
  'lookup_url',
  'lookup_controller',
];
/** Keys that only a reference has. */
const referenceKeys = [...modelKeys, ...controllerKeys];

/** The value of a field, which may be outside the record. */
function sampleOf(
  { values, data, roots }: RecordInAnswer,
  { path, at }: { readonly path: FieldPath; readonly at: FieldPath },
): JsonValue | undefined {
  const [root = ''] = path;
  return sampleAt(values, at) ?? (roots.has(root) ? undefined : sampleAt(data, path));
}

/** A field is a reference if the record has a label or a model for it, or if its control or element says so. */
function readReference(
  element: JsonObject,
  names: readonly string[],
  { path, at }: { readonly path: FieldPath; readonly at: FieldPath },
  ground: { readonly record: RecordInAnswer; readonly named: ReadonlySet<string> },
): Reference | undefined {
  const { label, type } = keysBeside(at.at(-1) ?? '');
  const sibling = (of: FieldPath, name: string): FieldPath => [...of.slice(0, -1), name];
  // in a sub-table, the companions are in the same row as the field
  const beside = (name: string): JsonValue | undefined =>
    sampleOf(ground.record, { path: sibling(path, name), at: sibling(at, name) });
  const isNamed = (name: string): boolean => ground.named.has(pathKey(sibling(path, name)));
  // without rows, the companion keys of a sub-table are known only from its elements
  const hasText = beside(label) !== undefined || isNamed(label);
  const hasModel = beside(type) !== undefined && (hasText || !isNamed(type));
  const isDeclared = nonBlank(firstOf(element, ...referenceKeys)) !== undefined;
  if (!hasText && !hasModel && !isDeclared && !names.some((name) => controlKind(name) === 'reference'))
    return undefined;
  const model =
    (hasModel ? nonBlank(beside(type)) : undefined) ?? nonBlank(firstOf(element, ...modelKeys, 'model_class', 'model'));
  const controller =
    namedController(element, 'controller', ...controllerKeys, 'target', 'url', 'href', 'source') ??
    (model === undefined ? undefined : controllerInAddress(model));
  const likely = controller || model === undefined ? undefined : likelyController(model);
  return {
    ...(controller === undefined ? {} : { controller }),
    ...(likely === undefined ? {} : { likelyController: likely }),
    ...(model === undefined ? {} : { model }),
  };
}
