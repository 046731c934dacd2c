import type { TableHost } from '../../protocol/tableProtocol.ts';
import type { ChartPane } from '../chart/chartPane.ts';
import { ColumnsPanel } from './columns/columnsPanel.ts';
import type { FilterRow } from './filter/filterRow.ts';
import { QueryPanel } from './filter/queryPanel.ts';
import type { ContextMenu } from './parts/contextMenu.ts';
import type { Popover } from './parts/popover.ts';
import { Toolbar } from './parts/toolbar.ts';
import type { Preview, RowActions } from './rowActions.ts';
import type { TableModel } from './tableModel.ts';
import type { exportMenu } from './tableChart.ts';
import { tableWords } from './tableWords.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { html } from 'lit/html.js';

export interface TableToolsOptions {
  readonly table: TableModel;
  readonly host: TableHost;
  readonly rowActions: RowActions;
  readonly popover: Popover;
  readonly menu: ContextMenu;
  readonly filters: FilterRow;
  readonly preview: Preview;
  /** Undefined when the list view is no chart. */
  readonly chart: () => ChartPane | undefined;
  readonly exportMenu: typeof exportMenu | undefined;
  readonly notify: (text: string) => void;
  readonly refresh: () => void;
  readonly save: () => void;
  /** The tool bar would show something else. */
  readonly onChange: () => void;
  readonly goToFirst: () => void;
}

/** The tool bar of a table and the panels that it opens. */
export function tableTools(options: TableToolsOptions): {
  readonly toolbar: Toolbar;
  readonly editQuery: (anchor: Element) => void;
} {
  const { table, host, rowActions, popover, menu, filters, preview, chart, notify, goToFirst } = options;
  const columns = new ColumnsPanel(popover, table);
  const query = new QueryPanel(popover, table, {
    check: async (text) => (await host.call.checkQ({ text })).remark,
    copyAsCurl: (rawQ) => {
      const { rawQ: _, ...rest } = table.query;
      host.tell.copyAsCurl({ query: rawQ === undefined ? rest : { ...rest, rawQ } });
    },
  });
  const exportChart = (button: HTMLElement): void => {
    const pane = chart();
    const { left, bottom } = button.getBoundingClientRect();
    const items = (pane && options.exportMenu?.(pane, { host, notify })) ?? [];
    // the grid may be hidden beside the chart
    menu.open(tableWords.exportChart, items, left, bottom, () => button.focus());
  };
  const toolbar = new Toolbar(
    {
      refresh: options.refresh,
      columns: (button) => columns.toggle(button),
      filter: () => filters.toggle(),
      exportRecords: () => rowActions.command('exportRecords'),
      addRecord: () => host.tell.command({ name: 'addRecord' }),
      openAsTable: () => host.tell.command({ name: 'openAsTable', query: table.query }),
      saveCells: options.save,
      editSelected: () => rowActions.command('editRecords'),
      deleteSelected: () => rowActions.command('deleteRecords'),
      preview: () => {
        preview.toggle(rowActions.activeRow?.id);
        options.onChange();
      },
      toggleDeleted: () => table.toggleDeleted(),
      editQuery: (button) => query.toggle(button),
      showHalf: (half) => chart()?.toggle(half),
      exportChart,
      search: (text) => table.change({ search: text.trim() === '' ? undefined : text }),
      goToFirst,
    },
    menu,
  );
  return { toolbar, editQuery: (anchor) => query.toggle(anchor) };
}

/** Asks for the number of a row. */
export function askForRow(popover: Popover, anchor: Element | null, last: number, go: (row: number) => void): void {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input');
    const row = Math.round(Number(field?.value.replaceAll(/[\s,.’']/g, '')));
    if (!Number.isFinite(row) || row < 1) return field?.select();
    popover.close();
    go(Math.min(row, last));
  };
  popover.open(
    tableWords.goToRow,
    anchor,
    () =>
      html`<form class="gotorow" @submit=${submit}>
        <label>${tableWords.rowNumber(formatNumber(last))}<input inputmode="numeric" autocomplete="off" /></label>
        <button class="plain" type="submit">${tableWords.go}</button>
      </form>`,
  );
  popover.element.querySelector('input')?.focus();
}
