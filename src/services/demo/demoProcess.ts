import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { t } from '@vscode/l10n';
import {
  type Connection,
  defaultNetworkChoices,
  defaultServiceChoices,
  demoId,
} from '../../model/connection/connection.ts';
import { type DemoProcessMessage, type DemoStartOptions, demoTokenStart } from '../../model/demoMessages.ts';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import { withoutFullStop } from '../../model/trim.ts';

export type DemoProgress = (done: number, total: number) => void;

/** Thrown when the embedded service does not start; the message says why. */
class DemoError extends UserFacingError {
  constructor(why: string, remedy = t('Reset the demo, or look at the log.')) {
    super(t('Could not start the demo: {0}. {1}', withoutFullStop(why), remedy));
    this.name = 'DemoError';
  }

  override get isLogWorthReading(): boolean {
    return true;
  }
}

/** Thrown when another window uses the records to be deleted; they are left unchanged. */
class DemoInUseError extends UserFacingError {
  constructor() {
    super(t('Could not reset the demo: another window uses its records. Stop the demo there, then try again.'));
    this.name = 'DemoInUseError';
  }
}

/** The embedded service, running in its own process. */
class DemoProcess {
  readonly #child: ChildProcess;
  /** Resolves when the process has exited, for any reason. */
  readonly ended: Promise<void>;

  constructor(script: string) {
    if (!isBuiltin('node:sqlite'))
      throw new DemoError(
        t('this version of VS Code has no built-in database'),
        t('Update VS Code to 1.106 or later.'),
      );
    // options are sent over the IPC channel: a token must not appear in the process list
    this.#child = fork(script, [], {
      execArgv: [],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // a process that couldn't be spawned never emits `exit`
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.on('error', () => this.#child.pid === undefined && resolve());
    });
  }

  /** Returns the address, once the service accepts requests. */
  ready(options: DemoStartOptions, onProgress: DemoProgress, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#child.on('message', (message: DemoProcessMessage) => {
        if (message.type === 'progress') onProgress(message.done, message.total);
        else if (message.type === 'ready') resolve(message.url);
        else reject(message.isInUse ? new DemoInUseError() : new DemoError(message.message));
      });
      this.#child.once('error', (error) => reject(new DemoError(error.message)));
      this.#child.once('exit', (code) =>
        reject(signal.aborted ? stopped() : new DemoError(t('its process ended ({0})', code ?? t('by a signal')))),
      );
      signal.addEventListener('abort', () => this.#disconnect(), { once: true });
      this.#child.send({ type: 'start', options });
    });
  }

  /** The process exits when the channel closes, after cleaning up. */
  async end(): Promise<void> {
    this.#disconnect();
    await this.ended;
  }

  #disconnect(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}

/** Canceled errors aren't shown: the user requested this. */
function stopped(): ServiceError {
  return new ServiceError('canceled', { doing: t('start the demo'), why: t('it was stopped') });
}

export interface DemoFiles {
  /** The bundled service. */
  readonly script: string;
  /** Folder of the database, which persists across windows. */
  readonly folder: string;
}

export interface StartedDemo {
  readonly connection: Connection;
  readonly process: DemoProcess;
}

/** Passes the connection to `addTemporary` once the service is ready for requests. */
export async function startDemo(
  { script, folder }: DemoFiles,
  fresh: boolean,
  onProgress: DemoProgress,
  signal: AbortSignal,
  addTemporary: (connection: Connection, token: string) => void,
): Promise<StartedDemo> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new DemoError(
      t('its folder could not be created ({0})', reason(error)),
      t('Check the disk, then try again.'),
    );
  });
  if (signal.aborted) throw stopped();
  const process = new DemoProcess(script);
  try {
    const token = `${demoTokenStart}${randomBytes(32).toString('base64url')}`;
    const options = { db: path.join(folder, 'demo.sqlite'), tokens: { admin: token }, fresh };
    const connection = demoConnection(await process.ready(options, onProgress, signal));
    if (signal.aborted) throw stopped();
    addTemporary(connection, token);
    return { connection, process };
  } catch (error) {
    await process.end();
    throw error;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The demo's choices for what the interface leaves open; its README lists them. */
function demoConnection(baseUrl: string): Connection {
  const bulk = { ids: 'ids[]', idsAs: 'repeated' } as const;
  return {
    id: demoId,
    name: 'Demo',
    baseUrl,
    readOnly: false,
    choices: {
      ...defaultServiceChoices,
      bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ...bulk },
      bulkDelete: { path: '{module}/{controller}/delete_selected.json', method: 'get', ...bulk },
    },
    network: defaultNetworkChoices,
  };
}
