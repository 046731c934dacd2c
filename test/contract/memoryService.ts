import { controllerName, type ControllerName } from '../../src/model/controller.ts';
import { ServiceError, type ServiceErrorCode, type ServiceMessage } from '../../src/model/errors.ts';
import { type FieldPath, pathKey } from '../../src/model/form/fieldPath.ts';
import { keysBeside } from '../../src/model/form/companionKeys.ts';
import { scalarText, valueAt } from '../../src/model/form/fieldValue.ts';
import type { RecordField } from '../../src/model/form/formElement.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { RecordForm } from '../../src/model/form/recordForm.ts';
import type { Column, RecordRow } from '../../src/model/list/recordPage.ts';
import type { Conditions } from '../../src/model/list/recordQuery.ts';
import { parseRelatedList } from '../../src/model/list/relatedList.ts';
import type { RecordService, Sending, ServiceOptions } from '../../src/service/recordService.ts';
import { initialRecords, type Model, type ModelField, models, type Values } from '../support/interfaceRecords.ts';
import { testConnection } from '../support/testConnection.ts';

/** A record service without HTTP: the records of the documented service, held in memory. */
export function memoryService(
  connection = testConnection('memory://records'),
  { token }: Pick<ServiceOptions, 'token'> = { token: async () => undefined },
): RecordService {
  const stored = initialRecords();
  let added = 0;

  const find = (name: ControllerName): { readonly model: Model; readonly records: Map<string, Values> } => {
    const [model, records] = [models[name], stored.get(name)];
    if (!model || !records) throw failure('notFound', 'find the controller', `there is no ${name}`);
    return { model, records };
  };
  const nameOf = (controller: string, id: Values[string] | undefined): string => {
    const record = typeof id === 'string' ? stored.get(controller)?.get(id) : undefined;
    return record ? text(record, models[controller]?.display ?? 'id') : '';
  };
  const rowOf = (model: Model, record: Values): RecordRow => ({
    id: text(record, 'id'),
    name: text(record, model.display),
    isDeleted: record['deleted'] === '1',
    canEdit: record['_edit'] !== '0',
    canDelete: record['_delete'] !== '0',
    canComment: undefined,
    cells: plainFields(model).map(({ key, references }) =>
      references === undefined ? text(record, key) : nameOf(references, record[key]),
    ),
  });

  const permit = async (doing: string, sending?: Sending): Promise<void> => {
    const used = await token();
    assertActive(doing, sending?.signal);
    sending?.permit?.(used);
  };

  const service: RecordService = {
    connection,
    capabilities: { bulkEdit: true, bulkDelete: true },
    isSecret: () => false,

    listViews: async (controller, signal) => {
      assertActive('list the list views', signal);
      return Object.keys(models)
        .filter((name) => controller === undefined || name === controller)
        .map((name) => ({
          id: `all-${name}`,
          name: 'All',
          controller: controllerNamed(name),
          category: 'Everything',
          isDefault: true,
          chart: undefined,
          hasConditions: false,
        }));
    },

    controllerEntry: async (controller) => (controller in models ? 'there' : 'none'),

    records: async (controller, { listView, where = {}, search = '', sort, page = 1, limit = 20 }, signal) => {
      assertActive('list the records', signal);
      const { model, records } = find(controller);
      const related = parseRelatedList(listView)?.to;
      const conditions = [where, related ? { [related.key]: related.id } : {}];
      const found = [...records.values()]
        .filter((record) => conditions.every((one) => isMatch(record, model, one)))
        .filter((record) => rowOf(model, record).cells.join('\n').toLowerCase().includes(search.toLowerCase()));
      if (sort) {
        const key = sort.columnName.slice(model.alias.length + 1);
        found.sort((one, other) => text(one, key).localeCompare(text(other, key)));
        if (sort.direction === 'DESC') found.reverse();
      }
      return {
        columns: plainFields(model).map((field) => columnOf(model, field)),
        rows: found.slice((page - 1) * limit, page * limit).map((record) => rowOf(model, record)),
        page,
        pageSize: limit,
        total: found.length,
        listViewId: `all-${controller}`,
        listViewName: 'All',
        alias: model.alias,
        primaryKey: `${model.alias}.id`,
        nameKey: `${model.alias}.${model.display}`,
      };
    },

    find: async (controller, query, signal) => {
      if (query.kind !== 'related') throw failure('refused', 'find records', 'only related records can be found');
      return service.records(controller, { where: { [query.to.key]: query.to.id }, limit: 1_000 }, signal);
    },

    relatedTo: ({ id }, { table, foreignKey }) => ({ id: id ?? '', key: `${table}.${foreignKey}`, modelClass: '' }),

    lookUp: async (controller, query, signal) => ({
      ...(await service.records(controller, query, signal)),
      view: { listView: `all-${controller}`, name: 'All', showsAll: true },
    }),

    // it has no query language
    checkQuery: () => ({ text: 'Use filters instead.', canBeSent: false }),
    queryText: () => '',
    isSorted: ({ sort }) => sort !== undefined,

    form: async (controller, operation, id, signal) => {
      assertActive('open the record', signal);
      const { model, records } = find(controller);
      const record = operation === 'add' ? {} : records.get(id ?? '');
      if (!record) throw failure('notFound', 'open the record', `${model.singular} ${id} does not exist`);
      return formOf(model, controller, operation, record, nameOf);
    },

    open: (controller, id, signal) => service.form(controller, 'edit', id, signal),

    readFile: async ({ name }) => {
      throw failure('refused', `read the file ${name}`, 'the service provides no address for it');
    },

    checkSave: () => undefined,

    sendSave: async (form, values, _, sending) => {
      await permit('save the record', sending);
      const { model, records } = find(form.controller);
      const errors = model.fields.flatMap(({ key, label, isRequired }): ServiceMessage[] => {
        const value = valueAt(values, [key]) ?? (form.id === null ? '' : undefined);
        const isMissing = isRequired === true && (value === '' || value === null);
        return isMissing ? [{ text: `${label} is required.`, field: [model.alias, key] }] : [];
      });
      if (errors[0]) throw failure('refused', 'save the record', errors[0].text, errors);
      const id = form.id ?? `added-${++added}`;
      const record: Values = records.get(id) ?? { id, deleted: '0' };
      for (const { key } of plainFields(model)) {
        const value = valueAt(values, [key]);
        if (value !== undefined) record[key] = scalarText(value) ?? null;
      }
      records.set(id, record);
      return { id, messages: [] };
    },

    sendDelete: async (controller, id, name = id, sending) => {
      await permit(`delete ${name}`, sending);
      if (!find(controller).records.delete(id)) throw failure('notFound', `delete ${name}`, 'it is gone');
      return { messages: [] };
    },

    sendBulkEdit: async (controller, ids, { values }, action, sending) => {
      const refused = new Map<string, string>();
      for (const id of ids) {
        const form = await service.open(controller, id);
        if (form.isEditable === true) await service.sendSave(form, values, action, sending);
        else refused.set(id, 'You may not edit it.');
      }
      return { refused, messages: [] };
    },

    sendBulkDelete: async (controller, ids, sending) => {
      for (const id of ids) await service.sendDelete(controller, id, id, sending);
      return { refused: new Map(), messages: [] };
    },

    signupInformation: () =>
      Promise.reject(failure('notAllowed', 'read the sign-up form', 'this service takes no sign-ups')),
    sendSignup: () => Promise.reject(failure('notAllowed', 'sign up', 'this service takes no sign-ups')),
    license: async () => ({ html: '<p>Terms</p>', messages: [], identity: {} }),
    organization: async () => ({}),
    recordsAddress: (controller) => `${connection.baseUrl}/${controller}`,
    recordAddress: (controller, id) => `${connection.baseUrl}/${controller}/${id}`,
    close: async () => undefined,
  };
  return service;
}

