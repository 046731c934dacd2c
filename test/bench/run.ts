// npm run bench [-- [--quick] part of a file's name]: runs test/bench/*.bench.ts and compares every line with its limit.
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject } from '../support/projectPaths.ts';
import { SetupError } from '../support/setupError.ts';
import type { Bench, BenchLine } from './benchLine.ts';
import { isMet, table } from './report.ts';

await program(async () => {
  const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
  if (values.quick) process.env['RECORDBENCH_BENCH_QUICK'] = '1';
  const [only = ''] = positionals;
  const progress = new Progress();
  const lines: BenchLine[] = [];
  const failed: string[] = [];
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).filter((file) => file.includes(only));
  if (files.length === 0)
    throw new SetupError(`Nothing that is measured has “${only}” in its name.`, 'npm run bench measures all of it.');
  // one at a time: parallel runs would distort the results
  for (const file of files.toSorted()) {
    const name = file.slice(0, -'.bench.ts'.length);
    try {
      const { default: bench } = (await import(path.join(import.meta.dirname, file))) as { default: Bench };
      lines.push(...(await progress.step(name, bench)));
      writeResults(lines);
    } catch (error) {
      // keep the results of the others
      failed.push(name);
      console.error(error);
    }
  }
  console.log(`\n${table(lines)}`);
  for (const name of failed)
    console.log(`${name} was not measured, see above; npm run bench -- ${name} does it alone.`);
  return failed.length === 0 && lines.every(isMet) ? 0 : 1;
});

/** Stores the results as JSON, in addition to the table. */
function writeResults(lines: readonly BenchLine[]): void {
  mkdirSync(inProject('dist'), { recursive: true });
  const content = lines.map((line) => ({ ...line, met: isMet(line) }));
  writeFileSync(inProject('dist', 'bench.json'), `${JSON.stringify(content, undefined, 2)}\n`);
}
