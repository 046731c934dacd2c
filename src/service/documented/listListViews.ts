import { t } from '@vscode/l10n';
import type { ServiceChoices } from '../../model/connection/connection.ts';
import { type ControllerName, parseControllerName, controllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { accessKinds, chartKind, type ListView } from '../../model/list/listView.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import type { FindQuery } from './findQuery.ts';
import { unreadable } from './http/failures.ts';
import { indexParameters, listRecords } from './readOperations.ts';
import { parseServiceJson } from './http/parseAnswer.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { flatRows } from './list/flatRows.ts';
import { asCount, asBoolean, firstOf, nonBlank } from './tolerant.ts';

const listviews: ControllerName = controllerName('core', 'listviews');

/** Asks for many at once: a service that caps its pages simply sends more of them. */
const limit = 500;
/** 100,000 list views: no service has that many, so one that never ends is cut off. */
const mostPages = 200;
const mostListViews = limit * mostPages;

/** Part 2 of the interface: all list views, or those of one controller, in the service's own order. */
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
  for (let page = 1; page <= mostPages; page++) {
    const query = indexParameters({ page, limit }, listViewQuery(controller));
    const { answer } = await link.requestRead(listviews, 'index', { doing, query, signal, isSilent });
    const paginate = answer['paginate'];
    if (!isObject(paginate)) throw unreadable({ doing, stage: 'read' }, t('a list was expected and is not there'));
    const rows = flatRows(paginate['data'], firstOf(paginate, 'headers', 'header'), 'listviews');
    const before = seen.size;
    if (before + rows.length > mostListViews)
      throw unreadable(
        { doing, stage: 'read' },
        t('there are more than {0} list views', formatNumber(mostListViews)),
        t('Tell whoever runs the service.'),
      );
    for (const row of rows) {
      // also those of other controllers, of which a service that does not filter may send whole pages
      seen.add(nonBlank(column(row, 'id')) ?? '');
      const view = readListView(row, controller, link.choices);
      if (view && !found.has(view.id)) found.set(view.id, view);
    }
    rowsSoFar += rows.length;
    const total = asCount(paginate['total_count']);
    // without a total only an empty page, or one that brings nothing new, tells that this was all
    if (seen.size === before || (total !== undefined && rowsSoFar >= total)) break;
  }
  return [...found.values()];
}

/** Part 1 of the interface, of a list view that may be gone: a service may answer with another one in its place. */
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
    // the one that it showed before may be gone
    if (listView === undefined && isNotFound && link.servedViews.delete(controller))
      return listRecords(link, controller, query, signal);
    const isGone = listView !== undefined && isNotFound;
    throw isGone && error.remedy === undefined ? listViewGone(controller, error.why, error) : error;
  });
  const { listViewId, listViewName } = page;
  const key = `${controller} ${listView}`;
  if (listView === undefined || listViewId === undefined || listView === listViewId) return page;
  if (link.listViewsOfOtherNames.has(key)) return page;
  const all = await listListViews(link, controller, signal).catch(() => undefined);
  const has = (id: string): boolean => all?.some((one) => one.id === id) === true;
  if (has(listViewId) && !has(listView))
    throw listViewGone(controller, t('the service shows “{0}” in its place', listViewName ?? listViewId));
  // it only calls it otherwise, as far as anyone can tell
  if (all) link.listViewsOfOtherNames.add(key);
  return page;
}

function listViewGone(controller: ControllerName, why: string, cause?: unknown): ServiceError {
  return new ServiceError('notFound', {
    doing: t('show this list view of {0}', controller),
    why,
    remedy: t('It may be gone: refresh the tree and choose another.'),
    cause,
  });
}

/** The list views of one controller are fetched in full, since only then is it known which of them are charts. */
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
  // a service that does not filter must not put another controller's list views under this one
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
  const isTold = Object.keys(lists).length > 0 || [canEdit, canDelete, canComment].some((can) => can !== undefined);
  return isTold ? { access: { lists, canEdit, canDelete, canComment } } : {};
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

/** How a list view is filtered is not shown; these are the usual places. Leaving deleted records out is no filter. */
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
