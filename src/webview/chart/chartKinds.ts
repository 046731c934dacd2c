import type { ChartKind } from '../../model/list/listView.ts';
import type { Column } from '../../model/list/recordPage.ts';
import type { TableRow } from '../../protocol/tableProtocol.ts';
import type { ChartType } from './chartFrame.ts';
import { type ChartContent, type DrawnContent, noContent } from './data/chartContent.ts';
import { survey } from './data/chartSeries.ts';
import { chartWords } from './chartWords.ts';
import { barChart } from './kinds/barChart.ts';
import { gaugeChart } from './kinds/gaugeChart.ts';
import { lineChart } from './kinds/lineChart.ts';
import { mapChart } from './kinds/mapChart.ts';
import { pieChart } from './kinds/pieChart.ts';

/** Every kind of chart, each in a file of its own. */
export const chartKinds: Readonly<Record<DrawnContent['kind'], ChartType>> = {
  line: lineChart,
  bar: barChart,
  pie: pieChart,
  gauge: gaugeChart,
  geo: mapChart,
};

export interface ChartSource {
  readonly kind: ChartKind;
  /** What the service calls the chart, for the sentence about one that is not known. */
  readonly helper: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  /** Which column of numbers a pie or a map shows, counted from 0. */
  readonly measure: number;
}

/** What can be drawn of these rows. */
export function readChart({ kind, helper, columns, rows, measure }: ChartSource): ChartContent {
  if (kind === 'other') return noContent(chartWords.unknownKind(helper));
  if (rows.length === 0) return noContent(chartWords.noRows);
  return chartKinds[kind].readSource({ surveyed: survey(columns, rows), rows, measure });
}

/** The chart in one sentence: `Bar chart Pipeline by Stage: 6 values, highest New 1,204, lowest Lost 88`. */
export function summarize(content: DrawnContent, title: string): string {
  const kind = chartKinds[content.kind];
  const name = title === '' ? kind.name() : `${kind.name()} ${title}`;
  return `${name}: ${kind.summarize(content)}`;
}

/** The announcement for a point: `New, Records: 1,204, 1 of 6`. */
export function announce(content: DrawnContent, index: number): string {
  const lines = chartKinds[content.kind].pointLines(content, index);
  return [...lines, chartWords.ofAll(index + 1, content.points.length)].join(', ');
}
