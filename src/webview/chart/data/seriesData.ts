import type { TableRow } from '../../../protocol/table.ts';
import type { SurveyedColumn } from './chartColumns.ts';
import type { ChartNumbers, ChartPoint, ChartSeries } from './chartContent.ts';
import { parseNumber } from './chartNumber.ts';
import { words } from './chartWords.ts';

/** How rows become points. */
export interface Naming {
  /** What the points are: Stage, Country. */
  readonly labelName: string;
  labelOf(row: TableRow, index: number): string;
  /** Rows of the same key are one point; the label, when nothing else is said. */
  keyOf?(row: TableRow, index: number): string;
}

/** One point for each label; rows of the same label are added up, and counted when there is nothing to add. */
export function readNumbers(
  naming: Naming,
  numeric: readonly SurveyedColumn[],
  rows: readonly TableRow[],
): ChartNumbers {
  const places = new Map<string, number>();
  const points: ChartPoint[] = [];
  const sums = (numeric.length > 0 ? numeric : [undefined]).map(() => [] as (number | null)[]);
  let rubbish = 0;
  for (const [index, row] of rows.entries()) {
    const label = naming.labelOf(row, index);
    const key = naming.keyOf?.(row, index) ?? label;
    const place = places.get(key) ?? points.length;
    if (place === points.length) {
      places.set(key, place);
      points.push({ label, row: index });
      for (const values of sums) values.push(null);
    }
    if (numeric.length === 0) sums[0]![place] = (sums[0]![place] ?? 0) + 1;
    for (const [position, { place: cell }] of numeric.entries()) {
      const text = row.cells[cell]?.trim();
      if (!text) continue;
      const value = parseNumber(text);
      if (value === undefined) rubbish += 1;
      else sums[position]![place] = (sums[position]![place] ?? 0) + value;
    }
  }
  const { labelName } = naming;
  const series: ChartSeries[] = sums.map((values, position) => ({
    label: numeric[position]?.column.label ?? words.records,
    values,
  }));
  const notes = [
    ...(numeric.length === 0 ? [words.counted(labelName)] : []),
    ...(numeric.length > 0 && points.length < rows.length ? [words.addedUp(labelName)] : []),
    ...(rubbish > 0 ? [words.notNumbers(rubbish)] : []),
  ];
  return { labelName, points, series, measure: 0, notes };
}

/** By a column, or by the rows themselves where no column names them. */
export function namedBy(label: SurveyedColumn | undefined): Naming {
  if (!label)
    return { labelName: words.row, labelOf: (row, index) => oneLine(row.name) || `${words.row} ${index + 1}` };
  return {
    labelName: label.column.label,
    labelOf: (row) => oneLine(row.cells[label.place] ?? '') || words.emptyLabel,
  };
}

export function oneLine(text: string): string {
  return text.slice(0, 500).replaceAll(/\s+/g, ' ').trim();
}
