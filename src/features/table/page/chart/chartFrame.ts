import type { EChartsCoreOption } from 'echarts/core';
import type { ChartChoice } from '../../tableProtocol.ts';
import type { ChartSeries, DrawnContent, NoContent } from './data/chartContent.ts';
import type { SurveyedRows } from './data/chartSeries.ts';
import { wrapLabel } from './data/wrapLabel.ts';
import { shortNumberText } from './data/chartNumber.ts';
import { type ChartTheme, mixColors } from './chartTheme.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The echarts options, and the mapping from points to their data items. */
export interface Drawing {
  readonly option: EChartsCoreOption;
  /** Horizontal bars need a min height each; beyond that, the chart scrolls. */
  readonly minHeight?: number;
  /** Undefined for a point that is not drawn. */
  at(point: number): { readonly seriesIndex: number; readonly dataIndex: number } | undefined;
}

/** Everything specific to one kind of chart. */
export interface ChartType {
  /** "Bar chart". */
  readonly name: () => string;
  /** The parts that the user can choose. */
  readonly choices: readonly (keyof ChartChoice)[];
  /** The chart shows a single numeric column, even if there are more. */
  readonly isSingleSeries?: true;
  /** Column names vary between services, so the values decide what a column is. */
  readSource(source: SurveyedRows): DrawnContent | NoContent;
  /** Summary that follows the name: "6 values, highest New 1,204, lowest Lost 88". */
  summarize(content: DrawnContent): string;
  /** Lines for the tooltip and the announcement: the point's label, then one line per number. */
  pointLines(content: DrawnContent, index: number): readonly string[];
  /** Returns a function that draws at any size and in any theme. May first load code that only this kind needs. */
  drawing(content: DrawnContent): DrawChart | Promise<DrawChart>;
}

export type DrawChart = (theme: ChartTheme, size: Size) => Drawing;

/** Tooltip of a chart. */
interface Hover {
  readonly trigger: 'axis' | 'item';
  readonly pointer?: 'line' | 'shadow';
  readonly lines: (point: number) => readonly string[];
}

/** Options common to all charts. */
export function baseOption(theme: ChartTheme, { trigger, pointer = 'line', lines }: Hover): EChartsCoreOption {
  return {
    backgroundColor: theme.background,
    textStyle: textStyle(theme),
    color: [...theme.colors],
    useUTC: true,
    animationDuration: 300,
    animationDurationUpdate: 300,
    // use patterns as well, so that color is not the only cue
    aria: { enabled: theme.isHighContrast, label: { enabled: false }, decal: { show: true, decals: patterns(theme) } },
    tooltip: {
      // an HTML tooltip would need inline styles, which the page's CSP forbids
      renderMode: 'richText',
      confine: true,
      trigger,
      axisPointer: { type: pointer, animation: false },
      backgroundColor: theme.tip.background,
      borderColor: theme.tip.border,
      borderWidth: 1,
      padding: 8,
      transitionDuration: 0,
      textStyle: { ...textStyle(theme), color: theme.tip.foreground },
      formatter: (hovered: unknown) => {
        const point = pointOf(hovered);
        return point === undefined ? '' : lines(point).map(verbatim).join('\n');
      },
    },
  };
}

/** Returns the index of the point, which every data item carries. */
export function pointOf(event: unknown): number | undefined {
  const [first] = Array.isArray(event) ? (event as unknown[]) : [event];
  const { data } = (first ?? {}) as { data?: { point?: unknown } | null };
  return typeof data?.point === 'number' ? data.point : undefined;
}

/** Escapes `{name|text}`, which echarts would parse as a style. */
function verbatim(text: string): string {
  return wrapLabel(text, 48).replaceAll('{', '{\u200b');
}

export function textStyle(theme: ChartTheme): { color: string; fontFamily: string; fontSize: number } {
  return { color: theme.foreground, fontFamily: theme.font, fontSize: Math.min(theme.fontSize, 14) };
}

/** Legend above the chart if there are several series, and its height. */
export function legend(
  series: readonly ChartSeries[],
  theme: ChartTheme,
  width: number,
): { option: object; height: number } {
  if (series.length < 2) return { option: { show: false }, height: 0 };
  const all = series.reduce((sum, { label }) => sum + Math.min(label.length, 30) * theme.fontSize * 0.6 + 45, 0);
  return {
    option: {
      top: 4,
      left: 8,
      right: 8,
      itemGap: 12,
      textStyle: { ...textStyle(theme), width: 180, overflow: 'truncate' },
      inactiveColor: theme.faint,
    },
    height: Math.ceil(all / Math.max(width - 16, 100)) * (theme.fontSize + 12),
  };
}

/** 0 for the first axis, 1 for the second: a count of 12 would be invisible next to a sum in the millions. */
export function axisOf(series: readonly ChartSeries[]): readonly (0 | 1)[] {
  const sizes = series.map(({ values }) =>
    values.reduce<number>((max, value) => Math.max(max, Math.abs(value ?? 0)), 0),
  );
  const sorted = sizes.filter((size) => size > 0).toSorted((one, other) => one - other);
  let [widest, border] = [20, 0];
  for (const [index, size] of sorted.entries()) {
    const gap = size / (sorted[index - 1] ?? size);
    if (gap > widest) [widest, border] = [gap, size];
  }
  const sides = sizes.map((size) => (size >= border || size === 0 ? 1 : 0));
  // the first series stays on the first axis
  return border === 0 ? series.map(() => 0) : sides.map((side) => (side === sides[0] ? 0 : 1));
}

/** Labels and names of the axes are laid out inside these bounds. */
export function gridWithin(top: number, theme: ChartTheme): object {
  return {
    left: 12,
    right: 20,
    top: top + theme.fontSize,
    bottom: 12,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  };
}

/** One value axis, or two if `axisOf` says so; with two, each has a name. */
export function valueAxes(series: readonly ChartSeries[], theme: ChartTheme): object[] {
  const sides = axisOf(series);
  return [0, 1]
    .filter((side) => sides.some((one) => one === side))
    .map((side, _, all) => ({
      type: 'value',
      name:
        all.length > 1
          ? series
              .filter((_one, index) => sides[index] === side)
              .map(({ label }) => label)
              .join(', ')
          : '',
      nameLocation: 'middle',
      nameGap: 8,
      nameTextStyle: { ...textStyle(theme), color: theme.muted, width: 220, overflow: 'truncate' },
      axisLabel: { ...textStyle(theme), formatter: shortNumberText, hideOverlap: true },
      axisLine: { show: false },
      axisTick: { show: false },
      splitNumber: 4,
      alignTicks: true,
      splitLine: { show: side === 0, lineStyle: { color: theme.faint } },
    }));
}

function patterns(theme: ChartTheme): object[] {
  const color = mixColors(theme.background, theme.foreground, 0.1);
  const line = { color, symbol: 'rect', symbolSize: 1 };
  return [
    { symbol: 'none' },
    { ...line, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 4 },
    {
      ...line,
      symbol: 'circle',
      dashArrayX: [
        [8, 8],
        [0, 8, 8, 0],
      ],
      dashArrayY: [6, 0],
      symbolSize: 0.8,
    },
    { ...line, dashArrayX: [1, 0], dashArrayY: [4, 3], rotation: -Math.PI / 4 },
    {
      ...line,
      dashArrayX: [
        [6, 6],
        [0, 6, 6, 0],
      ],
      dashArrayY: [6, 0],
    },
    { ...line, dashArrayX: [1, 0], dashArrayY: [2, 4] },
  ];
}