function formOf(
  model: Model,
  controller: ControllerName,
  operation: RecordForm['operation'],
  record: Values,
  nameOf: (controller: string, id: Values[string] | undefined) => string,
): RecordForm {
  const isEditable = record['_edit'] !== '0';
  const fields = plainFields(model).map((field) => fieldOf(model, field, isEditable && operation !== 'view'));
  const values: JsonObject = { id: text(record, 'id') };
  for (const { key, references } of plainFields(model)) {
    values[key] = text(record, key) || null;
    if (references !== undefined) values[keysBeside(key).label] = nameOf(references, record[key]) || null;
  }
  return {
    controller,
    operation,
    alias: model.alias,
    root: model.alias,
    id: operation === 'add' ? null : text(record, 'id'),
    name: text(record, model.display),
    singular: model.singular,
    primaryKey: 'id',
    displayField: model.display,
    values,
    data: { [model.alias]: values },
    isDeleted: record['deleted'] === '1',
    isEditable,
    isDeletable: record['_delete'] !== '0',
    allowComments: undefined,
    messages: [],
    errors: [],
    identity: {},
    splitLayout: false,
    elements: fields.map((field) => ({ type: 'field', field })),
    fields,
    subTables: [],
    otherFields: [],
    submitActions: [
      { path: ['action', 'save'], label: 'Save', isWebCompatible: true, permission: { editable: true, from: 'form' } },
    ],
    associations: (model.associations ?? []).map(({ name, controller: other, foreignKey }) => ({
      name,
      kind: 'hasMany',
      controller: controllerNamed(other),
      foreignKey,
      table: models[other]?.alias ?? '',
      raw: null,
    })),
  };
}

