// node test/host/run.ts [--server | --desktop] [--grep text] [file…]: runs test/host, or the given files, inside a real
// VS Code. Requires a built dist/.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInHost } from '../support/hostRun.ts';
import { resultVariable } from '../support/mochaRun.ts';
import { atEnd, program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject, keptFolder } from '../support/projectPaths.ts';
import { chooseVsCode } from '../vscode/choice.ts';
import { buildHostSuite } from './build.ts';
import { grepVariable, wordsVariable } from './words.ts';

await program(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { server: { type: 'boolean' }, desktop: { type: 'boolean' }, grep: { type: 'string' } },
  });
  const progress = new Progress();
  const choice = await chooseVsCode(progress, values.desktop ? 'desktop' : values.server ? 'server' : undefined);
  progress.say(`Host suite in the ${choice.kind} build of VS Code: ${choice.why}.`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-words-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const words = path.join(folder, 'words.txt');
  // parallel runs use separate names
  const name = path.basename(process.env[resultVariable] ?? 'host', '.json');
  const log = path.join(keptFolder, `${name}.log`);
  const places = positionals.length > 0 ? positionals : [inProject('test/host')];
  const suite = await buildHostSuite(places, inProject('dist', `${name}-suite`));
  const code = await runInHost({
    choice,
    suite,
    beside: inProject('test/host/witness'),
    env: { [wordsVariable]: words, ...(values.grep !== undefined && { [grepVariable]: values.grep }) },
    log,
  });
  // if the suite never started, only the log shows why
  console.log(existsSync(words) ? readFileSync(words, 'utf8') : readFileSync(log, 'utf8'));
  return code;
});
