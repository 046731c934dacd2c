import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { endProcessGroup } from './processGroup.ts';
import { atEnd } from './program.ts';

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Log file for all output of the process. */
  readonly log?: string;
}

/**
 * A process in its own group. Ending it ends the group: a server that is ended alone leaves its extension host behind.
 * It ends together with the program that started it.
 */
export class StartedProcess {
  readonly pid: number;
  #output = '';
  readonly #child: ChildProcess;
  readonly #exited: Promise<number>;
  readonly #end: () => Promise<void>;

  constructor(command: string, args: readonly string[], options: StartOptions = {}) {
    this.#child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    this.pid = this.#child.pid ?? 0;
    this.#exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code) => resolve(code ?? 1));
    });
    this.#exited.catch(() => {}); // reported to the callers that await it
    this.#collect(options.log);
    this.#end = atEnd(() => this.#endGroup());
  }

  /** All output so far. */
  get output(): string {
    return this.#output;
  }

  /** The exit code. Rejects when the process could not be started. */
  async finished(): Promise<number> {
    const code = await this.#exited;
    await this.#end();
    return code;
  }

  /** Waits for a line of output that matches. Rejects if the process exits first. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const gone = new AbortController();
    this.#exited.then(
      () => gone.abort(),
      () => gone.abort(),
    );
    for (;;) {
      const found = pattern.exec(this.#output);
      if (found) return found;
      if (gone.signal.aborted) throw new Error(`It ended without a word of ${pattern}:\n${this.#output}`);
      await once(this.#child, 'printed', { signal: gone.signal }).catch(() => {});
    }
  }

  async end(): Promise<void> {
    await this.#end();
  }

  #collect(logFile: string | undefined): void {
    if (logFile) mkdirSync(path.dirname(logFile), { recursive: true });
    const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : undefined;
    const keep = (chunk: string): void => {
      this.#output += chunk;
      log?.write(chunk);
      this.#child.emit('printed');
    };
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.setEncoding('utf8').on('data', keep);
    this.#child.once('close', () => log?.end());
  }

  async #endGroup(): Promise<void> {
    if (this.pid === 0) return;
    if (process.platform === 'win32') {
      if (this.#child.exitCode === null) await promisify(execFile)('taskkill', ['/pid', `${this.pid}`, '/T', '/F']);
      return;
    }
    await endProcessGroup(this.pid);
  }
}
