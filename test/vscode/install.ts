import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../../src/node/fileLock.ts';
import { npm } from '../support/npm.ts';
import type { Progress } from '../support/progress.ts';
import { keptFolder } from '../support/projectPaths.ts';
import { SetupError } from '../support/setupError.ts';

const home = import.meta.dirname;
const codeServer = path.join(home, 'node_modules', 'code-server');
const vsCode = path.join(codeServer, 'lib', 'vscode');
const marker = path.join(home, 'node_modules', '.complete');
const log = path.join(keptFolder, 'install.log');

const standIns = ['spdlog', 'native-watchdog'];

/**
 * Entry point of code-server's wrapper of VS Code. Unlike VS Code's own server it supports /mint-key, without which
 * secrets are lost on a reload.
 */
export const serverEntry = path.join(codeServer, 'out', 'node', 'entry.js');

/**
 * Installs the server build of VS Code from npm: about 600 MB in `test/vscode/node_modules`.
 * Reuses a complete install and repeats an incomplete one.
 */
export async function installVsCode(progress: Progress): Promise<void> {
  if (isComplete()) return;
  await progress.step('Install VS Code in test/vscode (600 MB, once)', () =>
    withFileLock(path.join(keptFolder, 'install.lock'), async () => {
      if (!isComplete()) await install();
    }),
  );
}

async function install(): Promise<void> {
  rmSync(log, { force: true });
  rmSync(marker, { force: true });
  // code-server's install script compiles unneeded modules (kerberos, sqlite) and requires system headers
  await run(['ci', '--ignore-scripts'], home);
  // "npm ci" fails: the shipped lock file doesn't match its package.json
  await run(['install', '--omit=dev', '--ignore-scripts'], vsCode);
  for (const name of standIns) {
    copyFileSync(
      path.join(home, 'stand-ins', `${name}.cjs`),
      path.join(vsCode, 'node_modules', '@vscode', name, 'index.js'),
    );
  }
  writeFileSync(marker, recipe());
}

async function run(args: readonly string[], cwd: string): Promise<void> {
  const code = await npm(args, cwd, log);
  if (code === 0) return;
  throw new SetupError(
    `VS Code could not be installed: npm ${args[0]} ended with code ${code}.`,
    `See ${path.relative(process.cwd(), log)}; check that npm can reach its registry, then run the command again.`,
  );
}

function isComplete(): boolean {
  return existsSync(serverEntry) && existsSync(marker) && readFileSync(marker, 'utf8') === recipe();
}

/** Hash that changes with anything that affects the install. */
function recipe(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  const files = ['package.json', 'package-lock.json', 'install.ts', ...standIns.map((name) => `stand-ins/${name}.cjs`)];
  for (const file of files) hash.update(readFileSync(path.join(home, file)));
  return hash.digest('hex');
}
