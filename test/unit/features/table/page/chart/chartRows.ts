import type { Column, ColumnKind } from '../../../../../../src/model/list/recordPage.ts';
import type { ChartChoice, TableRow } from '../../../../../../src/features/table/tableProtocol.ts';
import type { ChartContent, DrawnContent } from '../../../../../../src/features/table/page/chart/data/chartContent.ts';
import { type ChartSource, readChart } from '../../../../../../src/features/table/page/chart/chartKinds.ts';
import { survey } from '../../../../../../src/features/table/page/chart/data/chartSeries.ts';
import { plainColumn } from '../../../../../support/plainColumn.ts';

export function column(label: string, kind: ColumnKind = 'text', more: Partial<Column> = {}): Column {
  const key = label.toLowerCase().replaceAll(' ', '_');
  return plainColumn(key, { columnName: undefined, label, kind, isSortable: false, isSearchable: false, ...more });
}

export function rows(...cells: readonly (readonly (string | null)[])[]): TableRow[] {
  return cells.map((one) => ({
    id: null,
    name: '',
    isDeleted: false,
    canEdit: undefined,
    canDelete: undefined,
    cells: one,
  }));
}

export function read(
  kind: ChartSource['kind'],
  columns: readonly Column[],
  all: readonly TableRow[],
  choice: ChartChoice = {},
): ChartContent {
  return readChart({ kind, helper: '', surveyed: survey(columns, all), rows: all, choice });
}

/** The drawn content; fails the test if a message is shown instead. */
export function drawn(...given: Parameters<typeof read>): DrawnContent {
  const content = read(...given);
  if (content.kind === 'nothing') throw new Error(content.sentence);
  return content;
}

export function labels(content: DrawnContent): string[] {
  return content.points.map((point) => point.label);
}

export function numbers(content: DrawnContent): (readonly (number | null)[])[] {
  return content.series.map((one) => one.values);
}
