import { countries, wonStage } from '../catalog/choiceLists.ts';
import { type DemoColumn, readableText, storedText } from '../catalog/column.ts';
import type { Chart, ComputedColumn } from '../catalog/defineListViews.ts';
import { quoted } from '../database/schema.ts';
import type { Row } from '../database/store.ts';
import type { Service } from '../http/operation.ts';
import { headerOf } from '../query/rows.ts';
import { selectionSql } from '../query/pages.ts';
import type { RecordSelection } from '../query/recordSelection.ts';
import type { PageContent, Paging } from './paging.ts';

/** A column of points: the key that it has in each, and how a group of records becomes its value. */
interface PointColumn {
  readonly name: string;
  readonly alias: string;
  readonly computed: ComputedColumn;
}

/** A chart's list view has one row for each point that is drawn, and no records of its own. */
export function chartPage(service: Service, selection: RecordSelection, chart: Chart, paging: Paging): PageContent {
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
