import { t } from '@vscode/l10n';
import { BarChart } from 'echarts/charts';
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
import { type DrawnContent, noContent } from '../data/chartContent.ts';
import { limitSeries, readCategories } from '../data/chartSeries.ts';
import { wrapLabel } from '../data/wrapLabel.ts';
import { linesOfAll, summarizeSeries } from '../data/chartSummary.ts';
import { chartWords } from '../chartWords.ts';

use([BarChart]);

const minRowHeight = 26;
/** Beyond this height, the bars shrink to fit. */
const tallest = 400 * minRowHeight;

export const barChart: ChartType = {
  name: () => t('Bar chart'),
  choices: ['group', 'measure'],
  readSource: (source) => {
    const found = readCategories(source);
    return found ? { kind: 'bar', ...limitSeries(found.numbers) } : noContent(chartWords.noNumbers);
  },
  summarize: (content) => [chartWords.values(content.points.length), summarizeSeries(content)].join(', '),
  pointLines: linesOfAll,
  drawing: (content) => (theme, size) => draw(content, theme, size),
};

/** Draws vertical bars, or horizontal ones if the labels don't fit below them. */
function draw(content: DrawnContent, theme: ChartTheme, size: Size): Drawing {
  const { points, series } = content;
  const names = legend(series, theme, size.width);
  const isHorizontal = labelsNeedRoom(content, theme, size);
  const axes = valueAxes(series, theme);
  const sides = axisOf(series);
  const labelWidth = isHorizontal ? Math.min(360, size.width * 0.5) : 160;
  const { fontSize } = textStyle(theme);
  const shown = points.map(({ label }) => (isHorizontal ? wrapLabel(label, labelWidth / fontSize) : label));
  const lines = shown.reduce((max, label) => Math.max(max, label.split('\n').length), 1);
  const rowHeight = Math.max(minRowHeight, lines * (fontSize + 4) + 8);
  const labels = {
    type: 'category',
    data: shown,
    inverse: isHorizontal,
    axisLine: { lineStyle: { color: theme.muted } },
    axisTick: { show: false },
    axisLabel: {
      ...textStyle(theme),
      width: labelWidth,
      ...(isHorizontal && { lineHeight: fontSize + 4 }),
      overflow: 'truncate',
      // with one row per label nothing overlaps, and checking for overlap is slow
      hideOverlap: !isHorizontal,
      // vertical bars show every label; otherwise they would be horizontal
      interval: isHorizontal ? Math.ceil((points.length * rowHeight) / tallest) - 1 : 0,
    },
  };
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    ...(isHorizontal && {
      minHeight:
        Math.min(points.length * Math.max(rowHeight, series.length * 12), tallest) + names.height + axes.length * 50,
    }),
    option: {
      ...baseOption(theme, { trigger: 'axis', pointer: 'shadow', lines: (point) => linesOfAll(content, point) }),
      legend: names.option,
      grid: gridWithin(names.height, theme),
      xAxis: isHorizontal ? axes : labels,
      yAxis: isHorizontal ? labels : axes,
      series: series.map((one, index) => ({
        type: 'bar',
        name: one.label,
        [isHorizontal ? 'xAxisIndex' : 'yAxisIndex']: sides[index],
        barMaxWidth: 56,
        itemStyle: theme.isHighContrast ? { borderColor: theme.border, borderWidth: 1 } : {},
        emphasis: { focus: 'none', itemStyle: { borderColor: theme.foreground, borderWidth: 2 } },
        data: one.values.map((value, point) => ({ point, value })),
      })),
    },
  };
}

function labelsNeedRoom({ points }: DrawnContent, theme: ChartTheme, { width }: Size): boolean {
  const longest = points.reduce((max, { label }) => Math.max(max, label.length), 0) * theme.fontSize * 0.6;
  return longest + 12 > (width - 70) / points.length;
}
