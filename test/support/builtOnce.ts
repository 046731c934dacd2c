import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../../src/node/fileLock.ts';
import { keptFolder } from './projectPaths.ts';
import { sharedVariable } from './testFiles.ts';

const built = new Map<string, Promise<string>>();

/**
 * Returns a folder that `build` has filled: one for all processes that share the files of a check, otherwise one per
 * process, since any may be building.
 */
export function builtOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  let folder = built.get(name);
  if (!folder) built.set(name, (folder = buildIn(name, build)));
  return folder;
}

async function buildIn(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const shared = process.env[sharedVariable];
  const folder = shared ? path.join(shared, name) : path.join(keptFolder, name, String(process.pid));
  if (!shared) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  await withFileLock(path.join(folder, 'lock'), async () => {
    const complete = path.join(folder, 'complete');
    if (existsSync(complete)) return;
    await build(folder);
    writeFileSync(complete, '');
  });
  return folder;
}
