import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import type { Choice } from '../vscode/choice.ts';
import { createProfile } from '../vscode/profile.ts';
import { atEnd } from './program.ts';
import { inProject, projectRoot } from './projectPaths.ts';
import { TokenWatch } from './tokenWatch.ts';

export interface HostRun {
  readonly choice: Choice;
  /** The built module whose `run` VS Code calls. */
  readonly suite: string;
  /** Folder of an extension that is installed next to Recordbench. */
  readonly beside: string;
  readonly env: Readonly<Record<string, string>>;
  /** Log file for VS Code's own verbose output. */
  readonly log: string;
}

/** Runs a suite in the extension host of a separate VS Code, with the built dist/. Returns its exit code. */
export async function runInHost({ choice, suite, beside, env, log }: HostRun): Promise<number> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'recordbench-host-'));
  const forget = atEnd(async () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const profile = createProfile(home, {});
  const folder = path.join(home, 'workspace');
  mkdirSync(folder);
  cpSync(beside, path.join(profile.extensions, `recordbench-test.${path.basename(beside)}-0.0.0`), { recursive: true });
  const watch = new TokenWatch();
  const code = await runTests({
    vscodeExecutablePath: choice.kind === 'desktop' ? choice.executable : inProject('test/vscode/serverExecutable.ts'),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: suite,
    launchArgs: [folder, `--user-data-dir=${profile.userData}`, `--extensions-dir=${profile.extensions}`],
    extensionTestsEnv: {
      // the executable is a script: it must find this Node, not the machine's
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
      ...env,
    },
    ...noiseTo(log),
  }).catch((error: unknown) => {
    if (error instanceof TestRunFailedError) return 1;
    throw error;
  });
  try {
    watch.end(home, readFileSync(log, 'utf8'), [], true);
  } finally {
    await forget();
  }
  return code;
}

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
