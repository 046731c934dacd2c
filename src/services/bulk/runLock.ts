import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { isRunning } from '../common/isRunning.ts';

/** A lock that nobody has renewed for so long is that of a machine that went down. */
const staleAfter = 60_000;
const renewEvery = 10_000;

/** Two windows share the journals; a run belongs to the one that has its lock. */
export class RunLock {
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(file: string) {
    this.#file = file;
    this.#timer = setInterval(() => {
      const now = new Date();
      void utimes(file, now, now).catch(() => undefined);
    }, renewEvery);
    this.#timer.unref();
  }

  /** Undefined when another process has it. */
  static async take(file: string): Promise<RunLock | undefined> {
    if (await create(file)) return new RunLock(file);
    if (await RunLock.isHeld(file)) return undefined;
    // of several who find a lock without an owner one clears it away: the next would clear away the new one
    const clearing = `${file}.clearing`;
    if (await isStale(clearing)) await rm(clearing, { force: true });
    if (!(await create(clearing))) return undefined;
    try {
      if (await RunLock.isHeld(file)) return undefined;
      await rm(file, { force: true });
      return (await create(file)) ? new RunLock(file) : undefined;
    } finally {
      await rm(clearing, { force: true });
    }
  }

  static async isHeld(file: string): Promise<boolean> {
    try {
      if (await isStale(file)) return false;
      const { pid, host } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; host: string };
      return host !== os.hostname() || isRunning(pid);
    } catch (error) {
      // half written: someone is just taking it
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await rm(this.#file, { force: true });
  }
}

/** False when there is one already. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify({ pid: process.pid, host: os.hostname() }), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleAfter;
}
