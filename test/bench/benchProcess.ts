import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atEnd } from '../support/program.ts';

/** A child process that doesn't outlive an interrupted benchmark. */
export function forkBound(file: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  const child = fork(file, args, options);
  const end = atEnd(async () => void child.kill('SIGKILL'));
  child.once('exit', () => void end());
  return child;
}

/** Runs the work with a temporary folder, which is removed even if the work is interrupted. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-bench-'));
  const remove = atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    return await work(folder);
  } finally {
    await remove();
  }
}
