import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';

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
    for (let turn = 0; turn < 3; turn++) {
      try {
        await writeFile(file, JSON.stringify({ pid: process.pid, host: os.hostname() }), { flag: 'wx', mode: 0o600 });
        return new RunLock(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (await RunLock.isHeld(file)) return undefined;
        await rm(file, { force: true });
      }
    }
    return undefined;
  }

  static async isHeld(file: string): Promise<boolean> {
    try {
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > staleAfter) return false;
      const { pid, host } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; host: string };
      return host !== os.hostname() || isAlive(pid);
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
