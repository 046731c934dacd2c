import type { JsonObject } from '../../model/json.ts';
import { mayAdd } from '../access/rights.ts';
import {
  type DemoController,
  pathOf,
  controllerNamed,
  controllerOfModelClass,
  controllerAt,
} from '../catalog/controllers.ts';
import { listViewWithId, listViewsOf } from '../catalog/listViews.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';
import { subRowsJson } from '../database/subRows.ts';
import { problem } from '../problems.ts';
import type { FormMode } from '../forms/formMetadata.ts';
import type { AuthenticatedRequest, Service } from '../http/operation.ts';
import { DisplayNames, displayNameOf } from '../query/rows.ts';
import { listViewFields } from './answerListViews.ts';
import { newRow } from './writeRow.ts';
import { recordJson, viewJson, hasManyOf } from './viewJson.ts';
import type { DemoColumn } from '../catalog/column.ts';
import { uuidOf } from '../catalog/uuid.ts';
import { pageOfRows, searchConditions } from '../query/pages.ts';
import {
  parseFindQuery,
  type DemoFindQuery,
  filterCondition,
  whereConditions,
  type Condition,
} from '../query/recordSelection.ts';
import { trimBoth } from '../../model/trim.ts';

/** One record for viewing or, if requested, a list of related records. */
export function answerView(service: Service, exchange: AuthenticatedRequest): JsonObject {
  return recordLists(service, exchange) ?? oneRecord(service, exchange, 'view');
}

/** The same with edit permissions. A record that isn't editable has `is_editable` 0. */
export function answerEdit(service: Service, exchange: AuthenticatedRequest): JsonObject {
  return recordLists(service, exchange) ?? oneRecord(service, exchange, 'edit');
}

/** A new record with its default values. */
export function answerAdd(service: Service, { controller, user }: AuthenticatedRequest): JsonObject {
  const names = new DisplayNames(service.store);
  const data = {
    ...recordJson(controller, newRow(controller, user), names),
    ...subRowsJson(service.store, controller, undefined),
  };
  const mode = mayAdd(user, controller) ? 'add' : 'view';
  return viewJson({ mode, user, controller, row: undefined }, { data, id: '', name: '' });
}

function oneRecord(service: Service, { controller, user, query }: AuthenticatedRequest, mode: FormMode): JsonObject {
  const id = query.get('id');
  if (id === null || id === '') throw problem(400, 'missing_id', 'The parameter id is missing.');
  const row = rowWithId(service.store, controller, id);
  return recordResponse(service, { controller, user }, row, mode);
}

export function recordResponse(
  service: Service,
  who: Pick<AuthenticatedRequest, 'controller' | 'user'>,
  row: Row,
  mode: FormMode,
  message: string[] = [],
): JsonObject {
  const data = {
    ...recordJson(who.controller, row, new DisplayNames(service.store)),
    ...subRowsJson(service.store, who.controller, Number(row['id'])),
  };
  return viewJson(
    { mode, row, ...who },
    { data, id: String(row['id']), name: displayNameOf(who.controller, row), message },
  );
}

export function rowWithId(store: Store, controller: DemoController, id: string): Row {
  const row = controller.name === 'listviews' ? listViewRow(id) : storedRow(store, controller, id);
  if (!row) throw problem(404, 'unknown_record', `There is no ${controller.singular} ${id}.`);
  return row;
}

function storedRow(store: Store, controller: DemoController, id: string): Row | undefined {
  return /^[1-9]\d{0,14}$/.test(id)
    ? store.get(`SELECT * FROM ${quoted(controller.name)} WHERE id = ?`, Number(id))
    : undefined;
}

function listViewRow(id: string): Row | undefined {
  const listView = listViewWithId(id);
  if (!listView) return undefined;
  const own = Object.entries(listViewFields(listView)).filter(([path]) => path.startsWith('listviews.'));
  return Object.fromEntries(own.map(([path, value]) => [path.slice('listviews.'.length), value]));
}

/** View requests that return several records; undefined if one record is requested by id. */
function recordLists(service: Service, exchange: AuthenticatedRequest): JsonObject | undefined {
  const { controller, query } = exchange;
  const find = parseFindQuery(query.get('q'));
  const entry = controllerEntry(exchange, find);
  if (entry) return entry;
  const relation = relationOf(controller, query, find);
  if (relation) {
    const condition: Condition = { sql: `${quoted(relation.column.name)} = ?`, values: [relation.parentId] };
    return answerList(service, exchange, relation.child, [condition], '');
  }
  const category = query.get('current_category');
  if (category) return recordsOfCategory(service, exchange, category);
  const criteria = query.get('search_criteria');
  if (criteria !== null) return answerList(service, exchange, controller, [], criteria);
  if (query.has('id') || !find) return undefined;
  return answerList(service, exchange, controller, whereConditions(controller, find.where), '');
}

