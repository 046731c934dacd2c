import { formatText } from '../../../../../model/formatValue.ts';
import type { Column } from '../../../../../model/list/recordPage.ts';
import type { ChartChoice, TableRow } from '../../../tableProtocol.ts';
import { parseNumber } from './chartNumber.ts';
import { parseTime } from './timeLabel.ts';
import type { ChartNumbers, ChartPoint, ChartSeries } from './chartContent.ts';
import { chartWords } from '../chartWords.ts';

/** A column with statistics about its cells. */
export interface SurveyedColumn {
  readonly column: Column;
  /** Index of its cell in a row. */
  readonly cell: number;
  readonly filled: number;
  readonly numbers: number;
  readonly times: number;
}

const identifiers = /(^|[._\s])(id|uuid|guid|key|revision|phone|fax|mobile|zip|zip_?code|post_?code|postal_?code)$/i;
const codes = /(^|[._\s])code$/i;
const calendar = /(^|[._\s])(year|quarter|month|week|day|hour)$/i;
const groups =
  /stage|status|state|type|categor|group|class|source|segment|industry|country|region|city|owner|role|team|priority|product|channel|date|month|quarter|week|year|period|created|label|bucket/i;

/** The data that a chart is read from. */
export interface SurveyedRows {
  readonly surveyed: readonly SurveyedColumn[];
  readonly rows: readonly TableRow[];
  /** What the user chose to draw; unset parts are guessed. */
  readonly choice: ChartChoice;
}

/** Surveys the visible columns, or all of them if the service hides every one. */
export function survey(columns: readonly Column[], rows: readonly TableRow[]): SurveyedColumn[] {
  const all = columns.map((column, cell) => ({ column, cell }));
  const visible = all.filter(({ column }) => column.isVisible);
  return (visible.length > 0 ? visible : all).map(({ column, cell }) => ({ column, cell, ...countValues(cell, rows) }));
}

