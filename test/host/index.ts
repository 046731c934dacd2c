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
  const mocha = new Mocha({ timeout: 20_000, reporter: 'spec', color: false, ...(grep !== undefined && { grep }) });
  for (const file of globSync('**/*.test.js', { cwd: import.meta.dirname }).toSorted()) {
    mocha.addFile(path.join(import.meta.dirname, file));
  }
  await mocha.loadFilesAsync();
  const { failed } = await runMocha(mocha);
  if (failed > 0) throw new Error(`${failed} of the host suite's tests failed`);
}
