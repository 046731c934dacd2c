import type { ChartKind } from '../../../../../model/list/listView.ts';

/** One category on the axis, one slice or one country; the arrow keys move between points. */
export interface ChartPoint {
  readonly label: string;
  /** Index of its row, or of the first row if several were summed; null for the "other" point. */
  readonly row: number | null;
  /** Timestamp in milliseconds, if the label is a date. */
  readonly time?: number;
  /** Location on the map; absent if unknown. */
  readonly location?: MapLocation;
}

/** A country by its code in the atlas, or coordinates. */
export type MapLocation = { readonly region: string } | { readonly longitude: number; readonly latitude: number };

export interface ChartSeries {
  readonly label: string;
  /** Decimals of its numbers, as shown in the column. */
  readonly decimals?: number;
  /** In the order of the points; null where there is no number. */
  readonly values: readonly (number | null)[];
}

/** The numbers of a chart of any kind, as drawn, announced and listed below it. */
export interface ChartNumbers {
  /** Name of the category: Stage, Country, Created. */
  readonly labelName: string;
  /** Key of the column that the labels are read from; absent if there is none. */
  readonly labelKey?: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  /** Notes about omitted or changed data, one sentence each. */
  readonly notes: readonly string[];
}

/** Content that can be drawn. A kind of chart may extend it. */
export interface DrawnContent extends ChartNumbers {
  readonly kind: Exclude<ChartKind, 'other'>;
}

/** Nothing can be drawn; `sentence` says why. */
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

/** The point that a key moves to; undefined if the key has no effect, null for no point. */
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
