import type { TimeStep } from './timeLabel.ts';

/** One place on the category axis, one slice, one country: what the arrow keys walk over. */
export interface ChartPoint {
  readonly label: string;
  /** The row it comes from, the first of them when several were added up; null when it stands for a rest. */
  readonly row: number | null;
  /** Milliseconds, when the label is a date. */
  readonly time?: number;
  /** Where on the map; absent when that is not known. */
  readonly place?: Place;
}

/** A country by its code in the atlas, or a spot. */
export type Place = { readonly region: string } | { readonly longitude: number; readonly latitude: number };

export interface ChartSeries {
  readonly label: string;
  /** In the order of the points; null where there is no number. */
  readonly values: readonly (number | null)[];
}

/** The numbers of a chart, whatever its kind: what is drawn, read out and listed beneath. */
export interface ChartNumbers {
  /** What the points are: Stage, Country, Created. */
  readonly labelName: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  /** Which series a kind shows that can show only one. */
  readonly measure: number;
  /** What was left out or changed, one sentence each. */
  readonly notes: readonly string[];
}

export interface LineContent extends ChartNumbers {
  readonly kind: 'line';
  /** Set when every point has a time. */
  readonly step: TimeStep | null;
}

export interface BarContent extends ChartNumbers {
  readonly kind: 'bar';
}

export interface PieContent extends ChartNumbers {
  readonly kind: 'pie';
}

export interface GaugeContent extends ChartNumbers {
  readonly kind: 'gauge';
  readonly minimum: number;
  readonly maximum: number;
}

export interface GeoContent extends ChartNumbers {
  readonly kind: 'geo';
}

export type DrawnContent = LineContent | BarContent | PieContent | GaugeContent | GeoContent;

/** Nothing can be drawn; the sentence says why. */
export interface NoContent {
  readonly kind: 'nothing';
  readonly sentence: string;
}

export type ChartContent = DrawnContent | NoContent;

/** The series that a pie, a map or a gauge shows. */
export function measured(content: ChartNumbers): ChartSeries {
  return content.series[content.measure] ?? content.series[0] ?? { label: '', values: [] };
}
