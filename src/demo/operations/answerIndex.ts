import type { JsonObject } from '../../model/json.ts';
import { type DemoController, pathOf } from '../catalog/controllers.ts';
import type { DemoListView, ListViewColumn, Chart, ComputedColumn } from '../catalog/defineListViews.ts';
import { listViewWithId, listViewsOf } from '../catalog/listViews.ts';
import type { Store, Row } from '../database/store.ts';
import { problem } from '../problems.ts';
import type { AuthenticatedRequest, Service } from '../http/operation.ts';
import { countRecords, type Order, pageOfRows, searchConditions, totalOfColumn, selectionSql } from '../query/pages.ts';
import { DisplayNames, headerOf, listRow, neededColumns } from '../query/rows.ts';
import {
  parseFindQuery,
  type DemoFindQuery,
  columnAt,
  filterCondition,
  whereConditions,
  type RecordSelection,
} from '../query/recordSelection.ts';
import { countries, wonStage } from '../catalog/choiceLists.ts';
import { type DemoColumn, readableText, storedText } from '../catalog/column.ts';
import { quoted } from '../database/schema.ts';

/** A page of records in a list view. */
export function answerIndex(service: Service, exchange: AuthenticatedRequest): JsonObject {
  const { controller, user, query } = exchange;
  const view = chosenListView(service, exchange);
  const find = parseFindQuery(query.get('q'));
  const filtered: RecordSelection = {
    controller,
    deleted: view.showsDeleted ? 1 : 0,
    conditions: [
      ...view.filters.map((filter) => filterCondition(filter, user)),
      ...whereConditions(controller, find?.where ?? []),
    ],
  };
  const paging = pagingOf(query);
  if (view.chart) return envelope(controller, view, paging, chartPage(service, filtered, view.chart, paging));

  const columns = shownColumns(controller, view, find);
  const { store } = service;
  const search = searchConditions(store, controller, query.get('search_basic') ?? '');
  const selection = { ...filtered, conditions: [...filtered.conditions, ...search] };
  const rows = pageOfRows(
    store,
    selection,
    neededColumns(controller, columns),
    orderOf(controller, view, query, find),
    paging.offset,
    paging.limit,
  );
  const names = new DisplayNames(store);
  const count = countRecords(store, selection);
  return envelope(controller, view, paging, {
    data: rows.map((row) => listRow(controller, columns, row, user, names)),
    count,
    header: columns.map((shown) =>
      headerOf(controller, shown, shown.total ? totalOf(store, selection, shown, count) : undefined),
    ),
  });
}

function envelope(
  controller: DemoController,
  view: DemoListView,
  paging: { page: number; limit: number },
  content: PageContent,
): JsonObject {
  return {
    paginate: {
      data: content.data,
      alias: controller.name,
      count_query: { method: 'count' },
      query: { method: 'find' },
      render_as: 'index',
      page: paging.page,
      page_size: paging.limit,
      total_count: content.count,
      primary_key: `${controller.name}.id`,
      display_field: `${controller.name}.${controller.displayColumns.at(-1)}`,
      name: view.name,
      category_id: view.category.id,
      category_id_model: 'Categories',
      __category_id: view.category.name,
      header: content.header,
      listview_id: view.id,
    },
    errors: [],
    current_listview: view.id,
    __current_listview: view.name,
    listview_id: view.id,
    listview_name: view.name,
  };
}

/** `q` may specify columns; otherwise the list view does. */
function shownColumns(
  controller: DemoController,
  view: DemoListView,
  find: DemoFindQuery | undefined,
): readonly ListViewColumn[] {
  if (!find || find.fields.length === 0) return view.columns;
  return find.fields.map(({ path, alias }) => {
    const column = columnAt(controller, path);
    if (!column) throw problem(400, 'unknown_column', `${controller.name} has no column "${path}".`);
    return alias ? { name: column.name, alias } : { name: column.name };
  });
}

function orderOf(
  controller: DemoController,
  view: DemoListView,
  query: URLSearchParams,
  find: DemoFindQuery | undefined,
): Order[] {
  const direction = (query.get('dir') ?? '').toUpperCase();
  if (!['', 'ASC', 'DESC'].includes(direction))
    throw problem(400, 'malformed_dir', 'The parameter dir must be ASC or DESC.');
  const sort = query.get('sort');
  if (sort) return [sortable(controller, sort, direction === 'DESC')];
  if (find && find.order.length > 0) {
    const order = find.order.map(({ path, descending }) => sortable(controller, path, descending));
    // the id is unique, so further columns don't matter
    const id = order.findIndex(({ column }) => column === 'id');
    return id === -1 ? order : order.slice(0, id + 1);
  }
  return [{ ...view.sort, ...(direction ? { descending: direction === 'DESC' } : {}) }];
}

function sortable(controller: DemoController, path: string, descending: boolean): Order {
  const column = columnAt(controller, path);
  if (!column) throw problem(400, 'unknown_column', `${controller.name} has no column "${path}".`);
  if (!column.sortable) throw problem(400, 'not_sortable', `${controller.name} cannot be sorted by "${path}".`);
  return { column: column.name, descending };
}

