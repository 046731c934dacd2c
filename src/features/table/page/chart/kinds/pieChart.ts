import { t } from '@vscode/l10n';
import { PieChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { type ChartType, type Drawing, baseOption, textStyle, type Size } from '../chartFrame.ts';
import type { ChartTheme } from '../chartTheme.ts';
import { type ChartNumbers, type DrawnContent, measured, noContent } from '../data/chartContent.ts';
import { numberText, shareText } from '../data/chartNumber.ts';
import { readCategories } from '../data/chartSeries.ts';
import { extremes, labelAt } from '../data/chartSummary.ts';
import { chartWords } from '../chartWords.ts';

use([PieChart]);

const sliceLimit = 50;

export const pieChart: ChartType = {
  name: () => t('Pie chart'),
  choices: ['group', 'measure'],
  isSingleSeries: true,
  readSource: (source) => {
    const found = readCategories(source);
    return found ? pieOrBars(found.numbers) : noContent(chartWords.noNumbers);
  },
  summarize: (content) => [chartWords.values(content.points.length), extremes(content, measured(content))].join(', '),
  pointLines,
  drawing: (content) => (theme, size) => draw(content, theme, size),
};

/** A pie, or bars for values that a pie can't show. */
function pieOrBars(numbers: ChartNumbers): DrawnContent {
  const { values } = measured(numbers);
  const cannot = values.some((value) => value !== null && value < 0)
    ? chartWords.negativePie
    : values.every((value) => !value)
      ? chartWords.zeroPie
      : undefined;
  if (cannot !== undefined) return { ...numbers, kind: 'bar', notes: [cannot, ...numbers.notes] };
  return { ...grouped(numbers), kind: 'pie' };
}

/** Keeps the largest slices in place and merges the others into one. */
function grouped(numbers: ChartNumbers): ChartNumbers {
  const { points, series, notes } = numbers;
  if (points.length <= sliceLimit) return numbers;
  const { values } = measured(numbers);
  const bySize = points.map((_, index) => index).toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0));
  const largest = bySize.slice(0, sliceLimit - 1).toSorted((one, other) => one - other);
  const rest = bySize.slice(sliceLimit - 1);
  const sum = (all: readonly (number | null)[]): number => rest.reduce((total, index) => total + (all[index] ?? 0), 0);
  return {
    ...numbers,
    points: [...largest.map((index) => points[index]!), { label: chartWords.other(rest.length), row: null }],
    series: series.map((one) => ({
      ...one,
      values: [...largest.map((index) => one.values[index] ?? null), sum(one.values)],
    })),
    notes: [...notes, chartWords.groupedPie(rest.length)],
  };
}

function pointLines(content: ChartNumbers, index: number): readonly string[] {
  const { label, values, decimals } = measured(content);
  const value = values[index] ?? null;
  const total = values.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const text = value === null ? chartWords.noValue : `${numberText(value, decimals)} (${shareText(value, total)})`;
  return [labelAt(content, index), `${label}: ${text}`];
}

/** Places names around the pie, or at its edges if there is little room. */
function draw(content: DrawnContent, theme: ChartTheme, { width, height }: Size): Drawing {
  const { label, values } = measured(content);
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const isNarrow = width < 860;
  // names on both sides take about half of a narrow chart
  const outer = Math.max(40, Math.min(height / 2 - 32, isNarrow ? width * 0.22 : width * 0.28));
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    option: {
      ...baseOption(theme, { trigger: 'item', lines: (point) => pointLines(content, point) }),
      series: [
        {
          type: 'pie',
          name: label,
          radius: [outer * 0.45, outer],
          minAngle: 1,
          itemStyle: { borderColor: theme.border, borderWidth: theme.isHighContrast ? 1 : 2 },
          emphasis: { scaleSize: 8 },
          label: {
            ...textStyle(theme),
            alignTo: isNarrow ? 'edge' : 'labelLine',
            edgeDistance: 8,
            lineHeight: theme.fontSize + 4,
            overflow: 'truncate',
            ...(!isNarrow && { width: Math.max(80, width / 2 - outer - 40) }),
            formatter: ({ name, value }: { name: string; value: number }) =>
              isNarrow ? `${name}\n${shareText(value, total)}` : `${shortened(name)}  ${shareText(value, total)}`,
          },
          labelLine: { length: 10, length2: isNarrow ? 4 : 12, lineStyle: { color: theme.muted } },
          data: content.points.map((point, index) => ({
            point: index,
            name: point.label,
            value: values[index] ?? 0,
            ...(values[index] ? {} : { label: { show: false }, labelLine: { show: false } }),
          })),
        },
      ],
    },
  };
}

/** Shortens the name so that the share after it stays visible. */
function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