function countValues(cell: number, rows: readonly TableRow[]): Pick<SurveyedColumn, 'filled' | 'numbers' | 'times'> {
  let [filled, numbers, times] = [0, 0, 0];
  for (const { cells } of rows) {
    const text = cells[cell]?.trim();
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

/** The chosen numeric column, or else all that can be drawn as heights: neither identifiers nor years. */
export function seriesColumns({ surveyed, choice }: Pick<SurveyedRows, 'surveyed' | 'choice'>): SurveyedColumn[] {
  if (choice.measure === null) return [];
  const chosen = chosenColumn(surveyed, choice.measure);
  if (chosen) return [chosen];
  return surveyed.filter(
    (one) => isNumeric(one) && !isNamed(one.column, identifiers) && !isNamed(one.column, calendar),
  );
}

/** Undefined if none is chosen, or if the list no longer has it. */
export function chosenColumn(
  surveyed: readonly SurveyedColumn[],
  key: string | null | undefined,
): SurveyedColumn | undefined {
  return surveyed.find(({ column }) => column.key === key);
}

/** A text column may contain a few values that are not numbers; those are counted and skipped. */
export function isNumeric({ column, filled, numbers }: SurveyedColumn): boolean {
  if (column.kind === 'number') return numbers > 0;
  return column.kind === 'text' && filled > 0 && numbers / filled >= 0.8;
}

export function isTimely({ column, filled, times }: SurveyedColumn): boolean {
  if (filled === 0 || times / filled < 0.8) return false;
  return column.kind !== 'number' || isNamed(column, calendar);
}

/**
 * The column that labels the points: a date for a line chart, otherwise one with a name that suggests a group,
 * otherwise the first text column. Undefined if all columns are numeric.
 */
export function labelColumn(surveyed: readonly SurveyedColumn[], prefersTime = false): SurveyedColumn | undefined {
  const candidates = surveyed.filter((one) => one.filled > 0 && (!isNumeric(one) || isNamed(one.column, calendar)));
  const named = candidates.filter(({ column }) => !isNamed(column, identifiers) && !isNamed(column, codes));
  return (
    (prefersTime ? named.find(isTimely) : undefined) ??
    named.find((one) => !isNumeric(one) && isNamed(one.column, groups)) ??
    named.find((one) => !isNumeric(one)) ??
    named[0] ??
    candidates[0]
  );
}

const seriesLimit = 8;

/** Groups the numbers of the rows by the label column; undefined if there are neither labels nor numbers. */
export function readCategories(
  source: SurveyedRows,
  prefersTime = false,
): { readonly label: SurveyedColumn | undefined; readonly numbers: ChartNumbers } | undefined {
  const { surveyed, choice } = source;
  const measure = chosenColumn(surveyed, choice.measure);
  const label =
    chosenColumn(surveyed, choice.group) ??
    labelColumn(
      surveyed.filter((one) => one !== measure),
      prefersTime,
    );
  const numeric = seriesColumns(source).filter((one) => one === measure || one !== label);
  if (numeric.length === 0 && !label) return undefined;
  const numbers = readNumbers(namedBy(label), numeric, source);
  return { label, numbers: label ? { ...numbers, labelKey: label.column.key } : numbers };
}

/** Limits the number of series to those that can be distinguished. */
export function limitSeries(numbers: ChartNumbers): ChartNumbers {
  const { series, notes } = numbers;
  if (series.length <= seriesLimit) return numbers;
  return {
    ...numbers,
    series: series.slice(0, seriesLimit),
    notes: [...notes, chartWords.someSeries(seriesLimit, series.length)],
  };
}

/** How rows are grouped into points. */
interface Naming {
  /** Name of the category: Stage, Country. */
  readonly labelName: string;
  labelOf(row: TableRow, index: number): string;
  /** Rows with the same key form one point; defaults to the label. */
  keyOf?(row: TableRow, index: number): string;
}

/** Returns one point per label. Rows with the same label are summed, or counted if there are no numbers. */
export function readNumbers(
  naming: Naming,
  numeric: readonly SurveyedColumn[],
  { rows, choice }: Pick<SurveyedRows, 'rows' | 'choice'>,
): ChartNumbers {
  const indexes = new Map<string, number>();
  const points: ChartPoint[] = [];
  const sums = (numeric.length > 0 ? numeric : [undefined]).map(() => [] as (number | null)[]);
  let invalidCount = 0;
  for (const [index, row] of rows.entries()) {
    const label = naming.labelOf(row, index);
    const key = naming.keyOf?.(row, index) ?? label;
    const at = indexes.get(key) ?? points.length;
    if (at === points.length) {
      indexes.set(key, at);
      points.push({ label, row: index });
      for (const values of sums) values.push(null);
    }
    if (numeric.length === 0) sums[0]![at] = (sums[0]![at] ?? 0) + 1;
    for (const [position, { cell }] of numeric.entries()) {
      const text = row.cells[cell]?.trim();
      if (!text) continue;
      const value = parseNumber(text);
      if (value === undefined) invalidCount += 1;
      else sums[position]![at] = (sums[position]![at] ?? 0) + value;
    }
  }
  const { labelName } = naming;
  const series: ChartSeries[] = sums.map((values, position) => ({
    label: numeric[position]?.column.label ?? chartWords.records,
    values,
    decimals: numeric[position]?.column.decimals ?? 0,
  }));
  const notes = [
    ...(numeric.length === 0 && choice.measure !== null ? [chartWords.counted(labelName)] : []),
    ...(numeric.length > 0 && points.length < rows.length ? [chartWords.addedUp(labelName)] : []),
    ...(invalidCount > 0 ? [chartWords.notNumbers(invalidCount)] : []),
  ];
  return { labelName, points, series, notes };
}

/** Labels points by a column, or by row if there is no label column. */
function namedBy(label: SurveyedColumn | undefined): Naming {
  if (!label)
    return {
      labelName: chartWords.row,
      labelOf: (row, index) => oneLine(row.name) || `${chartWords.row} ${index + 1}`,
    };
  return {
    labelName: label.column.label,
    labelOf: (row) => oneLine(cellText(row.cells[label.cell] ?? '', label.column)) || chartWords.emptyLabel,
  };
}

/** Formats a cell as the table does; numbers used as labels get no digit grouping. */
function cellText(cell: string, { kind, name }: Column): string {
  return kind === 'number' ? cell : formatText(cell, kind, name);
}

export function oneLine(text: string): string {
  return text.slice(0, 500).replaceAll(/\s+/g, ' ').trim();
}
