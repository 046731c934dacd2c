// npm run bench [-- [--quick] part of a file's name]: runs test/bench/*.bench.ts and compares every line with its limit.
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { atEnd, program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject } from '../support/projectPaths.ts';
import { SetupError } from '../support/setupError.ts';
import type { Bench, BenchLine } from './benchLine.ts';
import { isMet, lineText, summary } from './report.ts';

await program(async (ending) => {
  const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
  if (values.quick) process.env['RECORDBENCH_BENCH_QUICK'] = '1';
  const [only = ''] = positionals;
  const progress = new Progress();
  const lines: BenchLine[] = [];
  const failed: string[] = [];
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).filter((file) => file.includes(only));
  if (files.length === 0)
    throw new SetupError(`Nothing that is measured has “${only}” in its name.`, 'npm run bench measures all of it.');
  // runs last, also when interrupted: cleanups run newest first
  const conclude = atEnd(async () => {
    console.log(`\n${summary(lines, failed)}`);
    if (ending.aborted) console.log('Interrupted: the rest was not measured.');
  });
  const report = (line: BenchLine): void => {
    lines.push(line);
    progress.say(lineText(line));
    writeResults(lines);
  };
  // one at a time: parallel runs would distort the results
  for (const file of files.toSorted()) {
    const name = file.slice(0, -'.bench.ts'.length);
    if (ending.aborted) break;
    try {
      const { default: bench } = (await import(path.join(import.meta.dirname, file))) as { default: Bench };
      await progress.step(name, () => bench(report));
    } catch (error) {
      // its processes were ended
      if (ending.aborted) break;
      // keep the results of the others
      failed.push(name);
      console.error(error);
    }
  }
  await conclude();
  return failed.length === 0 && lines.every(isMet) ? 0 : 1;
});

/** Stores the results as JSON, in addition to the table. */
function writeResults(lines: readonly BenchLine[]): void {
  mkdirSync(inProject('dist'), { recursive: true });
  const content = lines.map((line) => ({ ...line, met: isMet(line) }));
  writeFileSync(inProject('dist', 'bench.json'), `${JSON.stringify(content, undefined, 2)}\n`);
}
