import { t } from '@vscode/l10n';
import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import {
  axisOf,
  type ChartType,
  type Drawing,
  baseOption,
  gridWithin,
  legend,
  textStyle,
  type Size,
  valueAxes,
} from '../chartFrame.ts';
import type { ChartTheme } from '../chartTheme.ts';
import { type ChartNumbers, type DrawnContent, noContent } from '../data/chartContent.ts';
import { isTimely, limitSeries, readCategories, type SurveyedColumn, type SurveyedRows } from '../data/chartSeries.ts';
import { linesOfAll, summarizeSeries } from '../data/chartSummary.ts';
import { chartWords } from '../chartWords.ts';
import { finestStep, parseTime, type Time, type TimeStep, timeText } from '../data/timeLabel.ts';

use([LineChart]);

export interface LineContent extends DrawnContent {
  /** Set when every point has a time. */
  readonly step: TimeStep | null;
}

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];
const dashes = ['solid', 'dashed', 'dotted'];
const day = 86_400_000;
const shortest = { year: 365 * day, month: 28 * day, day, minute: 60_000 };

export const lineChart: ChartType = {
  name: () => t('Line chart'),
  choices: ['group', 'measure'],
  readSource: (source) => {
    const found = readCategories(source, true);
    return found ? readLine(limitSeries(found.numbers), found.label, source) : noContent(chartWords.noNumbers);
  },
  summarize: (content) => [span(content), summarizeSeries(content)].join(', '),
  pointLines: linesOfAll,
  drawing(content: LineContent) {
    return (theme, size) => draw(content, theme, size);
  },
};

function readLine(numbers: ChartNumbers, label: SurveyedColumn | undefined, { rows }: SurveyedRows): LineContent {
  if (!label || !isTimely(label)) return { kind: 'line', step: null, ...numbers };
  const dated = numbers.points
    .map((point, index) => ({ point, index, time: parseTime(rows[point.row ?? -1]?.cells[label.cell] ?? '') }))
    .filter((one): one is typeof one & { time: Time } => one.time !== undefined)
    .toSorted((one, other) => one.time.at - other.time.at);
  const undated = numbers.points.length - dated.length;
  return {
    ...numbers,
    kind: 'line',
    step: finestStep(dated.map((one) => one.time)),
    points: dated.map(({ point, time }) => ({ ...point, time: time.at })),
    series: numbers.series.map((one) => ({
      ...one,
      values: dated.map(({ index }) => one.values[index] ?? null),
    })),
    notes: [...numbers.notes, ...(undated > 0 ? [chartWords.notTimes(undated)] : [])],
  };
}

function span({ points }: ChartNumbers): string {
  const [first, last] = [points[0]?.label, points.at(-1)?.label];
  const range = first === undefined || last === undefined || first === last ? '' : ` ${chartWords.from(first, last)}`;
  return chartWords.values(points.length) + range;
}

function draw(content: LineContent, theme: ChartTheme, { width }: Size): Drawing {
  const { points, series, step } = content;
  const names = legend(series, theme, width);
  const sides = axisOf(series);
  const axisLabel = { ...textStyle(theme), hideOverlap: true, width: 120, overflow: 'truncate' };
  const axisStyle = { axisLine: { lineStyle: { color: theme.muted } }, axisTick: { show: true } };
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    option: {
      ...baseOption(theme, { trigger: 'axis', lines: (point) => linesOfAll(content, point) }),
      legend: names.option,
      grid: gridWithin(names.height, theme),
      xAxis: step
        ? {
            type: 'time',
            minInterval: shortest[step],
            splitNumber: Math.max(2, Math.round(width / 130)),
            ...axisStyle,
            axisLabel: { ...axisLabel, formatter: (at: number) => timeText(at, step) },
          }
        : { type: 'category', boundaryGap: false, data: points.map(({ label }) => label), ...axisStyle, axisLabel },
      yAxis: valueAxes(series, theme),
      series: series.map(({ label, values }, index) => ({
        type: 'line',
        name: label,
        yAxisIndex: sides[index],
        showSymbol: points.length <= 60 || theme.isHighContrast,
        symbol: symbols[index % symbols.length],
        symbolSize: theme.isHighContrast ? 8 : 6,
        lineStyle: { width: 2, type: theme.isHighContrast ? dashes[index % dashes.length] : 'solid' },
        emphasis: { scale: 1.8 },
        data: values.map((value, point) => ({ point, value: step ? [points[point]?.time, value] : value })),
      })),
    },
  };
}
