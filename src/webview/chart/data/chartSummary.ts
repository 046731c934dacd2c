import { type ChartNumbers, type ChartSeries, measured } from './chartContent.ts';
import { numberText } from './chartNumber.ts';
import { chartWords } from '../chartWords.ts';

const seriesLimit = 3;

/** The highest and the lowest of every series. */
export function summarizeSeries(content: ChartNumbers): string {
  const { series } = content;
  if (series.length === 1) return extremes(content, measured(content));
  const told = series.slice(0, seriesLimit).map((one) => `${one.label} ${extremes(content, one)}`);
  return [...told, ...(series.length > seriesLimit ? ['…'] : [])].join('; ');
}

/** The highest and the lowest of one series. */
export function extremes({ points }: ChartNumbers, { values }: ChartSeries): string {
  let [highest, lowest] = [-1, -1];
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    if (highest < 0 || value > values[highest]!) highest = place;
    if (lowest < 0 || value < values[lowest]!) lowest = place;
  }
  const [most, least] = [values[highest], values[lowest]];
  if (most === undefined || most === null || least === undefined || least === null) return chartWords.noValue;
  if (points.length === 1) return `${points[0]!.label} ${numberText(most)}`;
  if (most === least) return chartWords.allSame(numberText(most));
  return [
    chartWords.highest(points[highest]!.label, numberText(most)),
    chartWords.lowest(points[lowest]!.label, numberText(least)),
  ].join(', ');
}

/** What is shown on hover and announced on the way: the label, then a line for each series. */
export function linesOfAll(content: ChartNumbers, place: number): readonly string[] {
  return [labelAt(content, place), ...content.series.map((one) => lineOf(one, place))];
}

/** The same for a chart that shows one series only. */
export function linesOfMeasured(content: ChartNumbers, place: number): readonly string[] {
  return [labelAt(content, place), lineOf(measured(content), place)];
}

export function labelAt({ points }: ChartNumbers, place: number): string {
  return points[place]?.label ?? '';
}

function lineOf({ label, values }: ChartSeries, place: number): string {
  const value = values[place] ?? null;
  return `${label}: ${value === null ? chartWords.noValue : numberText(value)}`;
}
