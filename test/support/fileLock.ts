import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs `work` while no other process of this project does: `npm start` may wait for an install that `npm test` began. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(path.dirname(file), { recursive: true });
  // another process gives no event
  while (!take(file)) await pause(250);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(Number(holder(file)))) rmSync(file, { force: true });
    return false;
  }
}

function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8') || `${process.pid}`; // empty: it is being written
  } catch {
    return `${process.pid}`;
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
