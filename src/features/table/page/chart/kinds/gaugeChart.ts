import { t } from '@vscode/l10n';
import { GaugeChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { type ChartType, type Drawing, baseOption, textStyle, type Size } from '../chartFrame.ts';
import type { ChartTheme } from '../chartTheme.ts';
import { type DrawnContent, measured, type NoContent, noContent } from '../data/chartContent.ts';
import { numberText, parseNumber, roundUp, shortNumberText } from '../data/chartNumber.ts';
import {
  chosenColumn,
  isNamed,
  isNumeric,
  seriesColumns,
  type SurveyedColumn,
  type SurveyedRows,
} from '../data/chartSeries.ts';
import { linesOfMeasured } from '../data/chartSummary.ts';
import { chartWords } from '../chartWords.ts';

use([GaugeChart]);

export interface GaugeContent extends DrawnContent {
  readonly minimum: number;
  readonly maximum: number;
}

const valueNames = /^(value|current|actual|score|share|percent(age)?|rate|result|progress)$/i;
const minimumNames = /^(min(imum)?|min_?value|from|lower(_?(limit|bound))?|floor|start)$/i;
const maximumNames = /^(max(imum)?|max_?value|to|upper(_?(limit|bound))?|target|goal|limit|ceiling|out_?of|end)$/i;
const shareNames = /percent|share|rate|ratio|%|progress|\bpct\b/i;

export const gaugeChart: ChartType = {
  name: () => t('Gauge'),
  choices: ['measure'],
  isSingleSeries: true,
  readSource: readGauge,
  summarize(content: GaugeContent) {
    return chartWords.scale(
      numberText(measured(content).values[0] ?? 0),
      numberText(content.minimum),
      numberText(content.maximum),
    );
  },
  pointLines: linesOfMeasured,
  drawing(content: GaugeContent) {
    return (theme, size) => draw(content, theme, size);
  },
};

/**
 * Finds the value by column name, else takes the first number; finds the scale by column name, else chooses one that
 * suits the value.
 */
function readGauge({ surveyed, rows, choice }: SurveyedRows): GaugeContent | NoContent {
  const numeric = surveyed.filter(isNumeric);
  const named = (pattern: RegExp): SurveyedColumn | undefined => numeric.find(({ column }) => isNamed(column, pattern));
  const [minimum, maximum] = [named(minimumNames), named(maximumNames)];
  const free = seriesColumns({ surveyed, choice: {} }).filter((one) => one !== minimum && one !== maximum);
  const guess = free.find(({ column }) => isNamed(column, valueNames)) ?? free[0];
  const value = chosenColumn(surveyed, choice.measure) ?? guess;
  const row = value ? rows.findIndex(({ cells }) => parseNumber(cells[value.cell]) !== undefined) : -1;
  const shown = value && parseNumber(rows[row]?.cells[value.cell]);
  if (!value || shown === undefined) return noContent(chartWords.noNumbers);
  const given = (column: SurveyedColumn | undefined): number | undefined =>
    column && parseNumber(rows[row]?.cells[column.cell]);
  const isShare = surveyed.some(({ column }) => column === value.column && isNamed(column, shareNames));
  const scale = scaleFor(shown, isShare, given(minimum), given(maximum));
  const text = surveyed.find((one) => !isNumeric(one) && one.filled > 0);
  return {
    kind: 'gauge',
    ...scale,
    labelName: text?.column.label ?? chartWords.value,
    points: [{ label: (text && rows[row]?.cells[text.cell]?.trim()) || value.column.label, row }],
    series: [
      { label: value.column.label, values: [shown], decimals: value.column.decimals ?? 0 },
      { label: chartWords.minimum, values: [scale.minimum] },
      { label: chartWords.maximum, values: [scale.maximum] },
    ],
    notes: rows.length > 1 ? [chartWords.firstGauge(rows.length)] : [],
  };
}

/** A scale that includes the value, even if the service's own scale doesn't. */
function scaleFor(
  value: number,
  isShare: boolean,
  minimum: number | undefined,
  maximum: number | undefined,
): { minimum: number; maximum: number } {
  const low = minimum ?? (value < 0 ? -roundUp(-value) : 0);
  const usual = isShare && value >= 0 && value <= 100 ? (value <= 1 && !Number.isInteger(value) ? 1 : 100) : undefined;
  const high = maximum ?? usual ?? (value > 0 ? roundUp(value) : Math.max(0, low));
  const from = Math.min(low, value);
  const to = Math.max(high, value);
  return from < to ? { minimum: from, maximum: to } : { minimum: from, maximum: from + 1 };
}

function draw(content: GaugeContent, theme: ChartTheme, { width, height }: Size): Drawing {
  const radius = Math.max(50, Math.min(width / 2 - 16, (height - 24) / 1.75));
  const lineWidth = Math.max(8, Math.min(20, radius / 8));
  const color = theme.colors[0];
  const text = numberText(measured(content).values[0] ?? 0);
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    option: {
      ...baseOption(theme, { trigger: 'item', lines: (point) => linesOfMeasured(content, point) }),
      series: [
        {
          type: 'gauge',
          min: content.minimum,
          max: content.maximum,
          splitNumber: 5,
          radius,
          center: ['50%', height / 2 + radius * 0.12],
          progress: { show: true, width: lineWidth, itemStyle: { color: color } },
          axisLine: { lineStyle: { width: lineWidth, color: [[1, theme.faint]] } },
          axisTick: { show: false },
          splitLine: { distance: -lineWidth, length: lineWidth, lineStyle: { width: 2, color: theme.background } },
          axisLabel: { ...textStyle(theme), distance: lineWidth + 8, formatter: shortNumberText },
          pointer: { width: 5, length: '58%', itemStyle: { color: theme.foreground } },
          anchor: { show: true, size: 12, itemStyle: { color: theme.foreground } },
          title: {
            ...textStyle(theme),
            color: theme.muted,
            offsetCenter: [0, '72%'],
            width: radius * 1.2,
            overflow: 'truncate',
          },
          detail: {
            ...textStyle(theme),
            fontSize: Math.max(14, Math.min(32, radius / 5, (radius * 1.8) / text.length)),
            offsetCenter: [0, '48%'],
            formatter: numberText,
          },
          data: [{ point: 0, name: content.points[0]?.label ?? '', value: measured(content).values[0] }],
        },
      ],
    },
  };
}
