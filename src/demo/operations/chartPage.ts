import type { JsonObject } from '../../model/json.ts';
import { wonStage, countries } from '../catalog/choices.ts';
import { type Column, displayTextOf, textOf } from '../catalog/column.ts';
import type { Chart } from '../catalog/listView.ts';
import { quoted } from '../database/schema.ts';
import type { Row } from '../database/store.ts';
import type { Service } from '../http/exchange.ts';
import { selectionKey, type Selection } from '../query/selection.ts';
import type { PageContent, Paging } from './paging.ts';

interface Shown {
  readonly key: string;
  readonly label: string;
  readonly dataType: string;
}

const recordCount: Shown = { key: 'record_count', label: 'Records', dataType: 'LONGLONG' };

/** A chart's list view has one row for each point that is drawn, and no records of its own. */
export function chartPage(service: Service, selection: Selection, chart: Chart, paging: Paging): PageContent {
  const { controller } = selection;
  const group = chart.groupBy ? controller.column.get(chart.groupBy) : undefined;
  const sums = (chart.sums ?? []).map((name) => controller.column.get(name)).filter((column) => column !== undefined);
  const columns: Shown[] = [
    ...(group ? [{ key: group.label, label: group.label, dataType: 'VAR_STRING' }] : []),
    ...(chart.kind === 'geo'
      ? [shown('country_code', 'VAR_STRING'), shown('latitude', 'DOUBLE'), shown('longitude', 'DOUBLE')]
      : []),
    ...(chart.kind === 'gauge'
      ? [shown('value', 'DOUBLE'), shown('minimum', 'DOUBLE'), shown('maximum', 'DOUBLE')]
      : []),
    recordCount,
    ...sums.map((column) => ({ key: `sum_${column.name}`, label: column.label, dataType: 'NEWDECIMAL' })),
  ];
  const rows = service.cache.get(controller.name, `chart ${JSON.stringify(chart)} ${selectionKey(selection)}`, () =>
    groups(service, selection, chart, sums),
  );
  const points = rows.map((row) => point(row, chart, group, sums));
  return {
    data: points.slice(paging.offset, paging.offset + paging.limit),
    count: points.length,
    header: columns.map((column, position) => header(column, position === 0 && group !== undefined)),
  };
}

function shown(key: string, dataType: string): Shown {
  return { key, label: key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' '), dataType };
}

function groups(service: Service, selection: Selection, chart: Chart, sums: readonly Column[]): Row[] {
  const table = quoted(selection.controller.name);
  const where = [`deleted = ${selection.deleted}`, ...selection.conditions.map((condition) => condition.sql)].join(
    ' AND ',
  );
  const values = selection.conditions.flatMap((condition) => condition.values);
  const totals = sums.map((column) => `, total(${quoted(column.name)}) AS ${quoted(column.name)}`).join('');
  if (!chart.groupBy) {
    const won = `total(current_stage = ${wonStage}) * 100.0 / max(count(*), 1)`;
    return service.store.all(
      `SELECT count(*) AS record_count, ${won} AS value${totals} FROM ${table} WHERE ${where}`,
      ...values,
    );
  }
  const column = quoted(chart.groupBy);
  const key = chart.byMonth ? `strftime('%Y-%m', ${column}, 'unixepoch')` : column;
  return service.store.all(
    `SELECT ${key} AS point, count(*) AS record_count${totals} FROM ${table} WHERE ${where} AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 1`,
    ...values,
  );
}

function point(row: Row, chart: Chart, group: Column | undefined, sums: readonly Column[]): JsonObject {
  const json: JsonObject = {};
  if (group) json[group.label] = chart.byMonth ? String(row['point']) : displayTextOf(group, row['point']);
  if (chart.kind === 'geo') {
    const [code, , latitude, longitude] = countries[Number(row['point'])] ?? ['', '', 0, 0];
    Object.assign(json, { country_code: code, latitude: String(latitude), longitude: String(longitude) });
  }
  if (chart.kind === 'gauge')
    Object.assign(json, { value: Number(row['value']).toFixed(2), minimum: '0', maximum: '100' });
  json['record_count'] = String(row['record_count']);
  for (const column of sums) json[`sum_${column.name}`] = textOf(column, row[column.name]);
  return json;
}

function header(column: Shown, isLabel: boolean): JsonObject {
  return {
    field_type: isLabel ? 'Group' : 'Aggregate',
    alias: column.key,
    sortable: false,
    searchable: false,
    is_invisible: '0',
    clickable_link: '0',
    compute_column_total: '0',
    column_name: column.key,
    name: column.key,
    data_type: column.dataType,
    visible: 1,
    column_total: 0,
    total_count: 0,
    label: column.label,
  };
}
