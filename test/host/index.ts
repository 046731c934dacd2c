import { appendFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { runMocha } from '../support/mochaRun.ts';
import { grepVariable, wordsVariable } from './words.ts';

/** VS Code calls this in its extension host. */
export async function run(): Promise<void> {
  const words = process.env[wordsVariable];
  if (words) Mocha.reporters.Base.consoleLog = (...args) => appendFileSync(words, `${format(...args)}\n`);
  const grep = process.env[grepVariable];
  const files = globSync('**/*.test.js', { cwd: import.meta.dirname }).toSorted();
  const { failed } = await runMocha(
    files.map((file) => path.join(import.meta.dirname, file)),
    { color: false, ...(grep !== undefined && { grep }) },
    sourceOf,
  );
  if (failed > 0) throw new Error(`${failed} of the host suite's tests failed`);
}

/** What a test was built from. */
function sourceOf(file: string): string {
  const built = path.relative(import.meta.dirname, file);
  return path.join(import.meta.dirname, '../../test/host', built.replace(/\.js$/, '.ts'));
}
