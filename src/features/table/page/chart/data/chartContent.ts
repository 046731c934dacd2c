import type { ChartKind } from '../../../../../model/list/listView.ts';

/** One place on the category axis, one slice, one country: what the arrow keys walk over. */
export interface ChartPoint {
  readonly label: string;
  /** The row it comes from, the first of them when several were added up; null when it stands for a rest. */
  readonly row: number | null;
  /** Milliseconds, when the label is a date. */
  readonly time?: number;
  /** Where on the map; absent when that is not known. */
  readonly location?: MapLocation;
}

/** A country by its code in the atlas, or a spot. */
export type MapLocation = { readonly region: string } | { readonly longitude: number; readonly latitude: number };

export interface ChartSeries {
  readonly label: string;
  /** Of its numbers, as the column shows them. */
  readonly decimals?: number;
  /** In the order of the points; null where there is no number. */
  readonly values: readonly (number | null)[];
}

/** The numbers of a chart, whatever its kind: what is drawn, read out and listed beneath. */
export interface ChartNumbers {
  /** What the points are: Stage, Country, Created. */
  readonly labelName: string;
  /** The column that they are read from, as it is written there; left out where it is none. */
  readonly labelKey?: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  /** What was left out or changed, one sentence each. */
  readonly notes: readonly string[];
}

/** What is drawn. A kind of chart may add to it. */
export interface DrawnContent extends ChartNumbers {
  readonly kind: Exclude<ChartKind, 'other'>;
}

/** Nothing can be drawn; the sentence says why. */
export interface NoContent {
  readonly kind: 'nothing';
  readonly sentence: string;
}

export type ChartContent = DrawnContent | NoContent;

export function noContent(sentence: string): NoContent {
  return { kind: 'nothing', sentence };
}

/** The series that a pie, a map or a gauge shows. */
export function measured({ series }: ChartNumbers): ChartSeries {
  return series[0] ?? { label: '', values: [] };
}

/** Where a key leads among the points; undefined for a key that means nothing here. Null is no point. */
export function nextPoint(key: string, point: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  const from = (step: number): number => {
    if (point === null) return step > 0 ? 0 : last;
    return Math.min(Math.max(point + step, 0), last);
  };
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return from(1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return from(-1);
    case 'PageDown':
      return from(10);
    case 'PageUp':
      return from(-10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return point === null ? undefined : null;
    default:
      return undefined;
  }
}
