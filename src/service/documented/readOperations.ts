import type { ServiceChoices } from '../../model/connection/connection.ts';
import { type ControllerName, shortName, parseControllerName, controllerName } from '../../model/controller.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { Attachment } from '../../model/form/attachment.ts';
import type { Association, FormOperation, RecordForm } from '../../model/form/recordForm.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { accessKinds, chartKind, type ListView } from '../../model/list/listView.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { RecordQuery, RelatedTo, ViewQuery } from '../../model/list/recordQuery.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import { pageOfRelated } from './list/relatedPage.ts';
import type { EncodedPage } from '../recordService.ts';
import { findQuery, type FindQuery } from './findQuery.ts';
import { readRecordForm } from './form/readForm.ts';
import { type RequestStage, unreadable } from './http/failures.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { parseServiceJson } from './http/understandAnswer.ts';
import { flatRows } from './list/flatRows.ts';
import { readColumns } from './list/readColumns.ts';
import { deletedColumn, nameColumn, readPage, readRows, assertShowable } from './list/readPage.ts';
import { firstOf, asObject, nonBlank, asCount, asBoolean } from './tolerant.ts';
import { t } from '@vscode/l10n';

/** Opens a record, or the defaults of a new one, with its form (part 3 of the interface). */
export async function openForm(
  link: ServiceLink,
  controller: ControllerName,
  operation: FormOperation,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<RecordForm> {
  const doing =
    operation === 'add'
      ? t('create a new record in {0}', controller)
      : t('open record {0} of {1}', id ?? '', controller);
  const path = operation === 'view' ? 'view' : (`${operation} form` as const);
  try {
    const { answer } = await link.requestRead(controller, path, { doing, query: withoutEmpty([['id', id]]), signal });
    // the form is more recent than the row
    const denied = link.deniedRights.get(controller, id);
    const context = {
      controller,
      operation,
      id,
      isEditDenied: denied.edit,
      choices: link.choices,
      notations: link.notations,
      baseUrl: link.baseUrl,
    };
    const read = readRecordForm(answer, context, link.forms);
    const messages = read.messages.map((message) => link.redact(message));
    const isDeletable = read.isDeletable ?? (denied.delete ? false : undefined);
    const isOwnAnswer = operation === 'edit' && (read.isEditable === true || !denied.edit);
    const said = { canEdit: isOwnAnswer ? read.isEditable : undefined, canDelete: read.isDeletable };
    if (id !== undefined && Object.values(said).some((flag) => flag !== undefined))
      link.deniedRights.remember(controller, [{ id, ...said }]);
    return { ...read, messages, errors: link.redactMessages(read.errors), isDeletable };
  } catch (error) {
    throw id === undefined ? error : asNotFound(error, doing);
  }
}

/** Reads a stored file. Only an address below the base URL is requested. */
export async function readFile(
  link: ServiceLink,
  { name, location }: Attachment,
  signal?: AbortSignal,
): Promise<Buffer> {
  const doing = t('read the file {0}', name);
  if (location.kind !== 'service')
    throw new ServiceError('refused', { doing, why: t('the service provides no address for it') });
  return (await link.fetchFile(new URL(location.url), { doing, signal })).body;
}

/** The interface doesn't document the status for a missing record: it may be a success whose errors say so. */
function asNotFound(error: unknown, doing: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'refused') return error;
  const { why, reasons, status } = error;
  if (!reasons.some(({ text }) => looksDeleted.test(text))) return error;
  return new ServiceError('notFound', {
    doing,
    why,
    reasons,
    cause: error,
    ...(status === undefined ? {} : { status }),
  });
}

const looksDeleted =
  /\b(no such|not found|(could|can)(not| not|n[’']t) (be found|find)|(does|do)(n[’']t| not) exist|(is|was|has been) (already )?(deleted|removed)|no longer (exists|available|there)|not there any ?more|unknown (record|id)|(invalid|bad) (record|id)\b)/i;