function totalOf(
  store: Store,
  selection: RecordSelection,
  shown: ListViewColumn,
  count: number,
): { total: number; count: number } {
  const total = totalOfColumn(store, selection, shown.name);
  const isMoney = selection.controller.column.get(shown.name)?.kind === 'money';
  return { total: isMoney ? total / 100 : total, count };
}

/** The requested list view, or the one that the user opened last, or the controller's default. */
function chosenListView(service: Service, { controller, user, query }: AuthenticatedRequest): DemoListView {
  const wanted = query.get('current_listview');
  const key = `${user.id} ${controller.name}`;
  const last = service.lastListViews.get(key);
  const view = wanted
    ? listViewWithId(wanted)
    : ((last ? listViewWithId(last) : undefined) ?? listViewsOf(controller)[0]);
  if (!view || view.controller !== pathOf(controller)) {
    throw problem(404, 'unknown_listview', `${pathOf(controller)} has no list view ${wanted ?? ''}.`);
  }
  if (view.showsDeleted && user.role !== 'administrator') {
    throw problem(403, 'not_allowed', `The list view ${view.name} is for administrators.`);
  }
  service.lastListViews.set(key, view.id);
  return view;
}

/** A column of chart points: its key in each point, and how a group of records is reduced to its value. */
interface PointColumn {
  readonly name: string;
  readonly alias: string;
  readonly computed: ComputedColumn;
}

/** The list view of a chart has one row per point and no records. */
function chartPage(service: Service, selection: RecordSelection, chart: Chart, paging: Paging): PageContent {
  const { controller } = selection;
  const sums = (chart.sums ?? []).flatMap((name) => controller.column.get(name) ?? []);
  const columns = columnsOf(chart, controller.column.get(chart.groupBy ?? ''), sums);
  const groups = groupsOf(service, selection, chart, sums);
  return {
    data: groups
      .slice(paging.offset, paging.offset + paging.limit)
      .map((row) => Object.fromEntries(columns.map(({ alias, computed }) => [alias, computed.compute(row)]))),
    count: groups.length,
    header: columns.map((column) => headerOf(controller, column, undefined)),
  };
}

function columnsOf(chart: Chart, group: DemoColumn | undefined, sums: readonly DemoColumn[]): PointColumn[] {
  const countryOf = (row: Row) => countries[Number(row['point'])] ?? ['', '', 0, 0];
  const label = (row: Row) => (group && !chart.byMonth ? readableText(group, row['point']) : String(row['point']));
  return [
    ...(group ? [pointColumn(group.label, 'VAR_STRING', label, group.label, 'Group')] : []),
    ...(chart.kind === 'geo'
      ? [
          pointColumn('country_code', 'VAR_STRING', (row) => countryOf(row)[0]),
          pointColumn('latitude', 'DOUBLE', (row) => String(countryOf(row)[2])),
          pointColumn('longitude', 'DOUBLE', (row) => String(countryOf(row)[3])),
        ]
      : []),
    ...(chart.kind === 'gauge'
      ? [
          pointColumn('value', 'DOUBLE', (row) => Number(row['value']).toFixed(2)),
          pointColumn('minimum', 'DOUBLE', () => '0'),
          pointColumn('maximum', 'DOUBLE', () => '100'),
        ]
      : []),
    pointColumn('record_count', 'LONGLONG', (row) => String(row['record_count']), 'Records'),
    ...sums.map((sum) =>
      pointColumn(`sum_${sum.name}`, 'NEWDECIMAL', (row) => storedText(sum, row[sum.name]), sum.label),
    ),
  ];
}

function pointColumn(
  name: string,
  dataType: string,
  compute: ComputedColumn['compute'],
  label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
  fieldType: ComputedColumn['fieldType'] = 'Aggregate',
): PointColumn {
  return { name, alias: name, computed: { label, fieldType, dataType, needs: [], compute } };
}

function groupsOf(service: Service, selection: RecordSelection, chart: Chart, sums: readonly DemoColumn[]): Row[] {
  const { sql, values } = selectionSql(selection);
  const totals = sums.map(({ name }) => `, total(${quoted(name)}) AS ${quoted(name)}`).join('');
  if (!chart.groupBy) {
    const won = `total(current_stage = ${wonStage}) * 100.0 / max(count(*), 1)`;
    return service.store.all(`SELECT count(*) AS record_count, ${won} AS value${totals} FROM ${sql}`, ...values);
  }
  const column = quoted(chart.groupBy);
  const key = chart.byMonth ? `strftime('%Y-%m', ${column}, 'unixepoch')` : column;
  return service.store.all(
    `SELECT ${key} AS point, count(*) AS record_count${totals} FROM ${sql} AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 1`,
    ...values,
  );
}

interface Paging {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

const defaultLimit = 50;
const largestLimit = 1000;

export function pagingOf(query: URLSearchParams): Paging {
  const page = positive(query, 'page', 1);
  const limit = Math.min(positive(query, 'limit', defaultLimit), largestLimit);
  return { page, limit, offset: (page - 1) * limit };
}

function positive(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw problem(400, `malformed_${name}`, `The parameter ${name} must be a whole number from 1.`);
  return Number(text);
}

/** The content of a page, whether its rows are records or chart points. */
interface PageContent {
  readonly data: JsonObject[];
  readonly count: number;
  readonly header: JsonObject[];
}
