import { t } from '@vscode/l10n';
import type { ServiceChoices } from '../../model/connection/connection.ts';
import { type ControllerName, shortName } from '../../model/controller.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import { findQuery, type FindQuery } from './findQuery.ts';
import type { Association, FormOperation, RecordForm } from '../../model/form/recordForm.ts';
import { readRecordForm } from './form/readForm.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { RecordQuery, RelatedTo, ViewQuery } from '../../model/list/recordQuery.ts';
import type { EncodedPage } from '../recordService.ts';
import { pageOfRelated } from '../../model/list/relatedPage.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import { flatRows } from './list/flatRows.ts';
import { deletedColumn, nameColumn, readPage, readRows, assertShowable } from './list/readPage.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { readColumns } from './list/readColumns.ts';
import type { RequestStage } from './http/failures.ts';
import { firstOf, asObject, nonBlank } from './tolerant.ts';

/** Part 3 of the interface: a record, or the beginning of a new one, with the form that shows it. */
export async function openForm(
  link: ServiceLink,
  controller: ControllerName,
  operation: FormOperation,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<RecordForm> {
  const doing =
    operation === 'add'
      ? t('begin a new record of {0}', controller)
      : t('open record {0} of {1}', id ?? '', controller);
  const path = operation === 'view' ? 'view' : (`${operation} form` as const);
  try {
    const { answer } = await link.requestRead(controller, path, { doing, query: withoutEmpty([['id', id]]), signal });
    // what the form itself says is newer than what its row said
    const denied = link.deniedRights.of(controller, id);
    const context = {
      controller,
      operation,
      id,
      isEditDenied: denied.edit,
      choices: link.choices,
      notations: link.notations,
    };
    const read = readRecordForm(answer, context, link.forms);
    const messages = read.messages.map((message) => link.strike(message));
    const isDeletable = read.isDeletable ?? (denied.delete ? false : undefined);
    const isOwnAnswer = operation === 'edit' && (read.isEditable === true || !denied.edit);
    const said = { canEdit: isOwnAnswer ? read.isEditable : undefined, canDelete: read.isDeletable };
    if (id !== undefined && Object.values(said).some((flag) => flag !== undefined))
      link.deniedRights.remember(controller, [{ id, ...said }]);
    return { ...read, messages, errors: link.strikeMessages(read.errors), isDeletable };
  } catch (error) {
    throw id === undefined ? error : orGone(error, doing);
  }
}

/** Which status a record has that is not there is not shown: it may be a good answer whose errors say so. */
function orGone(error: unknown, doing: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'refused') return error;
  const { why, reasons, status } = error;
  if (!reasons.some(({ text }) => soundsGone.test(text))) return error;
  return new ServiceError('notFound', {
    doing,
    why,
    reasons,
    cause: error,
    ...(status === undefined ? {} : { status }),
  });
}

const soundsGone =
  /\b(no such|not found|(could|can)(not| not|n[’']t) (be found|find)|(does|do)(n[’']t| not) exist|(is|was|has been) (already )?(deleted|removed)|no longer (exists|available|there)|not there any ?more|unknown (record|id)|(invalid|bad) (record|id)\b)/i;

/** With the right to edit it where the user has that, else to look at. */
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
    // a record that cannot be viewed either is best explained by what the service said to that
    return openForm(link, controller, 'view', id, signal);
  }
}

/** Part 1 of the interface: one page of a controller's records. */
export async function listRecords(
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
  const page = readPage(answer, { ...query, controller }, { doing, stage: 'read' });
  if (!query.listView && page.listViewId !== undefined) link.servedViews.set(controller, page.listViewId);
  link.deniedRights.remember(controller, page.rows);
  link.notations.learnRows(controller, page);
  return withWords(page, messages);
}

/** The same, as it came: `pageInAnswer` understands it, in another thread if need be. */
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
 * Without a list view the service shows the one that the user opened last. A table that was opened without one stays with
 * the one that it showed first, and so do its exports and bulk runs.
 */
function ofServedView(link: ServiceLink, controller: ControllerName, query: RecordQuery): RecordQuery {
  const listView = query.listView || link.servedViews.get(controller);
  return listView === undefined ? query : { ...query, listView };
}

/** Only what was asked for: a parameter that is left out leaves the choice to the service. */
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

/** Part 3 of the interface, where it answers with several records: related ones, a category's, a look-up's. */
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
  // what such an answer looks like is not shown: take the list's envelope as well as the view's
  const isList = isObject(answer['paginate']);
  const attempt = { doing, stage: 'read' } as const;
  const page = isList ? readPage(answer, { controller }, attempt) : readViewedRecords(answer, controller, attempt);
  link.deniedRights.remember(controller, page.rows);
  return withWords(page, [...messages, ...missingRows(page)]);
}

/** The interface shows no pages here, so the others cannot be asked for. */
function missingRows({ rows, total = 0 }: RecordPage): ServiceMessage[] {
  if (total <= rows.length) return [];
  return [
    {
      text: t('The service has {0} records here and sent {1} of them.', formatNumber(total), formatNumber(rows.length)),
    },
  ];
}

function withWords(page: RecordPage, messages: readonly ServiceMessage[]): RecordPage {
  return messages.length === 0 ? page : { ...page, messages: messages.map(({ text }) => text) };
}

/**
 * An association asks with its own table and key, so that two to one controller find their own records. Where it names no
 * key, the interface leaves open whose it is, and the connection says.
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
  const told = nonBlank(answer['alias']);
  const alias = told === undefined || Object.hasOwn(asObject(answer['data']), own) ? own : told;
  const headers = firstOf(answer, 'header', 'headers');
  const rows = flatRows(recordsIn(answer, [own, told, nonBlank(answer['model'])]), headers, alias);
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

/** `data` may be the records, hold them under the controller's alias, or hold one record there. */
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
