import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartFailure } from '../startFailure.ts';

const pause = 100;

/** Of two processes that want to seed one file, the second waits for the first and finds the work done. */
export async function withSeedingLock(
  file: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const lock = `${file}.lock`;
  makeFolderOf(lock);
  while (!taken(lock)) {
    if (!isAlive(ownerOf(lock))) rmSync(lock, { force: true });
    // oxlint-disable-next-line no-await-in-loop -- waiting is what this is for
    else await setTimeout(pause, undefined, signal ? { signal } : {});
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw unwritable(lock, error);
  }
}

function makeFolderOf(lock: string): void {
  try {
    mkdirSync(dirname(lock), { recursive: true });
  } catch (error) {
    throw unwritable(lock, error);
  }
}

function unwritable(lock: string, error: unknown): StartFailure {
  const why = error instanceof Error ? error.message : String(error);
  return new StartFailure(
    `Could not write the database to ${dirname(lock)}: ${why}. Choose a file in a folder that can be written to.`,
    error,
    `its database cannot be written (${why})`,
  );
}

function ownerOf(lock: string): number | undefined {
  try {
    // Empty for the moment between its making and its writing: somebody is at it.
    const text = readFileSync(lock, 'utf8');
    return text === '' ? process.pid : Number(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined || !Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
