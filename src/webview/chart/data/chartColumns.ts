import type { ChartKind } from '../../../model/list/listView.ts';
import type { Column } from '../../../model/list/recordPage.ts';
import type { TableRow } from '../../../protocol/table.ts';
import { parseNumber } from './chartNumber.ts';
import { parseTime } from './timeLabel.ts';

/** A column with what its cells turned out to be. */
export interface SurveyedColumn {
  readonly column: Column;
  /** Which cell of a row is its. */
  readonly place: number;
  readonly filled: number;
  readonly numbers: number;
  readonly times: number;
}

const identifiers = /(^|[._\s])(id|uuid|guid|key|revision|phone|fax|mobile|zip|zip_?code|post_?code|postal_?code)$/i;
const codes = /(^|[._\s])code$/i;
const calendar = /(^|[._\s])(year|quarter|month|week|day|hour)$/i;
const groups =
  /stage|status|state|type|categor|group|class|source|segment|industry|country|region|city|owner|role|team|priority|product|channel|date|month|quarter|week|year|period|created|label|bucket/i;

/** The visible columns; all of them when the service hides every one. */
export function survey(columns: readonly Column[], rows: readonly TableRow[]): SurveyedColumn[] {
  const all = columns.map((column, place) => ({ column, place }));
  const visible = all.filter(({ column }) => column.isVisible);
  return (visible.length > 0 ? visible : all).map(({ column, place }) => ({ column, place, ...look(place, rows) }));
}

function look(place: number, rows: readonly TableRow[]): Pick<SurveyedColumn, 'filled' | 'numbers' | 'times'> {
  let [filled, numbers, times] = [0, 0, 0];
  for (const { cells } of rows) {
    const text = cells[place]?.trim();
    if (!text) continue;
    filled += 1;
    if (parseNumber(text) !== undefined) numbers += 1;
    if (parseTime(text) !== undefined) times += 1;
  }
  return { filled, numbers, times };
}

function namesOf({ name, label, key }: Column): readonly string[] {
  return [name, label, key.slice(key.lastIndexOf('.') + 1)];
}

export function isNamed(column: Column, pattern: RegExp): boolean {
  return namesOf(column).some((name) => pattern.test(name));
}

/** Values that can be drawn as heights: numbers that are neither a name for something nor a year. */
export function seriesColumns(surveyed: readonly SurveyedColumn[]): SurveyedColumn[] {
  return surveyed.filter(
    (one) => isNumeric(one) && !isNamed(one.column, identifiers) && !isNamed(one.column, calendar),
  );
}

/** A column of another kind may hold a few values that are no numbers; those are counted and left out. */
export function isNumeric({ column, filled, numbers }: SurveyedColumn): boolean {
  if (column.kind === 'number') return numbers > 0;
  return column.kind === 'text' && filled > 0 && numbers / filled >= 0.8;
}

export function isTimely({ column, filled, times }: SurveyedColumn): boolean {
  if (filled === 0 || times / filled < 0.8) return false;
  return column.kind !== 'number' || isNamed(column, calendar);
}

/**
 * The column that names the points: for a line a date, otherwise one that sounds like a group, otherwise the first text.
 * Undefined when all columns are numbers.
 */
export function labelColumn(kind: ChartKind, surveyed: readonly SurveyedColumn[]): SurveyedColumn | undefined {
  const candidates = surveyed.filter((one) => one.filled > 0 && (!isNumeric(one) || isNamed(one.column, calendar)));
  const named = candidates.filter(({ column }) => !isNamed(column, identifiers) && !isNamed(column, codes));
  return (
    (kind === 'line' ? named.find(isTimely) : undefined) ??
    named.find((one) => !isNumeric(one) && isNamed(one.column, groups)) ??
    named.find((one) => !isNumeric(one)) ??
    named[0] ??
    candidates[0]
  );
}
