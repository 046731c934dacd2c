import type { ChartKind } from '../../../../model/list/listView.ts';
import type { ChartChoice } from '../../tableProtocol.ts';
import type { ChartType } from './chartFrame.ts';
import { type ChartContent, type DrawnContent, measured, noContent } from './data/chartContent.ts';
import { isNumeric, type SurveyedRows } from './data/chartSeries.ts';
import { chartWords } from './chartWords.ts';
import { barChart } from './kinds/barChart.ts';
import { gaugeChart } from './kinds/gaugeChart.ts';
import { lineChart } from './kinds/lineChart.ts';
import { mapChart } from './kinds/mapChart.ts';
import { pieChart } from './kinds/pieChart.ts';

/** All kinds of charts. */
export const chartKinds: Readonly<Record<DrawnContent['kind'], ChartType>> = {
  line: lineChart,
  bar: barChart,
  pie: pieChart,
  gauge: gaugeChart,
  geo: mapChart,
};

export interface ChartSource extends SurveyedRows {
  readonly kind: ChartKind;
  /** The service's name for the chart, for the message about an unknown kind. */
  readonly helper: string;
}

/** Returns the content that can be drawn from these rows. */
export function readChart({ kind, helper, ...source }: ChartSource): ChartContent {
  if (kind === 'other') return noContent(chartWords.unknownKind(helper));
  if (source.rows.length === 0) return noContent(chartWords.noRows);
  return chartKinds[kind].readSource(source);
}

/** One part of a chart that the user can choose, and its options. */
export interface ChartOptions {
  readonly part: keyof ChartChoice;
  readonly options: readonly { readonly text: string; readonly value: ChartChoice[keyof ChartChoice] }[];
  readonly chosen: number;
}

/**
 * What the user can choose in a chart. The first option means automatic, and names the guess if there are other
 * options.
 */
export function chartOptions({ kind, surveyed, rows, choice }: ChartSource, content: ChartContent): ChartOptions[] {
  if (kind === 'other' || rows.length === 0) return [];
  const { choices, isSingleSeries } = chartKinds[kind];
  return choices.flatMap((part) => {
    const columns = part === 'group' ? surveyed.filter(({ filled }) => filled > 0) : surveyed.filter(isNumeric);
    const named = columns.map(({ column }) => ({ text: column.label, value: column.key }));
    const isCounted = part === 'measure' && choices.includes('group');
    const others = [...(isCounted ? [{ text: chartWords.count, value: null }] : []), ...named];
    if (others.length < 2) return [];
    const chosen = others.findIndex(({ value }) => value === choice[part]);
    const guess = { text: guessText(part, content, chosen >= 0, isSingleSeries), value: undefined };
    return [{ part, options: [guess, ...others], chosen: chosen + 1 }];
  });
}

/** Name of the automatic choice; unknown while something else is chosen. */
function guessText(
  part: keyof ChartChoice,
  content: ChartContent,
  isChosen: boolean,
  isSingleSeries: true | undefined,
): string {
  if (content.kind === 'nothing' || isChosen) return chartWords.guess;
  if (part === 'group') return chartWords.guessed(content.labelName);
  return chartWords.guessed(
    (isSingleSeries ? [measured(content)] : content.series).map(({ label }) => label).join(', '),
  );
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