/** Opens a record for editing if permitted, otherwise for viewing. */
export async function openRecord(
  link: ServiceLink,
  controller: ControllerName,
  id: string,
  signal?: AbortSignal,
): Promise<RecordForm> {
  try {
    return await openForm(link, controller, 'edit', id, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || !['refused', 'notAllowed', 'notFound'].includes(error.code)) throw error;
    // if the record can't be viewed either, the error of that request explains it best
    return openForm(link, controller, 'view', id, signal);
  }
}

/** Reads one page of a controller's records (part 1 of the interface). */
async function listRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: RecordQuery,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const related = parseRelatedList(query.listView);
  if (related) {
    const found = await link.relatedAnswers.get(`${controller} ${query.listView}`, (query.page ?? 1) === 1, () =>
      findRecords(link, controller, { kind: 'related', to: related.to }, signal),
    );
    return pageOfRelated(found, query, [findQuery(query)?.where ?? []].flat());
  }
  const doing = t('list the records of {0}', controller);
  const { answer, messages } = await link.requestRead(controller, 'index', {
    doing,
    query: indexParameters(ofServedView(link, controller, query)),
    signal,
  });
  const columns = link.columns.forPage(controller, query.page ?? 1);
  const page = readPage(answer, { ...query, controller }, { doing, stage: 'read' }, columns);
  if (!query.listView && page.listViewId !== undefined) link.servedViews.set(controller, page.listViewId);
  noteRows(link, controller, page);
  return withWords(page, messages);
}

/** Learns from rows which actions are denied, and how dates and choices are written. */
export function noteRows(
  link: ServiceLink,
  controller: ControllerName,
  page: Pick<RecordPage, 'columns' | 'rows' | 'alias'>,
): void {
  link.deniedRights.remember(controller, page.rows);
  link.notations.learnRows(controller, page);
}

/** The same page undecoded: `pageInAnswer` decodes it, in another thread if needed. */
export async function fetchRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: RecordQuery,
  signal?: AbortSignal,
): Promise<EncodedPage> {
  const doing = t('list the records of {0}', controller);
  const { status, header, pieces } = await link.fetch(controller, 'index', {
    doing,
    query: indexParameters(ofServedView(link, controller, query)),
    signal,
  });
  return { status, contentType: header('content-type'), pieces };
}

/**
 * Without a list view, the service uses the one that the user opened last. A table opened without one keeps the list
 * view it showed first, and so do its exports and bulk runs.
 */
function ofServedView(link: ServiceLink, controller: ControllerName, query: RecordQuery): RecordQuery {
  const listView = query.listView || link.servedViews.get(controller);
  return listView === undefined ? query : { ...query, listView };
}

/** Includes only what was requested: the service chooses the rest. */
export function indexParameters(query: RecordQuery, find = findQuery(query)): [string, string][] {
  return withoutEmpty([
    ['current_listview', query.listView],
    ['page', query.page?.toString()],
    ['limit', query.limit?.toString()],
    ['sort', query.sort?.columnName],
    ['dir', query.sort?.direction],
    ['search_basic', query.search],
    ['q', find && JSON.stringify(find)],
  ]);
}

function withoutEmpty(parameters: readonly (readonly [string, string | undefined])[]): [string, string][] {
  return parameters.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as [string, string]],
  );
}

/** Reads several records through part 3 of the interface: related records, those of a category, or a look-up's. */
export async function findRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: ViewQuery,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const doing = t('find records of {0}', controller);
  const { answer, messages } = await link.requestRead(controller, 'view', {
    doing,
    query: viewParameters(query),
    signal,
  });
  // the interface doesn't document this response: accept the envelope of a list or of a view
  const isList = isObject(answer['paginate']);
  const attempt = { doing, stage: 'read' } as const;
  const read = isList ? readPage(answer, { controller }, attempt) : readViewedRecords(answer, controller, attempt);
  const { access: _, ...page } = read;
  link.deniedRights.remember(controller, page.rows);
  return withWords(page, [...messages, ...missingRows(page)]);
}

/** The interface documents no paging here, so the other rows can't be requested. */
function missingRows({ rows, total = 0 }: RecordPage): ServiceMessage[] {
  if (total <= rows.length) return [];
  return [
    {
      text: t('The service reports {0} records but sent only {1}.', formatNumber(total), formatNumber(rows.length)),
    },
  ];
}

