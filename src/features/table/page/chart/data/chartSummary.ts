import { type ChartNumbers, type ChartSeries, measured } from './chartContent.ts';
import { numberText } from './chartNumber.ts';
import { chartWords } from '../chartWords.ts';

const seriesLimit = 3;

/** The max and min of every series. */
export function summarizeSeries(content: ChartNumbers): string {
  const { series } = content;
  if (series.length === 1) return extremes(content, measured(content));
  const ranges = series.slice(0, seriesLimit).map((one) => `${one.label} ${extremes(content, one)}`);
  return [...ranges, ...(series.length > seriesLimit ? ['…'] : [])].join('; ');
}

/** The max and min of one series. */
export function extremes({ points }: ChartNumbers, { values, decimals }: ChartSeries): string {
  const text = (value: number): string => numberText(value, decimals);
  let [highest, lowest] = [-1, -1];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    if (highest < 0 || value > values[highest]!) highest = index;
    if (lowest < 0 || value < values[lowest]!) lowest = index;
  }
  const [max, min] = [values[highest], values[lowest]];
  if (max === undefined || max === null || min === undefined || min === null) return chartWords.noValue;
  if (points.length === 1) return `${points[0]!.label} ${text(max)}`;
  if (max === min) return chartWords.allSame(text(max));
  return [
    chartWords.highest(points[highest]!.label, text(max)),
    chartWords.lowest(points[lowest]!.label, text(min)),
  ].join(', ');
}

/** Lines for the tooltip and the announcement: the label, then one line per series. */
export function linesOfAll(content: ChartNumbers, index: number): readonly string[] {
  return [labelAt(content, index), ...content.series.map((one) => lineOf(one, index))];
}

/** The same for a chart that shows one series only. */
export function linesOfMeasured(content: ChartNumbers, index: number): readonly string[] {
  return [labelAt(content, index), lineOf(measured(content), index)];
}

export function labelAt({ points }: ChartNumbers, index: number): string {
  return points[index]?.label ?? '';
}

function lineOf({ label, values, decimals }: ChartSeries, index: number): string {
  const value = values[index] ?? null;
  return `${label}: ${value === null ? chartWords.noValue : numberText(value, decimals)}`;
}
