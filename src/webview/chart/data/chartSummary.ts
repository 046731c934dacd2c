import { type ChartNumbers, type ChartSeries, type DrawnContent, measured } from './chartContent.ts';
import { numberText, shareText } from './chartNumber.ts';
import { words } from './chartWords.ts';

const seriesLimit = 3;

/** The chart in one sentence: `Bar chart Pipeline by Stage: 6 values, highest New 1,204, lowest Lost 88`. */
export function summarize(content: DrawnContent, title: string): string {
  const name = title === '' ? words.kinds[content.kind] : `${words.kinds[content.kind]} ${title}`;
  return `${name}: ${summaryOf(content)}`;
}

function summaryOf(content: DrawnContent): string {
  switch (content.kind) {
    case 'gauge':
      return words.scale(
        numberText(measured(content).values[0] ?? 0),
        numberText(content.minimum),
        numberText(content.maximum),
      );
    case 'geo':
      return [words.places(content.points.length), extremes(content, measured(content))].join(', ');
    case 'pie':
      return [words.values(content.points.length), extremes(content, measured(content))].join(', ');
    case 'line':
      return [span(content), ofAll(content)].join(', ');
    case 'bar':
      return [words.values(content.points.length), ofAll(content)].join(', ');
  }
}

function span({ points }: ChartNumbers): string {
  const [first, last] = [points[0]?.label, points.at(-1)?.label];
  const range = first === undefined || last === undefined || first === last ? '' : ` ${words.from(first, last)}`;
  return words.values(points.length) + range;
}

function ofAll(content: ChartNumbers): string {
  const { series } = content;
  if (series.length === 1) return extremes(content, measured(content));
  const told = series.slice(0, seriesLimit).map((one) => `${one.label} ${extremes(content, one)}`);
  return [...told, ...(series.length > seriesLimit ? ['…'] : [])].join('; ');
}

function extremes({ points }: ChartNumbers, { values }: ChartSeries): string {
  let [highest, lowest] = [-1, -1];
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    if (highest < 0 || value > values[highest]!) highest = place;
    if (lowest < 0 || value < values[lowest]!) lowest = place;
  }
  const [most, least] = [values[highest], values[lowest]];
  if (most === undefined || most === null || least === undefined || least === null) return words.noValue;
  if (points.length === 1) return `${points[0]!.label} ${numberText(most)}`;
  if (most === least) return words.allSame(numberText(most));
  return [
    words.highest(points[highest]!.label, numberText(most)),
    words.lowest(points[lowest]!.label, numberText(least)),
  ].join(', ');
}

/** What is shown on hover and announced on the way: the label, then a line for each number. */
export function pointLines(content: DrawnContent, place: number): readonly string[] {
  const only = content.kind === 'pie' || content.kind === 'geo';
  const series = only ? [measured(content)] : content.kind === 'gauge' ? content.series.slice(0, 1) : content.series;
  return [
    content.points[place]?.label ?? '',
    ...series.map(({ label, values }) => `${label}: ${valueText(content, values, place)}`),
  ];
}

function valueText(content: DrawnContent, values: readonly (number | null)[], place: number): string {
  const value = values[place] ?? null;
  if (value === null) return words.noValue;
  if (content.kind !== 'pie') return numberText(value);
  const total = values.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return `${numberText(value)} (${shareText(value, total)})`;
}

/** The announcement for a point: `New, Records: 1,204, 1 of 6`. */
export function announce(content: DrawnContent, place: number): string {
  return [...pointLines(content, place), words.ofAll(place + 1, content.points.length)].join(', ');
}
