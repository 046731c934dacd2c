// node test/host/run.ts [--server | --desktop] [--grep text]: runs test/host inside a real VS Code. Wants a built dist/.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { atEnd, program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject, keptFolder, projectRoot } from '../support/projectPaths.ts';
import { chooseVsCode } from '../vscode/choice.ts';
import { createProfile } from '../vscode/profile.ts';
import { buildHostSuite, hostSuite } from './build.ts';
import { grepVariable, wordsVariable } from './words.ts';

const log = path.join(keptFolder, 'host.log');

await program(async () => {
  const { values } = parseArgs({
    options: { server: { type: 'boolean' }, desktop: { type: 'boolean' }, grep: { type: 'string' } },
  });
  const progress = new Progress();
  const choice = await chooseVsCode(progress, values.desktop ? 'desktop' : values.server ? 'server' : undefined);
  progress.say(`Host suite in the ${choice.kind} build of VS Code: ${choice.why}.`);
  await buildHostSuite();

  const home = mkdtempSync(path.join(os.tmpdir(), 'recordbench-host-'));
  atEnd(async () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const profile = createProfile(home, {});
  const folder = path.join(home, 'workspace');
  mkdirSync(folder);
  cpSync(inProject('test/host/witness'), path.join(profile.extensions, 'recordbench-test.witness-0.0.0'), {
    recursive: true,
  });
  const words = path.join(home, 'words.txt');
  const code = await runTests({
    vscodeExecutablePath: choice.kind === 'desktop' ? choice.executable : inProject('test/vscode/serverExecutable.ts'),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: hostSuite,
    launchArgs: [folder, `--user-data-dir=${profile.userData}`, `--extensions-dir=${profile.extensions}`],
    extensionTestsEnv: {
      // the executable is a script: it must find this Node, not the machine's
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
      [wordsVariable]: words,
      ...(values.grep !== undefined && { [grepVariable]: values.grep }),
    },
    ...noiseTo(log),
  }).catch((error: unknown) => {
    if (error instanceof TestRunFailedError) return 1;
    throw error;
  });
  // a suite that never began has only the log to tell why
  console.log(existsSync(words) ? readFileSync(words, 'utf8') : readFileSync(log, 'utf8'));
  return code;
});

/** VS Code itself is talkative: that goes to a file. */
function noiseTo(file: string): { stdout: Writable; stderr: Writable } {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      appendFileSync(file, chunk);
      done();
    },
  });
  return { stdout: sink, stderr: sink };
}
