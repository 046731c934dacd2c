// npm run bench [-- part of a file's name]: runs test/bench/*.bench.ts and compares every line with its limit.
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { program } from '../support/program.ts';
import { inProject } from '../support/projectPaths.ts';
import type { Bench, BenchLine } from './benchLine.ts';

const isMet = (line: BenchLine): boolean => line.ratio <= line.limit;
const header = ['', 'ratio', 'limit', 'spread', '', ''];

await program(async () => {
  const [only = ''] = process.argv.slice(2);
  const lines: BenchLine[] = [];
  // one after the other: they would disturb each other
  for (const file of globSync('*.bench.ts', { cwd: import.meta.dirname }).toSorted()) {
    if (!file.includes(only)) continue;
    const { default: bench } = (await import(path.join(import.meta.dirname, file))) as { default: Bench };
    lines.push(...(await bench()));
  }
  const rows = lines.map((line) => [
    line.name,
    line.ratio.toFixed(2),
    line.limit.toFixed(2),
    `±${(line.spread / 2).toFixed(2)}`,
    isMet(line) ? 'met' : 'MISSED',
    line.detail ?? '',
  ]);
  console.log(aligned([header, ...rows]));

  mkdirSync(inProject('dist'), { recursive: true });
  writeFileSync(
    inProject('dist', 'bench.json'),
    `${JSON.stringify(
      lines.map((line) => ({ ...line, met: isMet(line) })),
      undefined,
      2,
    )}\n`,
  );
  return lines.every(isMet) ? 0 : 1;
});

/** The first and the last columns read from the left, numbers from the right. */
function aligned(table: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
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
