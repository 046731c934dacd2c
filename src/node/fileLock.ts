import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, copyFile, link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, processIdentity } from './isRunning.ts';

/** Another machine that has not renewed its lock for so long went down: nothing else can be known of it. */
const staleAfter = 60_000;
const renewEvery = 10_000;
/** Another process gives no event. */
const lookEvery = 100;

/**
 * What several processes share, such as the journal of a run, belongs to the one that has its lock, for as long as that
 * one lives.
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

  /** Undefined when another process has it. */
  static async take(file: string): Promise<FileLock | undefined> {
    const token = await take(file);
    return token === undefined ? undefined : new FileLock(file, token);
  }

  static async isHeld(file: string): Promise<boolean> {
    return (await find(file))?.isHeld === true;
  }

  /** What cannot be read is not surely mine, and who is not sure must not write. */
  isMine(): boolean {
    try {
      return ownerIn(readFileSync(this.#file, 'utf8'))?.token === this.#token;
    } catch {
      return false;
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    // another machine that took this one for gone may have it by now
    if ((await find(this.#file))?.token === this.#token) await rm(this.#file, { force: true });
  }
}

/** Waits until it has the lock, and gives it back after the work. */
export async function withFileLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  let lock = await FileLock.take(file);
  while (!lock) {
    await pause(lookEvery, undefined, signal ? { signal } : {});
    lock = await FileLock.take(file);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

interface Lock {
  /** No two have the same. */
  readonly token: string;
  readonly isHeld: boolean;
}

/**
 * Answers the token of the new lock, or undefined when another process has it. The lock is put there whole, so that a
 * kill leaves one whose owner is known to be gone, or none.
 */
async function take(file: string): Promise<string | undefined> {
  const token = randomUUID();
  const own = `${file}.${token}.tmp`;
  const { pid } = process;
  const owner: Owner = { pid, identity: processIdentity(pid), host: os.hostname(), token };
  await writeFile(own, JSON.stringify(owner), { mode: 0o600 });
  try {
    if (await put(own, file)) return token;
    const left = await find(file);
    // given back a moment ago
    if (!left) return (await put(own, file)) ? token : undefined;
    return !left.isHeld && (await replace(file, left, own)) ? token : undefined;
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Of several who find one and the same lock without an owner one may put its own in the place; the others find a lock
 * with another token then. Whoever was killed meanwhile has left a lock as well, to be taken in the same way.
 */
async function replace(file: string, left: Lock, own: string): Promise<boolean> {
  const turn = `${file}.${left.token}`;
  if ((await take(turn)) === undefined) return false;
  try {
    const now = await find(file);
    if (now?.token !== left.token || now.isHeld) return false;
    await rename(own, file);
    return true;
  } finally {
    await rm(turn, { force: true });
  }
}

/** False when there is one already, or when what it is for has just been deleted with all that belonged to it. */
async function put(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // not every file system has links
      return copyFile(own, file, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Undefined when there is none. */
async function find(file: string): Promise<Lock | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    const owner = ownerIn(text);
    // on this computer a clock that jumps, or a sleep, must not make a lock look old
    const changedAt = (await stat(file)).mtimeMs;
    if (owner?.host === os.hostname()) {
      // where a process has no identity, its number may be another's since the computer was started anew
      const isOfThisStart = owner.identity !== undefined || changedAt > Date.now() - os.uptime() * 1_000;
      return { token: owner.token, isHeld: isOfThisStart && isRunning(owner.pid, owner.identity) };
    }
    const isFresh = Date.now() - changedAt <= staleAfter;
    // half written, or half copied: someone is just taking it
    return { token: owner?.token ?? 'unreadable', isHeld: isFresh };
  } catch (error) {
    // one that cannot be read is somebody's
    return codeOf(error) === 'ENOENT' ? undefined : { token: 'unreadable', isHeld: true };
  }
}

interface Owner {
  readonly pid: number;
  /** Undefined where the computer does not tell, and in locks of older versions. */
  readonly identity: string | undefined;
  readonly host: string;
  readonly token: string;
}

function ownerIn(text: string): Owner | undefined {
  try {
    const { pid, identity, host, token } = JSON.parse(text) as { readonly [Key in keyof Owner]?: unknown };
    const isWhole = typeof pid === 'number' && typeof host === 'string' && typeof token === 'string';
    // it becomes part of the name of a file
    if (!isWhole || !/^[\w-]+$/.test(token)) return undefined;
    return { pid, identity: typeof identity === 'string' ? identity : undefined, host, token };
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
