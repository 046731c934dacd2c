import { t } from '@vscode/l10n';
import type { ServiceChoices } from '../../../model/connection/connection.ts';
import type { ControllerName } from '../../../model/controller.ts';
import { ServiceError } from '../../../model/errors.ts';
import { canonicalId } from '../../../model/recordKey.ts';
import { pathKey, labelFromKey } from '../../../model/form/fieldPath.ts';
import { isKeyOfReference } from '../../../model/form/companionKeys.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { fieldPermission, type RecordAccess } from './resolvePermission.ts';
import type { FormOperation, RecordForm } from '../../../model/form/recordForm.ts';
import type { FormLayout, FormLayoutCache, LayoutSource } from './formLayoutCache.ts';
import { readAttachments } from './readAttachments.ts';
import { readAssociations } from './readAssociations.ts';
import { type FormReadContext, readField, permissionOf } from './readField.ts';
import {
  findElements,
  type FoundInput,
  type FoundNode,
  controlWord,
  isSubmitElement,
  tooMuch,
} from './readFormElements.ts';
import { fromTexts } from '../http/understandAnswer.ts';
import { readIdentity } from '../readIdentity.ts';
import { commonSteps } from './readPermissions.ts';
import { findRecord, type RecordInAnswer, idsOf, isTooDeep, sampleAt, withShapes } from './readRecord.ts';
import { readSubTables, withRows } from './readSubTables.ts';
import type { SeenNotations } from './seenNotations.ts';
import { readServiceMessages } from '../readServiceMessages.ts';
import { readRuleSources } from './readRules.ts';
import { firstOf, asBoolean, asObject, nonBlank } from '../tolerant.ts';
import type { RecordField, FormElement } from '../../../model/form/formElement.ts';
import type { SubmitAction } from '../../../model/form/submitAction.ts';
import { textOfHtml } from '../textOfHtml.ts';

export interface FormContext {
  readonly controller: ControllerName;
  readonly operation: FormOperation;
  /** Id of the requested record. */
  readonly id?: string | undefined;
  /** The record's row said that it isn't editable; applies unless the form says so itself. */
  readonly isEditDenied?: boolean;
  readonly choices?: Pick<ServiceChoices, 'saveAction'>;
  readonly notations?: SeenNotations;
  /** Base URL of the service, for the addresses of files. */
  readonly baseUrl?: string;
}

/**
 * Reads the response to view, edit or add. Throws only if a record was requested and the response has none or a
 * different one, or if the form is too large. With `memory`, reuses the layout of an earlier record's form.
 */
export function readRecordForm(answer: JsonObject, context: FormContext, memory?: FormLayoutCache): RecordForm {
  const { controller, operation } = context;
  const record = findRecord(answer, controller);
  if (isTooDeep(record.values)) throw tooMuch(t('its values are nested too deeply'));
  const access = accessOf(answer, record, context);
  const source = { answer, record, access };
  const type = `${operation} ${controller}`;
  const { notations } = context;
  let layout = memory?.get(type, source, notations?.version ?? 0) ?? readLayout(source, context, memory);
  if (notations?.learnRecord(controller, layout.fields, record.values)) layout = readLayout(source, context, memory);
  const values = withShapes(record.values, layout.fields, layout.subTables);
  const { baseUrl } = context;
  const attachments = baseUrl === undefined ? [] : readAttachments({ ...layout, values, data: record.data }, baseUrl);
  return {
    controller,
    operation,
    ...describe(answer, record, context),
    values,
    ...(attachments.length > 0 && { attachments }),
    isDeleted: access.isDeleted,
    isEditable: access.isEditable,
    isDeletable: asBoolean(firstOf(answer, 'is_deletable')),
    allowComments: asBoolean(firstOf(answer, 'allow_comments', 'is_comment')),
    messages: readServiceMessages(answer['message']).map(({ text }) => text),
    errors: readServiceMessages(answer['errors'], layout.fields),
    identity: readIdentity(answer),
    ...(context.choices?.saveAction !== undefined && { saveAction: context.choices.saveAction }),
    ...layout,
  };
}

