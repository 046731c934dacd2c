import type { BenchLine } from './benchLine.ts';

const header = ['', 'ratio', 'spread', 'limit', '', ''];

export const isMet = (line: BenchLine): boolean => line.limit === undefined || line.ratio <= line.limit;

/** One line per measurement. */
export function table(lines: readonly BenchLine[]): string {
  const rows = lines.map((line) => [
    line.name,
    shown(line, line.ratio),
    `±${(line.spread / 2).toFixed(2)}`,
    line.limit === undefined ? '' : shown(line, line.limit),
    line.limit === undefined ? 'told' : isMet(line) ? 'met' : 'MISSED',
    line.detail ?? '',
  ]);
  return aligned([header, ...rows]);
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
