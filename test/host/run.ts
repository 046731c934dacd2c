// node test/host/run.ts [--server | --desktop] [--grep text] [file…]: runs test/host, or these files of it, inside a real
// VS Code. Wants a built dist/.
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
  // one that runs beside another has names of its own
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
  // a suite that never began has only the log to tell why
  console.log(existsSync(words) ? readFileSync(words, 'utf8') : readFileSync(log, 'utf8'));
  return code;
});
