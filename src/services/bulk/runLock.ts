import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { isRunning } from '../common/isRunning.ts';

/** A lock that nobody has renewed for so long is that of a machine that went down. */
const staleAfter = 60_000;
const renewEvery = 10_000;

/** Two windows share the journals; a run belongs to the one that has its lock. */
export class RunLock {
  readonly #file: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(file: string, token: string) {
    this.#file = file;
    this.#token = token;
    this.#timer = setInterval(() => {
      const now = new Date();
      void utimes(file, now, now).catch(() => undefined);
    }, renewEvery);
    this.#timer.unref();
  }

  /** Undefined when another process has it. */
  static async take(file: string): Promise<RunLock | undefined> {
    const token = await take(file);
    return token === undefined ? undefined : new RunLock(file, token);
  }

  static async isHeld(file: string): Promise<boolean> {
    return (await find(file))?.isHeld === true;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    // someone who took it for that of a machine that went down may have it by now
    if ((await find(this.#file))?.token === this.#token) await rm(this.#file, { force: true });
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
  await writeFile(own, JSON.stringify({ pid: process.pid, host: os.hostname(), token }), { mode: 0o600 });
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

/** False when there is one already, or when the run has just been deleted with all that belonged to it. */
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
    const isFresh = Date.now() - (await stat(file)).mtimeMs <= staleAfter;
    const owner = ownerIn(text);
    if (!owner) return { token: 'unreadable', isHeld: isFresh }; // half written, or half copied: someone is just taking it
    return { token: owner.token, isHeld: isFresh && (owner.host !== os.hostname() || isRunning(owner.pid)) };
  } catch (error) {
    // one that cannot be read is somebody's
    return codeOf(error) === 'ENOENT' ? undefined : { token: 'unreadable', isHeld: true };
  }
}

function ownerIn(text: string): { readonly pid: number; readonly host: string; readonly token: string } | undefined {
  try {
    const { pid, host, token } = JSON.parse(text) as { pid?: unknown; host?: unknown; token?: unknown };
    const isWhole = typeof pid === 'number' && typeof host === 'string' && typeof token === 'string';
    // it becomes part of the name of a file
    return isWhole && /^[\w-]+$/.test(token) ? { pid, host, token } : undefined;
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
