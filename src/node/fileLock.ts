import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, copyFile, link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, processIdentity } from './isRunning.ts';

/**
 * If another machine hasn't renewed its lock for this long, assume that it went down: there is no other way to detect that.
 */
const staleAfter = 60_000;
const renewEvery = 10_000;
/** Polling interval: there are no events from other processes. */
const pollIntervalMs = 100;

/**
 * Lock on a resource that several processes share, such as the journal of a run. It lasts as long as its owner process.
 */
export class FileLock {
  readonly #file: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(file: string, token: string) {
    this.#file = file;
    this.#token = token;
    this.#timer = setInterval(() => {
      if (!this.isMine()) return;
      const now = new Date();
      void utimes(file, now, now).catch(() => undefined);
    }, renewEvery);
    this.#timer.unref();
  }

  /** Returns undefined if another process holds the lock. */
  static async acquire(file: string): Promise<FileLock | undefined> {
    const token = await tryAcquire(file);
    return token === undefined ? undefined : new FileLock(file, token);
  }

  static async isHeld(file: string): Promise<boolean> {
    return (await find(file))?.isHeld === true;
  }

  /** False if the lock file can't be read: without certain ownership, a process must not write. */
  isMine(): boolean {
    try {
      return ownerIn(readFileSync(this.#file, 'utf8'))?.token === this.#token;
    } catch {
      return false;
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    // another machine that considered this one down may hold it by now
    if ((await find(this.#file))?.token === this.#token) await rm(this.#file, { force: true });
  }
}

/** Waits for the lock, runs `work`, then releases the lock. */
export async function withFileLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  let lock = await FileLock.acquire(file);
  while (!lock) {
    await pause(pollIntervalMs, undefined, signal ? { signal } : {});
    lock = await FileLock.acquire(file);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

interface Lock {
  /** Unique per lock. */
  readonly token: string;
  readonly isHeld: boolean;
}

/**
 * Returns the token of the new lock, or undefined if another process holds it. The lock file is created atomically, so
 * a killed process leaves either no lock or one whose owner is known to have exited.
 */
async function tryAcquire(file: string): Promise<string | undefined> {
  const token = randomUUID();
  const own = `${file}.${token}.tmp`;
  const { pid } = process;
  const owner: Owner = { pid, identity: processIdentity(pid), host: os.hostname(), token };
  await writeFile(own, JSON.stringify(owner), { mode: 0o600 });
  try {
    if (await put(own, file)) return token;
    const left = await find(file);
    // released in the meantime
    if (!left) return (await put(own, file)) ? token : undefined;
    return !left.isHeld && (await replace(file, left, own)) ? token : undefined;
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * If several processes find the same abandoned lock, only one may replace it; the others then find a lock with a
 * different token. A process killed while replacing leaves a lock too, which is taken over in the same way.
 */
async function replace(file: string, left: Lock, own: string): Promise<boolean> {
  const turn = `${file}.${left.token}`;
  if ((await tryAcquire(turn)) === undefined) return false;
  try {
    const now = await find(file);
    if (now?.token !== left.token || now.isHeld) return false;
    await rename(own, file);
    return true;
  } finally {
    await rm(turn, { force: true });
  }
}

/** Returns false if the lock already exists, or if its resource was just deleted along with all its files. */
async function put(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // not every file system supports hard links
      return copyFile(own, file, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns undefined if there is no lock. */
async function find(file: string): Promise<Lock | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    const owner = ownerIn(text);
    // on this machine, a clock change or sleep must not make a lock look stale
    const changedAt = (await stat(file)).mtimeMs;
    if (owner?.host === os.hostname()) {
      // without a process identity, the pid may have been reused since a reboot
      const isOfThisStart = owner.identity !== undefined || changedAt > Date.now() - os.uptime() * 1_000;
      return { token: owner.token, isHeld: isOfThisStart && isRunning(owner.pid, owner.identity) };
    }
    const isFresh = Date.now() - changedAt <= staleAfter;
    // incompletely written or copied: another process is just taking it
    return { token: owner?.token ?? 'unreadable', isHeld: isFresh };
  } catch (error) {
    // treat an unreadable lock as held
    return codeOf(error) === 'ENOENT' ? undefined : { token: 'unreadable', isHeld: true };
  }
}

interface Owner {
  readonly pid: number;
  /** Undefined if the platform doesn't provide it, and in locks of older versions. */
  readonly identity: string | undefined;
  readonly host: string;
  readonly token: string;
}

function ownerIn(text: string): Owner | undefined {
  try {
    const { pid, identity, host, token } = JSON.parse(text) as { readonly [Key in keyof Owner]?: unknown };
    const isWhole = typeof pid === 'number' && typeof host === 'string' && typeof token === 'string';
    // the token becomes part of a file name
    if (!isWhole || !/^[\w-]+$/.test(token)) return undefined;
    return { pid, identity: typeof identity === 'string' ? identity : undefined, host, token };
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
