// node vsix.ts <folder> <file>  makes the package of a folder
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The first date that a zip file can hold, for sources without a history. */
const firstOfZip = 315_532_800;

/** Writes the package of this project. The same sources give the same bytes, in every folder and on every day. */
export async function writeVsix(file: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-vsix-'));
  try {
    await copyShipped(folder);
    // vsce sorts by the rules of the language, and a zip file has the local time
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate().getTime() / 1000), TZ: 'UTC', LC_ALL: 'C' };
    execFileSync(process.execPath, [import.meta.filename, folder, path.resolve(file)], { env, stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What everything in a release is dated: `SOURCE_DATE_EPOCH` if it is set, otherwise the date of the last commit. */
export function sourceDate(): Date {
  const { SOURCE_DATE_EPOCH: seconds = dateOfLastCommit() } = process.env;
  return new Date((Number(seconds) || firstOfZip) * 1000);
}

function dateOfLastCommit(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/** A clone gives files the permissions that its user wants new files to have, and the package would carry them on. */
async function copyShipped(folder: string): Promise<void> {
  const { listFiles, PackageManager } = await import('@vscode/vsce');
  for (const file of ['.vscodeignore', ...(await listFiles({ packageManager: PackageManager.None }))]) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(file, target);
    chmodSync(target, 0o644);
  }
  const manifest = path.join(folder, 'package.json');
  writeFileSync(manifest, shippedManifest(readFileSync(manifest, 'utf8')));
}

/** Without what only the build needs. */
function shippedManifest(text: string): string {
  const {
    scripts: _scripts,
    devDependencies: _devDependencies,
    optionalDependencies: _optionalDependencies,
    allowScripts: _allowScripts,
    ...shipped
  } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return JSON.stringify(shipped);
}

if (import.meta.main) {
  const { createVSIX } = await import('@vscode/vsce');
  const [cwd, packagePath] = process.argv.slice(2);
  await createVSIX({
    cwd: cwd ?? '.',
    packagePath: packagePath ?? 'recordbench.vsix',
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false, // the pictures of the README are in the package
  });
}