function withWords(page: RecordPage, messages: readonly ServiceMessage[]): RecordPage {
  return messages.length === 0 ? page : { ...page, messages: messages.map(({ text }) => text) };
}

/**
 * An association queries by its own table and key, so that two associations to one controller find their own records.
 * If it names no key, the interface leaves open whose key applies, and the connection's settings decide.
 */
export function relatedTo(
  form: Pick<RecordForm, 'id' | 'alias' | 'primaryKey' | 'modelClass'>,
  { foreignKey, table, modelClass }: Pick<Association, 'foreignKey' | 'table' | 'modelClass'>,
  controller: ControllerName,
  { relatedKey, relatedClass }: Pick<ServiceChoices, 'relatedKey' | 'relatedClass'>,
): RelatedTo {
  const primaryKey = form.primaryKey?.split('.').at(-1) ?? 'id';
  const own = form.primaryKey?.includes('.') === true ? form.primaryKey : `${form.alias}.${primaryKey}`;
  const usual = relatedKey === 'record' ? own : `${shortName(controller)}.id`;
  const named = foreignKey?.includes('.') === true ? foreignKey : `${table ?? shortName(controller)}.${foreignKey}`;
  const asked = relatedClass === 'record' ? form.modelClass : modelClass;
  return { id: form.id ?? '', key: foreignKey === undefined ? usual : named, modelClass: asked ?? '' };
}

export function viewParameters(query: ViewQuery): [string, string][] {
  switch (query.kind) {
    case 'related':
      return withoutEmpty([
        ['related_to', query.to.id],
        ['q', JSON.stringify(relatedQuery(query.to.key, query.to.id, query.to.modelClass))],
      ]);
    case 'category':
      return withoutEmpty([['current_category', query.category]]);
    case 'criteria':
      return withoutEmpty([['search_criteria', query.criteria]]);
    case 'entry':
      return withoutEmpty([
        [
          'q',
          JSON.stringify({
            method: 'find',
            fields: ['*'],
            where: { url: query.url, type: query.type },
          } satisfies FindQuery),
        ],
      ]);
  }
}

function relatedQuery(key: string, id: string, modelClass: string): FindQuery {
  return { where: { [key]: id }, pheader: '0', related_model_class: modelClass, show_has_many_records: 'all' };
}

function readViewedRecords(answer: JsonObject, controller: ControllerName, attempt: RequestStage): RecordPage {
  const own = shortName(controller);
  const given = nonBlank(answer['alias']);
  const alias = given === undefined || Object.hasOwn(asObject(answer['data']), own) ? own : given;
  const headers = firstOf(answer, 'header', 'headers');
  const rows = flatRows(recordsIn(answer, [own, given, nonBlank(answer['model'])]), headers, alias);
  const columns = readColumns(headers, rows, alias);
  assertShowable(attempt, rows.length, columns.length);
  const primaryKey = nonBlank(answer['primary_key']);
  const displayField = nonBlank(answer['display_field']);
  return {
    columns,
    ...nameColumn(columns, alias, displayField),
    ...deletedColumn(columns, alias),
    rows: readRows(rows, columns, { alias, primaryKey, displayField }),
    page: 1,
    pageSize: rows.length,
    total: rows.length,
    listViewId: undefined,
    listViewName: undefined,
    alias,
    primaryKey,
  };
}

/** `data` may be the records, or contain them or a single record under the controller's alias. */
function recordsIn(answer: JsonObject, names: readonly (string | undefined)[]): JsonObject[] {
  const data = answer['data'];
  if (Array.isArray(data)) return data.filter(isObject);
  const holder = asObject(data);
  const named = names.find((name) => name !== undefined && Object.hasOwn(holder, name));
  const held =
    named === undefined
      ? Object.values(holder).find((value) => typeof value === 'object' && value !== null)
      : holder[named];
  if (Array.isArray(held)) return held.filter(isObject);
  if (!isObject(held)) return [];
  const entries = Object.values(held);
  const isMapOfRecords = entries.length > 0 && entries.every(isObject);
  return isMapOfRecords ? entries : Object.keys(held).length > 0 ? [held] : [];
}

const listviews: ControllerName = controllerName('core', 'listviews');

