import type { TableRow } from '../../../protocol/table.ts';
import { isNamed, isNumeric, seriesColumns, type SurveyedColumn } from './chartColumns.ts';
import type { GaugeContent, NoContent } from './chartContent.ts';
import { parseNumber, roundUp } from './chartNumber.ts';
import { words } from './chartWords.ts';

const valueNames = /^(value|current|actual|score|share|percent(age)?|rate|result|progress)$/i;
const minimumNames = /^(min(imum)?|min_?value|from|lower(_?(limit|bound))?|floor|start)$/i;
const maximumNames = /^(max(imum)?|max_?value|to|upper(_?(limit|bound))?|target|goal|limit|ceiling|out_?of|end)$/i;
const shareNames = /percent|share|rate|ratio|%|progress|\bpct\b/i;

/** The value by its name, else the first number; its scale by its name, else one that suits the value. */
export function readGauge(surveyed: readonly SurveyedColumn[], rows: readonly TableRow[]): GaugeContent | NoContent {
  const numeric = surveyed.filter(isNumeric);
  const named = (pattern: RegExp): SurveyedColumn | undefined => numeric.find(({ column }) => isNamed(column, pattern));
  const [minimum, maximum] = [named(minimumNames), named(maximumNames)];
  const free = seriesColumns(surveyed).filter((one) => one !== minimum && one !== maximum);
  const value = free.find(({ column }) => isNamed(column, valueNames)) ?? free[0];
  const row = value ? rows.findIndex(({ cells }) => parseNumber(cells[value.place]) !== undefined) : -1;
  const shown = value && parseNumber(rows[row]?.cells[value.place]);
  if (!value || shown === undefined) return { kind: 'nothing', sentence: words.noNumbers };
  const given = (column: SurveyedColumn | undefined): number | undefined =>
    column && parseNumber(rows[row]?.cells[column.place]);
  const isShare = surveyed.some(({ column }) => column === value.column && isNamed(column, shareNames));
  const scale = scaleFor(shown, isShare, given(minimum), given(maximum));
  const text = surveyed.find((one) => !isNumeric(one) && one.filled > 0);
  return {
    kind: 'gauge',
    ...scale,
    labelName: text?.column.label ?? words.value,
    points: [{ label: (text && rows[row]?.cells[text.place]?.trim()) || value.column.label, row }],
    series: [
      { label: value.column.label, values: [shown] },
      { label: words.minimum, values: [scale.minimum] },
      { label: words.maximum, values: [scale.maximum] },
    ],
    measure: 0,
    notes: rows.length > 1 ? [words.firstGauge(rows.length)] : [],
  };
}

/** A scale that the value lies on, even where the service's own does not reach. */
function scaleFor(
  value: number,
  isShare: boolean,
  minimum: number | undefined,
  maximum: number | undefined,
): { minimum: number; maximum: number } {
  const low = minimum ?? (value < 0 ? -roundUp(-value) : 0);
  const usual = isShare && value >= 0 && value <= 100 ? (value <= 1 && !Number.isInteger(value) ? 1 : 100) : undefined;
  const high = maximum ?? usual ?? (value > 0 ? roundUp(value) : Math.max(0, low));
  const from = Math.min(low, value);
  const to = Math.max(high, value);
  return from < to ? { minimum: from, maximum: to } : { minimum: from, maximum: from + 1 };
}
