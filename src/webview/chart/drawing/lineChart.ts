import { axisOf, type Drawing, frame, gridWithin, legend, letters, type Size, valueAxes } from './chartFrame.ts';
import type { LineContent } from '../data/chartContent.ts';
import type { ChartTheme } from './chartTheme.ts';
import { timeText } from '../data/timeLabel.ts';

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];
const dashes = ['solid', 'dashed', 'dotted'];
const day = 86_400_000;
const shortest = { year: 365 * day, month: 28 * day, day, minute: 60_000 };

export function drawLine(content: LineContent, theme: ChartTheme, { width }: Size): Drawing {
  const { points, series, step } = content;
  const names = legend(series, theme, width);
  const sides = axisOf(series);
  const axisLabel = { ...letters(theme), hideOverlap: true, width: 120, overflow: 'truncate' };
  const axisLook = { axisLine: { lineStyle: { color: theme.muted } }, axisTick: { show: true } };
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    option: {
      ...frame(content, theme),
      legend: names.option,
      grid: gridWithin(names.height, theme),
      xAxis: step
        ? {
            type: 'time',
            minInterval: shortest[step],
            splitNumber: Math.max(2, Math.round(width / 130)),
            ...axisLook,
            axisLabel: { ...axisLabel, formatter: (at: number) => timeText(at, step) },
          }
        : { type: 'category', boundaryGap: false, data: points.map(({ label }) => label), ...axisLook, axisLabel },
      yAxis: valueAxes(series, theme),
      series: series.map(({ label, values }, place) => ({
        type: 'line',
        name: label,
        yAxisIndex: sides[place],
        showSymbol: points.length <= 60 || theme.isHighContrast,
        symbol: symbols[place % symbols.length],
        symbolSize: theme.isHighContrast ? 8 : 6,
        lineStyle: { width: 2, type: theme.isHighContrast ? dashes[place % dashes.length] : 'solid' },
        emphasis: { scale: 1.8 },
        data: values.map((value, point) => ({ point, value: step ? [points[point]?.time, value] : value })),
      })),
    },
  };
}
