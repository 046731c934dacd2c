import { t } from '@vscode/l10n';
import { ServiceError } from '../../../model/errors.ts';
import { controlKind } from './decideKind.ts';
import { labelFromKey, parseFieldName } from '../../../model/form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { edit, type PermissionStep } from './resolvePermission.ts';
import { textOfHtml } from '../textOfHtml.ts';
import { stepOf } from './readPermissions.ts';
import { firstOf, nonBlank } from '../tolerant.ts';
import { formatNumber } from '../../../model/formatNumber.ts';

/** An element from the metadata, with the permissions of its enclosing groups, innermost first. */
export interface FoundInput {
  readonly type: 'input';
  readonly element: JsonObject;
  readonly path: readonly string[];
  readonly multiple: boolean;
  readonly parents: readonly PermissionStep[];
}

export interface FoundGroup {
  readonly type: 'group';
  readonly label: string;
  readonly element: JsonObject;
  /** The group's own name, if any; its elements are nested under it. */
  readonly path?: readonly string[];
  readonly nodes: readonly FoundNode[];
}

export type FoundNode = FoundInput | FoundGroup;

export interface Search {
  /** The record's key under `data`. */
  readonly root: string;
  readonly record: JsonObject;
  /** Whether to accept names that are plain strings or map keys, as a last resort. */
  readonly textNames: boolean;
  /** Collects the keys of the record whose values decided what an element is. */
  readonly asked: Set<string>;
}

const maxGroupDepth = 64;
const maxDepth = 256;
const maxInputs = 5_000;
const maxSteps = 500_000;

/** Finds the elements of a form at any depth, in arrays or maps, under any key. */
export function findElements(form: JsonValue | undefined, search: Search): FoundNode[] {
  const walk: Walk = { ...search, inputs: 0, steps: 0 };
  const context: WalkContext = { level: 0, groups: 0, parents: [], isForm: true };
  return visit(form, context, walk);
}

interface Walk extends Search {
  inputs: number;
  steps: number;
}

interface WalkContext {
  readonly level: number;
  readonly groups: number;
  readonly parents: readonly PermissionStep[];
  readonly isForm?: boolean;
  /** The key of the value, and the key of the map that contains it. */
  readonly key?: string;
  readonly holder?: string;
}

/** Keys whose content describes an element and contains no elements. */
const descriptive = new Set([
  'name',
  'options',
  'value_options',
  'rules_grid',
  'roles_grid',
  'labels',
  'permissions',
  'rules',
  // keys of the form itself
  'href',
  'form_view_href',
  'form_metadata_id',
  'field_request_status',
  'field_request_message',
]);
const descriptiveOfInputs = new Set([
  'values',
  'list',
  'choices',
  'value',
  '__value',
  'default',
  'data',
  'mw',
  'helper',
  'items',
]);
const descriptiveOfInputsWord = /depend|condition|visib|filter|valid|attrib|config/i;
/** Keys under which a group lists its elements, possibly none. */
const groupKeys = ['items', 'elements', 'fields', 'children', 'inputs'];
const containers =
  /^(sub|inline)?(form|fieldset|group|section|tabs?|panel|row|col(umn)?s?|layout|page|container|accordion)$/;
const decoration = /^(heading|header|separator|divider|cancel|button|reset|link|spacer)$/;

function visit(value: JsonValue | undefined, context: WalkContext, walk: Walk): FoundNode[] {
  if (typeof value !== 'object' || value === null) return [];
  if (++walk.steps > maxSteps) throw tooMuch(t('the description of its form is too large'));
  if (context.level > maxDepth || context.groups > maxGroupDepth)
    throw tooMuch(t('the sections of its form are nested too deeply'));
  if (Array.isArray(value)) {
    const inside: WalkContext = { level: context.level + 1, groups: context.groups, parents: context.parents };
    const nodes = value.flatMap((item) => visit(item, inside, walk));
    return grouped(keyLabel(context), {}, nodes);
  }
  return visitObject(value, context, walk);
}