function readLayout(
  source: LayoutSource,
  { controller, operation, notations }: FormContext,
  memory?: FormLayoutCache,
): FormLayout {
  const { answer, record: found, access } = source;
  const metadata = fromTexts(firstOf(answer, 'form', 'form_metadata'), 'field_configurations', 'elements');
  const asked = new Set<string>();
  const nodes = elementsIn(metadata, found, asked);
  const inputs = inputsOf(nodes);
  const data = inputs.filter((input) => !isSubmit(input) && isData(input, found));
  const record = withElementRoot(found, data);
  const named = new Set(data.map(({ path }) => pathKey(path)));
  const form = asObject(metadata);
  const common = commonSteps(answer, metadata, record.alias);
  const lists: FormReadContext['lists'] = new Map();
  const ground: FormReadContext = {
    answer,
    form,
    record,
    common,
    access,
    named,
    rules: readRuleSources(answer),
    lists,
    notation: (field) => notations?.get(controller, field),
  };
  const root = agreedRoot(data) ?? record.alias;
  const elements = buildElements(nodes, data, ground);
  const fields = fieldsOf(elements);
  const others = otherFields(fields, root, ground);
  if (fields.length === 0 && others.length === 0 && operation !== 'add') throw noRecord(controller);
  const associations = readAssociations(firstOf(answer, 'model_associations'));
  const subTables = readSubTables(fields, { values: record.values, nodes, associations, form });
  const layout: FormLayout = {
    root,
    splitLayout: asBoolean(firstOf(form, 'enable_split_layout', 'split_layout')) ?? false,
    // without elements, show the record's raw fields
    elements: fields.length > 0 ? withRows(elements, subTables) : others.map((field) => ({ type: 'field', field })),
    fields: fields.length > 0 ? fields : others,
    subTables,
    otherFields: fields.length > 0 ? others : [],
    submitActions: inputs.filter(isSubmit).map((input) => readSubmitAction(input, ground)),
    associations,
  };
  memory?.store(`${operation} ${controller}`, {
    source,
    layout,
    asked,
    lists: [...lists.keys()],
    version: notations?.version ?? 0,
  });
  return layout;
}

/**
 * Uses elements named as the interface specifies; if there are none, elements named otherwise, then those in the field
 * configurations.
 */
function elementsIn(form: JsonValue | undefined, { alias, values }: RecordInAnswer, asked: Set<string>): FoundNode[] {
  const search = { root: alias, record: values, asked };
  const configurations = isObject(form) ? firstOf(form, 'field_configurations') : undefined;
  let actions: FoundNode[] = [];
  for (const source of [form, configurations]) {
    for (const textNames of [false, true]) {
      const nodes = findElements(source, { ...search, textNames });
      const inputs = inputsOf(nodes);
      if (inputs.some((input) => !isSubmit(input))) return source === form ? nodes : [...nodes, ...actions];
      if (actions.length === 0) actions = nodes;
    }
  }
  return actions;
}

/** Excludes the record as a whole and the keys that control a save. */
function isData({ path }: FoundInput, { roots, values, data }: RecordInAnswer): boolean {
  if (path[0] === 'action' || path[0] === 'normalized' || path.includes('$schema')) return false;
  return path.length > 1 || values === data || !roots.has(path[0] ?? '');
}

function agreedRoot(inputs: readonly FoundInput[]): string | undefined {
  const roots = new Set(inputs.filter(({ path }) => path.length > 1).map(({ path }) => path[0]));
  return roots.size === 1 ? [...roots][0] : undefined;
}

/** If all elements start with a key that `data` doesn't have, that key means the record. */
function withElementRoot(record: RecordInAnswer, inputs: readonly FoundInput[]): RecordInAnswer {
  const root = agreedRoot(inputs);
  if (root === undefined || Object.hasOwn(record.data, root)) return record;
  return { ...record, roots: new Set([...record.roots, root]) };
}

