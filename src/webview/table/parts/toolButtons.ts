import type { ChartState } from '../../chart/chartPane.ts';
import type { RecordCommand } from '../../../protocol/table.ts';
import { words } from '../words.ts';

/** What the buttons of the tool bar depend on. */
export interface ToolState {
  /** What the host offers and the connection allows. */
  readonly offers: ReadonlySet<RecordCommand>;
  readonly hasSelection: boolean;
  readonly isPreviewing: boolean;
  readonly isFiltering: boolean;
  /** Null when the list view is no chart. */
  readonly chart: ChartState | null;
}

export interface ToolActions {
  readonly refresh: () => void;
  readonly columns: (button: HTMLElement) => void;
  readonly filter: () => void;
  readonly exportRecords: () => void;
  readonly addRecord: () => void;
  readonly editSelected: () => void;
  readonly deleteSelected: () => void;
  readonly preview: () => void;
  readonly editQuery: (button: HTMLElement) => void;
  readonly showHalf: (half: 'table' | 'chart') => void;
  readonly exportChart: (button: HTMLElement) => void;
}

export interface ToolButton {
  readonly name: string;
  readonly icon: string;
  /** Gets the button that was pressed, or the one that led to it. */
  readonly act: (button: HTMLElement) => void;
  /** Of a button that turns something on and off. */
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
}

/** In their order; those at the end are the first to go into the menu when there is no room. */
export function toolButtons(state: ToolState, actions: ToolActions): readonly ToolButton[] {
  const { offers, chart, hasSelection } = state;
  const ofRecords: readonly (ToolButton & { readonly needs: RecordCommand })[] = [
    { needs: 'exportRecords', name: words.exportRecords, icon: 'export', act: actions.exportRecords },
    { needs: 'addRecord', name: words.addRecord, icon: 'add', act: actions.addRecord },
    { needs: 'editRecords', name: words.editSelected, icon: 'edit', act: actions.editSelected, isOff: !hasSelection },
    {
      needs: 'deleteRecords',
      name: words.deleteSelected,
      icon: 'trash',
      act: actions.deleteSelected,
      isOff: !hasSelection,
    },
  ];
  return [
    ...(chart ? chartButtons(chart, actions) : []),
    { name: words.refresh, icon: 'refresh', act: actions.refresh },
    { name: words.columns, icon: 'split-horizontal', act: actions.columns },
    { name: words.filter, icon: 'filter', act: actions.filter, isPressed: state.isFiltering },
    { name: words.editQuery, icon: 'json', act: actions.editQuery },
    { name: words.preview, icon: 'open-preview', act: actions.preview, isPressed: state.isPreviewing },
    ...ofRecords.filter(({ needs }) => offers.has(needs)),
  ];
}

function chartButtons(chart: ChartState, { showHalf, exportChart }: ToolActions): readonly ToolButton[] {
  return [
    { name: words.showTable, icon: 'table', act: () => showHalf('table'), isPressed: chart.isTableShown },
    { name: words.showChart, icon: 'graph', act: () => showHalf('chart'), isPressed: chart.isChartShown },
    { name: words.exportChart, icon: 'device-camera', act: exportChart, isOff: !chart.canExport },
  ];
}