/** A large page; a service that caps page sizes sends more pages. */
const limit = 500;
/** 100,000 list views: more than any service has, so this stops a service that never ends. */
const maxPages = 200;
const maxListViews = limit * maxPages;

/** Reads all list views, or those of one controller, in the service's order (part 2 of the interface). */
export async function listListViews(
  link: ServiceLink,
  controller?: ControllerName,
  signal?: AbortSignal,
  isSilent = false,
): Promise<ListView[]> {
  const doing = controller ? t('list the list views of {0}', controller) : t('list the list views');
  const found = new Map<string, ListView>();
  const seen = new Set<string>();
  let rowsSoFar = 0;
  for (let page = 1; page <= maxPages; page++) {
    const query = indexParameters({ page, limit }, listViewQuery(controller));
    const { answer } = await link.requestRead(listviews, 'index', { doing, query, signal, isSilent });
    const paginate = answer['paginate'];
    if (!isObject(paginate)) throw unreadable({ doing, stage: 'read' }, t('the list is missing'));
    const rows = flatRows(paginate['data'], firstOf(paginate, 'headers', 'header'), 'listviews');
    const before = seen.size;
    if (before + rows.length > maxListViews)
      throw unreadable(
        { doing, stage: 'read' },
        t('there are more than {0} list views', formatNumber(maxListViews)),
        t('Contact the service administrator.'),
      );
    for (const row of rows) {
      // including other controllers' list views: a service that ignores the filter may send whole pages of them
      seen.add(nonBlank(column(row, 'id')) ?? '');
      const view = readListView(row, controller, link.choices);
      if (view && !found.has(view.id)) found.set(view.id, view);
    }
    rowsSoFar += rows.length;
    const total = asCount(paginate['total_count']);
    // without a total, only a page that adds nothing new marks the end
    if (seen.size === before || (total !== undefined && rowsSoFar >= total)) break;
  }
  return [...found.values()];
}

/** Part 1 of the interface, for a list view that may no longer exist: a service may return another one instead. */
export async function listRecordsOfListView(
  link: ServiceLink,
  controller: ControllerName,
  query: RecordQuery,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const isListView = query.listView !== '' && !parseRelatedList(query.listView);
  const listView = isListView ? query.listView : undefined;
  const page = await listRecords(link, controller, query, signal).catch((error: unknown) => {
    const isNotFound = error instanceof ServiceError && error.code === 'notFound';
    // the list view used before may have been deleted
    if (listView === undefined && isNotFound && link.servedViews.delete(controller))
      return listRecords(link, controller, query, signal);
    const isGone = listView !== undefined && isNotFound;
    throw isGone && error.remedy === undefined ? listViewGone(controller, error.why, error) : error;
  });
  const { listViewId, listViewName } = page;
  const key = `${controller} ${listView}`;
  if (listView === undefined || listViewId === undefined || listView === listViewId) return page;
  if (link.aliasedListViews.has(key)) return page;
  const all = await listListViews(link, controller, signal).catch(() => undefined);
  const has = (id: string): boolean => all?.some((one) => one.id === id) === true;
  if (has(listViewId) && !has(listView))
    throw listViewGone(controller, t('the service returned “{0}” instead', listViewName ?? listViewId));
  // as far as can be determined, the service only uses another id for it
  if (all) link.aliasedListViews.add(key);
  return page;
}

function listViewGone(controller: ControllerName, why: string, cause?: unknown): ServiceError {
  return new ServiceError('notFound', {
    doing: t('show this list view of {0}', controller),
    why,
    remedy: t('It may no longer exist. Refresh the tree and choose another.'),
    cause,
  });
}

/** List views of one controller are fetched with all fields, because only those show which ones are charts. */
function listViewQuery(controller: ControllerName | undefined): FindQuery {
  const order = ['category.sequence ASC', 'listviews.sequence ASC', 'listviews.name ASC'];
  if (controller) return { method: 'find', fields: ['*'], where: [{ 'listviews.controller': controller }], order };
  const fields = [
    'listviews.id',
    'listviews.name',
    'listviews.controller',
    'category.name as category_name',
    'listviews.is_default',
  ];
  return { method: 'find', fields, order };
}