function visitObject(value: JsonObject, context: WalkContext, walk: Walk): FoundNode[] {
  const name = context.isForm
    ? undefined
    : (elementName(value) ?? (walk.textNames ? textName(value, walk.root) : undefined));
  const word = controlWord(value);
  const label = context.isForm ? undefined : (labelOf(value) ?? keyLabel(context));
  const isContainer = containers.test(word);
  const parents = context.isForm ? [] : [...stepOf(value, 'parent', label), ...context.parents];
  const groups = context.groups + (label === undefined && !name ? 0 : 1);
  const nodes: FoundNode[] = [];
  let hasItems = false;
  for (const [key, item] of Object.entries(value)) {
    if ((descriptive.has(key) && !isElementOf(key, item, walk)) || (context.isForm && key === 'field_configurations'))
      continue;
    const isItems = key === 'items' && holdsElements(item, walk);
    if (name && !isContainer && !isItems && (descriptiveOfInputs.has(key) || descriptiveOfInputsWord.test(key)))
      continue;
    hasItems ||= isItems;
    const holder = context.key === undefined ? {} : { holder: context.key };
    nodes.push(...visit(item, { level: context.level + 1, groups, parents, key, ...holder }, walk));
  }
  if (nodes.length > 0) {
    if (name && !isContainer && isInput(word, name.path, hasItems, walk))
      nodes.unshift(input(value, name, context, walk));
    return grouped(label ?? (name ? labelFromKey(name.path.at(-1) ?? '') : undefined), value, nodes, name?.path);
  }
  const own = name ?? (walk.textNames ? keyName(value, context, walk) : undefined);
  if (!own || ((isContainer || decoration.test(word)) && !isFieldAnyway(value, own.path, walk))) return [];
  return [input(value, own, context, walk)];
}

/**
 * A heading, link or column is also a field if its permission is EDIT or the record has a value for it, and a button if
 * it submits.
 */
function isFieldAnyway(element: JsonObject, path: readonly string[], walk: Walk): boolean {
  if (groupKeys.some((held) => typeof firstOf(element, held) === 'object')) return false;
  if (isSubmitElement(element)) return true;
  const key = path.at(-1) ?? '';
  const isInRecord = Object.hasOwn(walk.record, key) && (walk.record[key] === null || hasPlainValue(walk.record, key));
  // a button whose name doesn't include a record belongs to the form
  return isInRecord || (path.length > 1 && stepOf(element, 'element')[0]?.says === edit);
}

export function isSubmitElement(element: JsonObject): boolean {
  return ['template', 'method', 'type'].some((key) => nonBlank(firstOf(element, key))?.toLowerCase() === 'submit');
}

/** True for elements of the form, as opposed to options of an input. */
function holdsElements(item: JsonValue, walk: Walk, levels = 6): boolean {
  if (typeof item !== 'object' || item === null || levels === 0) return false;
  if (isObject(item) && elementName(item)) return true;
  if (isObject(item) && walk.textNames && hasControl(item) && textName(item, walk.root)) return true;
  return Object.values(item).some((one) => holdsElements(one, walk, levels - 1));
}

function hasControl(element: JsonObject): boolean {
  return ['template', 'method', 'data_type'].some((key) => nonBlank(firstOf(element, key)) !== undefined);
}

/**
 * `{ name: { … }, city: { … } }`: a map from field to element in which a field has the same name as a property of an
 * element.
 */
function isElementOf(key: string, item: JsonValue, walk: Walk): boolean {
  if (!isObject(item)) return false;
  const named = elementName(item) ?? (walk.textNames ? textName(item, walk.root) : undefined);
  if (named) return named.path.at(-1) === key;
  return walk.textNames && key === 'name' && looksLikeInput(item) && Object.hasOwn(walk.record, key);
}

/** In a map from field to element, the element needs no name if the record has the field. */
function keyName(
  value: JsonObject,
  context: WalkContext,
  walk: Walk,
): { path: string[]; multiple: boolean } | undefined {
  if (context.key === undefined || !looksLikeInput(value) || !Object.hasOwn(walk.record, context.key)) return undefined;
  return { path: [walk.root, context.key], multiple: false };
}

function input(
  element: JsonObject,
  name: { readonly path: readonly string[]; readonly multiple: boolean },
  context: WalkContext,
  walk: Walk,
): FoundInput {
  if (++walk.inputs > maxInputs)
    throw tooMuch(t('its form has more than {0} fields and sections', formatNumber(maxInputs)));
  return { type: 'input', element, ...name, parents: context.parents };
}

