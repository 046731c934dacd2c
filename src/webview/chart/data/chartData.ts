import type { ChartKind } from '../../../model/list/listView.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import type { TableRow } from '../../../protocol/table.ts';
import { type SurveyedColumn, isTimely, labelColumn, seriesColumns, survey } from './chartColumns.ts';
import type { ChartContent, ChartNumbers, NoContent } from './chartContent.ts';
import { words } from './chartWords.ts';
import { readGauge } from './gaugeData.ts';
import { readGeo } from './geoData.ts';
import { pieOrBars } from './pieData.ts';
import { namedBy, readNumbers } from './seriesData.ts';
import { finestStep, parseTime, type Time } from './timeLabel.ts';

export interface ChartSource {
  readonly kind: ChartKind;
  /** What the service calls the chart, for the sentence about one that is not known. */
  readonly helper: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  /** Which column of numbers a pie or a map shows, counted from 0. */
  readonly measure: number;
}

const seriesLimit = 8;

/** What can be drawn of these rows. Column names are any service's own, so the values decide what they are. */
export function readChart(source: ChartSource): ChartContent {
  const { kind, columns, rows } = source;
  if (kind === 'other') return nothing(words.unknownKind(source.helper));
  if (rows.length === 0) return nothing(words.noRows);
  const surveyed = survey(columns, rows);
  if (kind === 'gauge') return readGauge(surveyed, rows);
  if (kind === 'geo') return readGeo(surveyed, rows, source.measure);
  const label = labelColumn(kind, surveyed);
  const numeric = seriesColumns(surveyed).filter((one) => one !== label);
  if (numeric.length === 0 && !label) return nothing(words.noNumbers);
  const numbers = readNumbers(namedBy(label), numeric, rows);
  if (kind === 'line') return readLine(numbers, label);
  return kind === 'pie' ? pieOrBars(numbers, source.measure) : { kind, ...limited(numbers) };
}

function nothing(sentence: string): NoContent {
  return { kind: 'nothing', sentence };
}

function limited(numbers: ChartNumbers): ChartNumbers {
  const { series, notes } = numbers;
  if (series.length <= seriesLimit) return numbers;
  return {
    ...numbers,
    series: series.slice(0, seriesLimit),
    notes: [...notes, words.someSeries(seriesLimit, series.length)],
  };
}

function readLine(all: ChartNumbers, label: SurveyedColumn | undefined): ChartContent {
  const numbers = limited(all);
  if (!label || !isTimely(label)) return { kind: 'line', step: null, ...numbers };
  const dated = numbers.points
    .map((point, place) => ({ point, place, time: parseTime(point.label) }))
    .filter((one): one is typeof one & { time: Time } => one.time !== undefined)
    .toSorted((one, other) => one.time.at - other.time.at);
  const undated = numbers.points.length - dated.length;
  return {
    ...numbers,
    kind: 'line',
    step: finestStep(dated.map((one) => one.time)),
    points: dated.map(({ point, time }) => ({ ...point, time: time.at })),
    series: numbers.series.map((one) => ({ ...one, values: dated.map(({ place }) => one.values[place] ?? null) })),
    notes: [...numbers.notes, ...(undated > 0 ? [words.notTimes(undated)] : [])],
  };
}