function readListView(
  row: JsonObject,
  asked: ControllerName | undefined,
  { lookUpViews }: Pick<ServiceChoices, 'lookUpViews'>,
): ListView | undefined {
  const id = nonBlank(column(row, 'id'));
  const controller = parseControllerName(nonBlank(column(row, 'controller')) ?? '') ?? asked;
  if (id === undefined || controller === undefined) return undefined;
  // a service that ignores the filter must not add another controller's list views here
  if (asked && controller !== asked) return undefined;
  const query = readQuery(column(row, 'query'));
  const name = nonBlank(column(row, 'name')) ?? id;
  const chosen = lookUpViews?.[controller];
  return {
    id,
    name,
    controller,
    category:
      nonBlank(row['category_name']) ??
      nonBlank(row['category.name']) ??
      categoryName(row['category']) ??
      nonBlank(column(row, '__category_id')),
    isDefault: asBoolean(column(row, 'is_default')) ?? false,
    ...((chosen === id || chosen === name) && { isForLookUps: true }),
    ...chartOf(nonBlank(query?.['ui_helper'])),
    ...(query && { hasConditions: hasConditions(query) }),
    ...accessOf(row),
  };
}

function accessOf(row: JsonObject): Pick<ListView, 'access'> {
  const lists = Object.fromEntries(
    accessKinds.flatMap((kind) => {
      const text = nonBlank(column(row, `_acl_${kind}`));
      return text === undefined ? [] : [[kind, text]];
    }),
  );
  const [canEdit, canDelete, canComment] = ['is_edit', 'is_delete', 'is_comment'].map((name) =>
    asBoolean(column(row, name)),
  );
  const hasAccessInfo =
    Object.keys(lists).length > 0 || [canEdit, canDelete, canComment].some((can) => can !== undefined);
  return hasAccessInfo ? { access: { lists, canEdit, canDelete, canComment } } : {};
}

function chartOf(uiHelper: string | undefined): Pick<ListView, 'chart' | 'chartHelper'> {
  const chart = uiHelper === undefined ? undefined : chartKind(uiHelper);
  return chart === 'other' && uiHelper !== undefined ? { chart, chartHelper: uiHelper.trim() } : { chart };
}

/** `id` or `listviews.id`. */
function column(row: JsonObject, name: string): JsonValue | undefined {
  return row[name] ?? row[`listviews.${name}`];
}

function categoryName(value: JsonValue | undefined): string | undefined {
  return isObject(value) ? nonBlank(value['name']) : nonBlank(value);
}

function readQuery(query: JsonValue | undefined): JsonObject | undefined {
  if (isObject(query)) return query;
  if (typeof query !== 'string') return undefined;
  try {
    const parsed = parseServiceJson(query);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined; // a list view whose query cannot be read is still a list view
  }
}

const conditionKey = /^(where|having|conditions?|filters?|criteria|search_criteria)$/i;
const deepestCondition = 8;

/**
 * The interface doesn't document how list views are filtered; these are the usual keys. Excluding deleted records
 * doesn't count as a filter.
 */
function hasConditions(query: JsonValue, depth = 0): boolean {
  if (typeof query !== 'object' || query === null || depth > deepestCondition) return false;
  return Object.entries(query).some(([key, value]) =>
    conditionKey.test(key) ? saysSomething(value) : hasConditions(value, depth + 1),
  );
}

function saysSomething(condition: JsonValue, depth = 0): boolean {
  const text = nonBlank(condition);
  if (text !== undefined) return !leavesDeletedOut(text);
  if (typeof condition !== 'object' || condition === null) return false;
  if (depth > deepestCondition) return true;
  return Object.entries(condition).some(([key, value]) => !isDeletedColumn(key) && saysSomething(value, depth + 1));
}

function isDeletedColumn(name: string): boolean {
  return name === 'deleted' || name.endsWith('.deleted');
}

function leavesDeletedOut(condition: string): boolean {
  const [left = '', right = '', ...rest] = condition.split('=');
  const name = left.trim().replace(/[`"[\]]/g, '');
  return rest.length === 0 && /^[\w.]+$/.test(name) && isDeletedColumn(name) && right.replace(/['"\s]/g, '') === '0';
}