/** A new record is neither deleted nor read-only, whatever the flags of an empty form say. */
function accessOf(
  answer: JsonObject,
  { values }: RecordInAnswer,
  { operation, isEditDenied = false }: FormContext,
): RecordAccess {
  const isDeleted = asBoolean(firstOf(answer, 'is_record_deleted')) ?? asBoolean(firstOf(values, 'deleted')) ?? false;
  return {
    operation,
    isDeleted: operation !== 'add' && isDeleted,
    isEditable: asBoolean(firstOf(answer, 'is_editable')) ?? (isEditDenied ? false : undefined),
  };
}

type Description = Pick<
  RecordForm,
  'alias' | 'id' | 'name' | 'singular' | 'primaryKey' | 'displayField' | 'model' | 'modelClass' | 'data'
>;

function describe(answer: JsonObject, record: RecordInAnswer, context: FormContext): Description {
  const { alias, values, data } = record;
  const id = context.operation === 'add' ? null : idOf(answer, record, context);
  const primaryKey = nonBlank(firstOf(answer, 'primary_key'));
  const displayField = nonBlank(firstOf(answer, 'display_field'));
  const model = nonBlank(answer['model']);
  const modelClass = nonBlank(firstOf(answer, 'model_class', 'modelClass'));
  const inRecord = displayField === undefined ? undefined : firstOf(values, displayField.split('.').at(-1) ?? '');
  const name =
    nonBlank(firstOf(answer, 'name')) ?? nonBlank(firstOf(values, 'record_display_name')) ?? nonBlank(inRecord);
  return {
    alias,
    id,
    // a new record's defaults may fill its display field, but that isn't a name yet
    name: context.operation === 'add' ? '' : (name ?? id ?? ''),
    singular: nonBlank(firstOf(answer, 'singular')) ?? t('record'),
    ...(primaryKey === undefined ? {} : { primaryKey }),
    ...(displayField === undefined ? {} : { displayField }),
    ...(model === undefined ? {} : { model }),
    ...(modelClass === undefined ? {} : { modelClass }),
    data,
  };
}

/**
 * Checks the id against the requested one: a cache or a proxy may mix up responses, and a save would go to the wrong
 * record.
 */
function idOf(answer: JsonObject, record: RecordInAnswer, { controller, id: asked }: FormContext): string | null {
  const [first, ...others] = idsOf(answer, record);
  if (asked === undefined) return first ?? null;
  if (first === undefined) {
    if (Object.keys(record.values).length > 0) return asked;
    const why = t('the service has no values for it');
    throw new ServiceError('notFound', { doing: opening(controller, asked), why });
  }
  if ([first, ...others].some((id) => canonicalId(id) === canonicalId(asked))) return asked;
  throw new ServiceError('unreadable', {
    doing: opening(controller, asked),
    why: t('the service returned record {0}', first),
    remedy: t('Try again. If the problem persists, check for a cache between this computer and the service.'),
  });
}

const opening = (controller: ControllerName, id: string): string => t('open record {0} of {1}', id, controller);

function noRecord(controller: ControllerName): ServiceError {
  return new ServiceError('unreadable', {
    doing: t('read the record of {0}', controller),
    why: t('the response contains neither a record nor the fields of a form'),
    remedy: t("Check that the connection's address points to a record service."),
  });
}

const maxFields = 5_000;

/** Record values without a form element, as read-only fields: no element means no permission. */
function otherFields(fields: readonly RecordField[], root: string, ground: FormReadContext): RecordField[] {
  const { values } = ground.record;
  const covered = new Set(fields.map(({ at }) => at[0]));
  const others: RecordField[] = [];
  for (const key of Object.keys(values)) {
    if (
      covered.has(key) ||
      isKeyOfReference(key, {
        isField: (base) => Object.hasOwn(values, base),
        hasLabel: (label) => Object.hasOwn(values, label),
      }) ||
      key === '$schema' ||
      key.startsWith('_acl_')
    )
      continue;
    if (others.length >= maxFields) break;
    const field = readField({ type: 'input', element: {}, path: [root, key], multiple: false, parents: [] }, ground);
    others.push({ ...field, permission: fieldPermission({ editable: false, from: 'nothing', bar: 'noElement' }) });
  }
  return others;
}

