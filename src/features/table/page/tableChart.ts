import type { ChartKind } from '../../../model/list/listView.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import { ChartPane } from './chart/chartPane.ts';
import type { TableHost, TableRow, TableViewState } from '../tableProtocol.ts';
import { canFilter } from './filter/columnFilters.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { MenuItem } from './parts/contextMenu.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { errorMessage } from '../../common/channel.ts';

/** Max rows drawn in a chart. */
const maxDrawn = 1_000;

export interface TableChartOptions {
  readonly table: TableModel;
  readonly host: TableHost;
  readonly formatter: Pick<CellFormatter, 'labels'>;
  readonly goToRow: (row: number) => void;
  readonly onChange: () => void;
  readonly notify: (text: string) => void;
}

/** The chart of a chart list view; `grid` is shown next to it. */
export function tableChart(
  grid: HTMLElement,
  views: TableViewState['views'],
  { table, host, formatter, goToRow, onChange, notify }: TableChartOptions,
): ChartPane | undefined {
  const { start, source } = table;
  if (start.chart === null) return undefined;
  const pane: ChartPane = new ChartPane(grid, views, {
    kind: start.chart as ChartKind,
    title: start.title,
    helper: start.chartHelper ?? '',
    choice: () => table.layout?.chart,
    onChoice: (choice) => table.setChart(choice),
    load: async () => {
      const { total } = table;
      const rows = await source.collect(0, Math.min(total ?? maxDrawn, maxDrawn) - 1);
      return { columns: source.columns, rows: labeled(rows, source.columns, formatter), total };
    },
    onPoint: (row, labelKey) => {
      const group = groupOf(table, row, labelKey);
      const fail = (error: unknown): void => notify(errorMessage(error));
      // a row without an id is an aggregate of records that are in a list of their own
      if (group && table.row(row)?.id === null) return void openRecords(host, group).catch(fail);
      if (!pane.isTableShown) pane.toggle('table');
      if (!group) return goToRow(row + 1);
      const { columnName, value, held } = group;
      if (!value) table.filters.set(columnName, value === null ? null : { value, shown: value });
      else table.filters.byText(columnName, value, held).catch(fail);
    },
    onChange,
    onFailure: (reason) => notify(tableWords.chartFailed(reason)),
  });
  return pane;
}

/** Replaces choice values with their labels. */
function labeled(
  rows: readonly TableRow[],
  columns: readonly Column[],
  formatter: TableChartOptions['formatter'],
): readonly TableRow[] {
  const labels = columns.map((column) => formatter.labels(column));
  if (!labels.some((one) => one !== undefined)) return rows;
  const cellsOf = ({ cells }: TableRow): TableRow['cells'] =>
    cells.map((cell, at) => (cell === null ? null : (labels[at]?.clipboardText(cell) ?? cell)));
  return rows.map((row) => ({ ...row, cells: cellsOf(row) }));
}

/** The group that a bar or slice represents. */
interface ChartGroup {
  readonly columnName: string;
  readonly value: string | null;
  readonly held: TableRow;
}

/** Undefined if the service can't be queried for the group's records. */
function groupOf(table: TableModel, row: number, labelKey: string | undefined): ChartGroup | undefined {
  const shown = table.columns.find(({ column }) => column.key === labelKey);
  const held = table.row(row);
  const columnName = shown?.column.columnName;
  if (!shown || !held || columnName === undefined || !canFilter(shown)) return undefined;
  return { columnName, value: table.value(held, shown), held };
}

async function openRecords(host: TableHost, { columnName, value }: ChartGroup): Promise<void> {
  const meant = value ? (await host.call.filterValue({ columnName, text: value })).value : value;
  host.notify.command({ name: 'openRecords', query: { filters: { [columnName]: meant } } });
}

/** Menu of export formats. */
export function exportMenu(
  pane: ChartPane,
  { host, notify }: Pick<TableChartOptions, 'host' | 'notify'>,
): readonly MenuItem[] {
  const save = async (format: 'svg' | 'png'): Promise<void> => {
    try {
      host.notify.saveFile(await pane.exportAs(format));
    } catch (error) {
      notify(tableWords.exportFailed(errorMessage(error)));
    }
  };
  return [
    { title: tableWords.asSvg, act: () => void save('svg') },
    { title: tableWords.asPng, act: () => void save('png') },
  ];
}