/** A node that contains elements is also an input if it has its own control or the record has a plain value for it. */
function isInput(word: string, path: readonly string[], hasItems: boolean, walk: Walk): boolean {
  if (controlKind(word) !== undefined && !hasItems) return true;
  const key = path.at(-1) ?? '';
  walk.asked.add(key);
  return hasPlainValue(walk.record, key);
}

export function hasPlainValue(record: JsonObject, key: string): boolean {
  return Object.hasOwn(record, key) && typeof record[key] !== 'object';
}

function grouped(
  label: string | undefined,
  element: JsonObject,
  nodes: FoundNode[],
  path?: readonly string[],
): FoundNode[] {
  if (label === undefined || nodes.length === 0) return nodes;
  return [{ type: 'group', label, element, nodes, ...(path && { path }) }];
}

/** `tabs: { "General": { … } }`: the key is the group's label. */
function keyLabel(context: WalkContext): string | undefined {
  const { key, holder } = context;
  if (key === undefined || holder === undefined || /^\d+$/.test(key)) return undefined;
  return /^(tabs|sections|groups|fieldsets|panels|pages)$/i.test(holder) ? key : undefined;
}

function labelOf(value: JsonObject): string | undefined {
  const label = nonBlank(firstOf(value, 'label', 'legend', 'title', 'heading', 'caption'));
  return label === undefined ? undefined : textOfHtml(label, 500) || undefined;
}

/** The normalized name of the element's control: `Sub-Form` becomes `subform`. */
export function controlWord(element: JsonObject): string {
  const word = nonBlank(firstOf(element, 'template', 'method', 'type')) ?? '';
  return word.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

export function tooMuch(why: string): ServiceError {
  const remedy = t('Ask the service administrator to check the form of this controller.');
  return new ServiceError('unreadable', { doing: t('read the record'), why, remedy });
}

interface ElementName {
  readonly path: readonly string[];
  /** `tags[]`: an empty last part, the HTML form convention for a field with multiple values. */
  readonly multiple: boolean;
}

const longestPath = 32;

/** The key path from an element's `name` array, or from its dotted form in `__name`. */
function elementName(element: JsonObject): ElementName | undefined {
  const segments = nameParts(firstOf(element, 'name'));
  // `data` is the prefix of every key in a save; some services already include it in the name
  if (segments) return fromParts(segments.length > 2 && segments[0] === 'data' ? segments.slice(1) : segments);
  const dotted = Object.hasOwn(element, '__name') ? element['__name'] : undefined;
  return typeof dotted === 'string' && looksLikeInput(element) ? fromParts(parseFieldName(dotted)) : undefined;
}

/** A name that is a plain string, for services that never send arrays. A bare key belongs to the record. */
function textName(element: JsonObject, root: string): ElementName | undefined {
  const name = Object.hasOwn(element, 'name') ? element['name'] : undefined;
  if (typeof name !== 'string' || !looksLikeInput(element)) return undefined;
  const segments = parseFieldName(name);
  return fromParts(segments.length === 1 ? [root, ...segments] : segments);
}

function looksLikeInput(element: JsonObject): boolean {
  return ['label', 'template', 'method', 'data_type', 'type'].some(
    (key) => nonBlank(firstOf(element, key)) !== undefined,
  );
}

function nameParts(name: JsonValue | undefined): JsonValue[] | undefined {
  if (Array.isArray(name)) return name;
  // an array with gaps in its indexes is serialized as an object
  if (isObject(name) && Object.keys(name).every((key) => /^\d+$/.test(key))) return Object.values(name);
  return undefined;
}

function fromParts(segments: readonly JsonValue[]): ElementName | undefined {
  const multiple = segments.length > 1 && segments.at(-1) === '';
  const path = (multiple ? segments.slice(0, -1) : segments).map((item) =>
    typeof item === 'string' || typeof item === 'number' ? String(item) : '',
  );
  const isName = path.length > 0 && path.length <= longestPath && path.every((segment) => segment !== '');
  return isName ? { path, multiple } : undefined;
}
