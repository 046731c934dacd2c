import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartFailure } from '../startFailure.ts';

const pause = 100;
const longestMoment = 10_000;

/** Of two processes that want to seed one file, the second waits for the first and finds the work done. */
export async function withSeedingLock(
  file: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const lock = `${file}.lock`;
  makeFolderOf(lock);
  while (!taken(lock)) {
    // oxlint-disable-next-line no-await-in-loop -- waiting is what this is for
    if (!cleared(lock)) await setTimeout(pause, undefined, signal ? { signal } : {});
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Whether a lock was there without an owner, and is no more. Of several who find it one clears it away: the next would
 * clear away the new one, and two would write one file.
 */
function cleared(lock: string): boolean {
  if (isAlive(ownerOf(lock))) return false;
  const clearing = `${lock}.clearing`;
  if (!taken(clearing)) {
    if (!isAlive(ownerOf(clearing))) rmSync(clearing, { force: true });
    return false;
  }
  try {
    const isLeft = !isAlive(ownerOf(lock));
    if (isLeft) rmSync(lock, { force: true });
    return isLeft;
  } finally {
    rmSync(clearing, { force: true });
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
    const text = readFileSync(lock, 'utf8');
    if (text !== '') return Number(text);
    // Empty for the moment between its making and its writing: somebody is at it, or was killed just then.
    return Date.now() - statSync(lock).mtimeMs < longestMoment ? process.pid : undefined;
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
