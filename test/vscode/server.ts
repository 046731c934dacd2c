import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atEnd } from '../support/program.ts';
import { SetupError } from '../support/setupError.ts';
import { StartedProcess } from '../support/startedProcess.ts';
import { serverEntry } from './install.ts';
import type { Profile } from './profile.ts';

export interface ServerOptions {
  readonly profile: Profile;
  /** Opened if the URL names no folder. */
  readonly folder: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly vsix?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: string;
  /** Lets a page name an extension under development and a suite to run in its host. */
  readonly testing?: boolean;
  /** Lets the user decide whether to trust the workspace; otherwise every workspace is trusted. */
  readonly asksForTrust?: boolean;
}

export interface Server {
  readonly port: number;
  readonly address: string;
  readonly pid: number;
  output(): string;
  ended(): Promise<number>;
  end(): Promise<void>;
}

/** The server build of VS Code on 127.0.0.1, in its own process group. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { start, forget } = executable(options);
  if (options.vsix) await install(start, options.vsix);
  const flags = ['--disable-telemetry', '--disable-update-check', '--disable-proxy'];
  flags.push('--disable-getting-started-override', '--app-name', 'Recordbench');
  if (!options.asksForTrust) flags.push('--disable-workspace-trust');
  if (options.testing) flags.push('--vscode-option', 'enable-smoke-test-driver');
  const server = start(['--bind-addr', `127.0.0.1:${options.port}`, '--auth', 'none', ...flags, options.folder]);
  const [, port] = await server.printed(/listening on http:\/\/127\.0\.0\.1:(\d+)/).catch((error: unknown) => {
    throw new SetupError('VS Code did not start.', `It said:\n${server.output}`, error);
  });
  return {
    port: Number(port),
    address: `http://127.0.0.1:${port}/`,
    pid: server.pid,
    output: () => server.output,
    ended: () => server.finished(),
    end: async () => {
      await server.end();
      await forget();
    },
  };
}

/** Puts extensions into a profile that no VS Code is using. */
export async function installExtensions(profile: Profile, vsix: readonly string[]): Promise<void> {
  const { start, forget } = executable({ profile });
  await install(start, vsix);
  await forget();
}

async function install(start: Executable['start'], vsix: readonly string[]): Promise<void> {
  const run = start(['--force', ...vsix.flatMap((file) => ['--install-extension', file])]);
  if ((await run.finished()) !== 0) throw new Error(`The extension could not be installed:\n${run.output}`);
}

interface Executable {
  readonly start: (args: readonly string[]) => StartedProcess;
  /** Removes its temporary files. */
  readonly forget: () => Promise<void>;
}

function executable({ profile, env: extra = {}, log }: Pick<ServerOptions, 'profile' | 'env' | 'log'>): Executable {
  // short, because socket paths in it are limited to about 100 characters
  const run = mkdtempSync(path.join(os.tmpdir(), 'recordbench-'));
  const env = environment(run, extra);
  const config = path.join(run, 'config.yaml');
  writeFileSync(config, 'auth: none\n');
  const common = ['--config', config, '--session-socket', path.join(run, 'session.sock')];
  common.push('--user-data-dir', profile.userData, '--extensions-dir', profile.extensions);
  return {
    start: (args) =>
      new StartedProcess(process.execPath, [serverEntry, ...common, ...args], { env, ...(log && { log }) }),
    forget: atEnd(async () => rmSync(run, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })),
  };
}

/** Removes variables set by a VS Code terminal, or a PORT meant for another program. */
function environment(run: string, extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|CODE_SERVER_|ELECTRON_|npm_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const noGallery = JSON.stringify({ serviceUrl: '' }); // prevents network requests
  return { ...Object.fromEntries(own), XDG_RUNTIME_DIR: run, EXTENSIONS_GALLERY: noGallery, ...extra };
}