function isSubmit({ element }: FoundInput): boolean {
  return isSubmitElement(element);
}

function readSubmitAction(found: FoundInput, ground: FormReadContext): SubmitAction {
  const { element } = found;
  // the interface writes each action as `data[action][<name>]`
  const path = found.path.length === 1 ? ['action', ...found.path] : found.path;
  const value = nonBlank(firstOf(element, 'value', '__value'));
  const label = nonBlank(firstOf(element, 'label'));
  const shown = (label === undefined ? undefined : textOfHtml(label, 200)) || value || labelFromKey(path.at(-1) ?? '');
  const came = firstOf(element, 'label');
  return {
    path,
    label: shown,
    ...(typeof came === 'string' && label !== undefined && came !== shown && { rawLabel: came }),
    ...(value === undefined ? {} : { value }),
    isWebCompatible: asBoolean(firstOf(element, 'is_web_compatible')) ?? true,
    permission: permissionOf(found, path, path, ground),
  };
}

/** The form's tree of groups and fields, each field once. `inputs` are the nodes of the tree that are fields. */
function buildElements(
  nodes: readonly FoundNode[],
  inputs: readonly FoundInput[],
  ground: FormReadContext,
): FormElement[] {
  const fields = new Map<FoundInput, RecordField>();
  const byName = new Map<string, FoundInput>();
  for (const input of inputs) {
    if (isCompanion(input, ground)) continue;
    const field = readField(input, ground);
    fields.set(input, field);
    const before = byName.get(field.key);
    // a form may show a field twice: read-only in a summary, and editable further down
    if (!before || (field.permission.editable && !fields.get(before)?.permission.editable))
      byName.set(field.key, input);
  }
  const toElements = (node: FoundNode): FormElement[] => {
    if (node.type === 'input') {
      const field = fields.get(node);
      return field && byName.get(field.key) === node ? [{ type: 'field', field }] : [];
    }
    const elements = node.nodes.flatMap(toElements);
    const help = nonBlank(firstOf(node.element, 'help', 'help_text', 'helpText', 'hint', 'description'));
    if (elements.length === 0) return [];
    return [
      {
        type: 'group',
        label: node.label,
        ...(help === undefined ? {} : { help: textOfHtml(help, 2_000) }),
        splitLayout:
          asBoolean(firstOf(node.element, 'enable_split_layout', 'split_layout')) ??
          controlWord(node.element) === 'split',
        collapsed: asBoolean(firstOf(node.element, 'show_collapsed', 'collapsed', 'is_collapsed')) ?? false,
        elements,
      },
    ];
  };
  return nodes.flatMap(toElements);
}

/** A companion key isn't a field, even if the form lists it as an element. */
function isCompanion({ path }: FoundInput, { named, record }: FormReadContext): boolean {
  const holder = path.slice(0, -1);
  const inRecord = record.roots.has(holder[0] ?? '') ? holder.slice(1) : holder;
  return isKeyOfReference(path.at(-1) ?? '', {
    isField: (base) => named.has(pathKey([...holder, base])),
    hasLabel: (label) => sampleAt(record.values, [...inRecord, label]) !== undefined,
  });
}

function inputsOf(nodes: readonly FoundNode[]): FoundInput[] {
  return nodes.flatMap((node) => (node.type === 'input' ? [node] : inputsOf(node.nodes)));
}

function fieldsOf(elements: readonly FormElement[]): RecordField[] {
  return elements.flatMap((element) => {
    if (element.type === 'rows') return [];
    return element.type === 'field' ? [element.field] : fieldsOf(element.elements);
  });
}
