import type { ChartKind } from '../../model/list/listView.ts';
import { ChartPane } from '../chart/chartPane.ts';
import type { TableViewState, TableHost } from '../../protocol/tableProtocol.ts';
import { canFilter } from './filter/columnFilters.ts';
import type { MenuItem } from './parts/contextMenu.ts';
import type { TableModel } from './tableModel.ts';
import { tableWords } from './tableWords.ts';
import { errorMessage } from '../../protocol/channel.ts';

/** Rows that a chart is drawn from. */
const mostDrawn = 1_000;

export interface TableChartOptions {
  readonly table: TableModel;
  readonly host: TableHost;
  readonly goToRow: (row: number) => void;
  readonly onChange: () => void;
  readonly notify: (text: string) => void;
}

/** The chart of a list view that is one; `grid` is what is shown beside it. */
export function tableChart(
  grid: HTMLElement,
  views: TableViewState['views'],
  { table, goToRow, onChange, notify }: TableChartOptions,
): ChartPane | undefined {
  const { start, source } = table;
  if (start.chart === null) return undefined;
  const pane: ChartPane = new ChartPane(grid, views, {
    kind: start.chart as ChartKind,
    title: start.title,
    helper: start.chartHelper ?? '',
    load: async () => {
      const { total } = table;
      const rows = await source.collect(0, Math.min(total ?? mostDrawn, mostDrawn) - 1);
      return { columns: source.columns, rows, total };
    },
    onPoint: (row, labelKey) => {
      if (!pane.isTableShown) pane.toggle('table');
      if (!showRecords(table, row, labelKey, notify)) goToRow(row + 1);
    },
    onChange,
    onFailure: (reason) => notify(tableWords.chartFailed(reason)),
  });
  return pane;
}

/** Those that a bar or a slice stands for; false where the service cannot be asked for them. */
function showRecords(
  table: TableModel,
  row: number,
  labelKey: string | undefined,
  notify: (text: string) => void,
): boolean {
  const shown = table.columns.find(({ column }) => column.key === labelKey);
  const held = table.row(row);
  const columnName = shown?.column.columnName;
  if (!shown || !held || columnName === undefined || !canFilter(shown)) return false;
  const value = table.value(held, shown);
  if (!value) table.filters.set(columnName, value === null ? null : { value, shown: value });
  else table.filters.byText(columnName, value, held).catch((error: unknown) => notify(errorMessage(error)));
  return true;
}

/** In which forms the chart can be saved. */
export function exportMenu(
  pane: ChartPane,
  { host, notify }: Pick<TableChartOptions, 'host' | 'notify'>,
): readonly MenuItem[] {
  const save = async (format: 'svg' | 'png'): Promise<void> => {
    try {
      host.tell.saveFile(await pane.exportAs(format));
    } catch (error) {
      notify(tableWords.exportFailed(errorMessage(error)));
    }
  };
  return [
    { title: tableWords.asSvg, act: () => void save('svg') },
    { title: tableWords.asPng, act: () => void save('png') },
  ];
}
