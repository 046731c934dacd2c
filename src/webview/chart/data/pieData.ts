import { type BarContent, type ChartNumbers, measured, type PieContent } from './chartContent.ts';
import { words } from './chartWords.ts';

const sliceLimit = 50;

/** A pie; bars for values that a pie cannot show. */
export function pieOrBars(numbers: ChartNumbers, wanted: number): PieContent | BarContent {
  const measure = wanted < numbers.series.length ? wanted : 0;
  const { values } = measured({ ...numbers, measure });
  const cannot = values.some((value) => value !== null && value < 0)
    ? words.negativePie
    : values.every((value) => !value)
      ? words.zeroPie
      : undefined;
  if (cannot !== undefined) return { ...numbers, kind: 'bar', measure, notes: [cannot, ...numbers.notes] };
  return { ...grouped({ ...numbers, measure }), kind: 'pie' };
}

/** The largest keep their places, the others become one slice. */
function grouped(numbers: ChartNumbers): ChartNumbers {
  const { points, series, notes } = numbers;
  if (points.length <= sliceLimit) return numbers;
  const { values } = measured(numbers);
  const bySize = points.map((_, place) => place).toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0));
  const kept = bySize.slice(0, sliceLimit - 1).toSorted((one, other) => one - other);
  const rest = bySize.slice(sliceLimit - 1);
  const sum = (all: readonly (number | null)[]): number => rest.reduce((total, place) => total + (all[place] ?? 0), 0);
  return {
    ...numbers,
    points: [...kept.map((place) => points[place]!), { label: words.other(rest.length), row: null }],
    series: series.map((one) => ({
      ...one,
      values: [...kept.map((place) => one.values[place] ?? null), sum(one.values)],
    })),
    notes: [...notes, words.groupedPie(rest.length)],
  };
}
