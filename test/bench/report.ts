import type { BenchLine } from './benchLine.ts';

const header = ['', 'ratio', 'spread', 'limit', '', ''];

export const isMet = (line: BenchLine): boolean => line.limit === undefined || line.ratio <= line.limit;

/** The line alone, as soon as it is measured. */
export function lineText(line: BenchLine): string {
  const [name, ratio, spread, limit, verdict, detail] = cells(line);
  return [`  ${name}: ${ratio} ${spread}`, limit && `limit ${limit}`, verdict, detail].filter(Boolean).join(', ');
}

/** All lines as a table, then each missed limit and each benchmark that failed, by name. */
export function summary(lines: readonly BenchLine[], failed: readonly string[]): string {
  const missed = lines.filter((line) => !isMet(line)).map((line) => `Limit missed: ${line.name}`);
  const unmeasured = failed.map((name) => `Not measured: ${name}, see above; npm run bench -- ${name} runs it alone.`);
  return [aligned([header, ...lines.map(cells)]), ...missed, ...unmeasured].join('\n');
}

function cells(line: BenchLine): string[] {
  return [
    line.name,
    shown(line, line.ratio),
    `±${(line.spread / 2).toFixed(2)}`,
    line.limit === undefined ? '' : shown(line, line.limit),
    line.limit === undefined ? 'no limit' : isMet(line) ? 'met' : 'MISSED',
    line.detail ?? '',
  ];
}

/** For growth, shows the exponent. */
function shown({ kind }: BenchLine, value: number): string {
  return kind === 'growth' ? `n^${value.toFixed(2)}` : value.toFixed(2);
}

/** The first and last columns are left-aligned, numbers right-aligned. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column >= 1 && column <= 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