/** `where` with `url` and `type` looks up a controller entry. */
function controllerEntry(
  { controller, user }: AuthenticatedRequest,
  find: DemoFindQuery | undefined,
): JsonObject | undefined {
  const url = find?.where.find(({ path }) => path === 'url')?.value;
  if (!find?.where.some(({ path }) => path === 'type') || url === undefined) return undefined;
  const wanted = trimBoth(String(url), /\//);
  const found = controllerAt(wanted.split('/').slice(0, 2).join('/'));
  if (!found) throw problem(404, 'unknown_controller', `There is no controller ${wanted}.`);
  const id = uuidOf(`controller ${pathOf(found)}`);
  const type = find.where.find(({ path }) => path === 'type')?.value ?? null;
  const subject = { mode: 'view', user, controller, row: undefined } as const;
  const data = { controllers: { id, url: pathOf(found), type, name: found.model } };
  return { ...viewJson(subject, { data: [], id, name: found.model }), data };
}

interface Relation {
  readonly child: DemoController;
  readonly column: DemoColumn;
  readonly parentId: number;
}

/**
 * If `where` names the child's reference field, that field decides. Otherwise, the parent is the controller whose table
 * `where` names, or the path's controller without a condition, and the child is the other one of the path and
 * `related_model_class`.
 */
function relationOf(
  controller: DemoController,
  query: URLSearchParams,
  find: DemoFindQuery | undefined,
): Relation | undefined {
  const relatedTo = query.get('related_to');
  const className = find?.rest['related_model_class'];
  if (relatedTo === null && className === undefined) return undefined;
  const related = typeof className === 'string' ? controllerOfModelClass(className) : undefined;
  if (className !== undefined && !related)
    throw problem(400, 'unknown_model_class', `There is no model class ${JSON.stringify(className)}.`);
  const condition = find?.where[0];
  const id = condition?.value ?? relatedTo ?? '';
  const own = condition && fieldNamed(condition.path);
  if (own) return { ...own, parentId: parentIdIn(id, own.child) };
  const parent = condition ? controllerNamed(condition.path.split('.')[0] ?? '') : controller;
  if (!parent) throw problem(400, 'malformed_q', `There is no table for "${condition?.path}".`);
  const child = related && related !== parent ? related : controller;
  const link = hasManyOf(parent).find((one) => one.child === child);
  if (!link) throw problem(400, 'not_related', `${child.name} are not related to ${parent.name}.`);
  return { child, column: link.column, parentId: parentIdIn(id, parent) };
}

/** `leads.account_id`: a field that points to another record. */
function fieldNamed(path: string): Pick<Relation, 'child' | 'column'> | undefined {
  const [table = '', name] = path.split('.');
  const child = controllerNamed(table);
  const column = child?.columns.find((one) => one.name === name && one.references !== undefined);
  return child && column && { child, column };
}

function parentIdIn(id: string, { singular }: DemoController): number {
  if (!/^\d{1,15}$/.test(id)) throw problem(404, 'unknown_record', `There is no ${singular} ${id}.`);
  return Number(id);
}

function recordsOfCategory(service: Service, exchange: AuthenticatedRequest, category: string): JsonObject {
  const { controller, user } = exchange;
  const view = listViewsOf(controller).find(
    (one) => !one.showsDeleted && (one.category.id === category || one.category.name === category),
  );
  if (!view) throw problem(404, 'unknown_category', `${pathOf(controller)} has no category ${category}.`);
  return answerList(
    service,
    exchange,
    controller,
    view.filters.map((filter) => filterCondition(filter, user)),
    '',
  );
}

/** Returns at most a thousand records. */
function answerList(
  service: Service,
  { user }: AuthenticatedRequest,
  controller: DemoController,
  conditions: Condition[],
  search: string,
): JsonObject {
  if (controller.name === 'listviews') throw problem(400, 'not_related', 'List views are listed by index.');
  const { store } = service;
  const found = [...conditions, ...searchConditions(store, controller, search)];
  const rows = pageOfRows(
    store,
    { controller, deleted: 0, conditions: found },
    controller.columns.map((column) => column.name),
    [{ column: 'id', descending: false }],
    0,
    1000,
  );
  const names = new DisplayNames(store);
  return viewJson(
    { mode: 'view', user, controller, row: undefined },
    { data: rows.map((row) => recordJson(controller, row, names)), id: '', name: controller.model },
  );
}
