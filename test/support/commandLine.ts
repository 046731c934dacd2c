import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { runVariable } from './markedToken.ts';
import { builtOnce } from './builtOnce.ts';
import { inProject, projectRoot } from './projectPaths.ts';

export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingFolder?: string;
  readonly input?: string;
}

export interface CommandOutcome {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program, with a folder for its state. */
export class CommandLine {
  readonly folder: string = mkdtempSync(path.join(os.tmpdir(), 'recordbench-cli-'));
  readonly script: string;
  readonly #compiled: string;
  readonly #running = new Set<ChildProcess>();

  /** `compiled` keeps compiled code, since compiling the program again for each test would take most of its time. */
  constructor(script: string, compiled?: string) {
    this.script = script;
    this.#compiled = compiled ?? path.join(this.folder, 'compiled');
  }

  static async build(): Promise<CommandLine> {
    const folder = await builtOnce('command-line', async (outdir) => {
      const { commandLine } = (await import(inProject('esbuild.mjs'))) as { commandLine: BuildOptions };
      await build({ ...commandLine, absWorkingDir: projectRoot, outdir });
      writeFileSync(path.join(outdir, 'package.json'), JSON.stringify({ name: 'recordbench', version: '1.2.3' }));
    });
    return new CommandLine(path.join(folder, 'recordbench.js'), path.join(folder, 'compiled'));
  }

  /** Runs the program to its end. */
  run(args: readonly string[], options: CommandOptions = {}): Promise<CommandOutcome> {
    return this.start(args, options).ended;
  }

  start(args: readonly string[], { environment = {}, workingFolder = this.folder, input = '' }: CommandOptions = {}) {
    const child = spawn(process.execPath, [this.script, ...args], {
      cwd: workingFolder,
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        USERPROFILE: this.folder,
        // its token is in its environment by design: not a leak of a window that is tested at the same time
        [runVariable]: 'command line',
        // in a desktop VS Code, process.execPath is the window's program
        ELECTRON_RUN_AS_NODE: '1',
        NODE_COMPILE_CACHE: this.#compiled,
        ...environment,
      },
    });
    this.#running.add(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(input);
    const ended = once(child, 'close').then(([code]): CommandOutcome => {
      this.#running.delete(child);
      return { code: code as number | null, stdout, stderr };
    });
    /** Resolves once the program has written this to stderr. */
    const hasSaid = async (words: string): Promise<void> => {
      while (!stderr.includes(words)) await once(child.stderr, 'data');
    };
    return { child, ended, hasSaid };
  }

  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