function fieldOf(
  { alias }: Model,
  { key, label, options, references, template, permission, isRequired = false }: ModelField,
  isEditable: boolean,
): RecordField {
  const path: FieldPath = [alias, key];
  return {
    path,
    key: pathKey(path),
    at: [key],
    label,
    kind: references !== undefined ? 'reference' : options ? 'choice' : template === 'date' ? 'date' : 'text',
    options: Object.entries(options ?? {}).map(([value, shown]) => ({ value, text: shown })),
    permission: { editable: isEditable && permission === undefined, from: 'form' },
    required: isRequired,
    rules: [],
    unreadRules: [],
    isSystem: false,
    ...(references !== undefined && { reference: { controller: controllerNamed(references) } }),
  };
}

function columnOf(
  { alias, display }: Model,
  { key, label, references, template, searchable = true }: ModelField,
): Column {
  return {
    key: references === undefined ? `${alias}.${key}` : keysBeside(key).label,
    columnName: `${alias}.${key}`,
    name: key,
    label,
    kind: template === 'date' ? 'date' : 'text',
    isData: true,
    isVisible: true,
    isSortable: true,
    isSearchable: searchable,
    isLink: key === display,
    total: undefined,
    isDeclared: true,
  };
}

function plainFields({ fields }: Model): readonly ModelField[] {
  return fields.filter(({ rows }) => !rows);
}

function controllerNamed(name: string): ControllerName {
  const [module = '', controller = ''] = name.split('/');
  return controllerName(module, controller);
}

function text(record: Values, key: string): string {
  const value = record[key];
  return typeof value === 'string' ? value : '';
}

function isMatch(record: Values, { alias }: Model, where: Conditions): boolean {
  return Object.entries(where).every(([key, value]) => text(record, key.replace(`${alias}.`, '')) === String(value));
}

function assertActive(doing: string, signal?: AbortSignal): void {
  if (signal?.aborted) throw failure('canceled', doing, 'it was canceled');
}

function failure(code: ServiceErrorCode, doing: string, why: string, reasons: ServiceMessage[] = []): ServiceError {
  return new ServiceError(code, { doing, why, effect: code === 'refused' ? 'refused' : 'notSent', reasons });
}
